import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, requireNumber, requireParam, requireWord, SUCCESS } from '../graph/require.ts';
import { registrationOf, setRegistration } from './registration.ts';

/** POST /{phone_number_id}/request_code: sends a verification code to a number. The code of the mock is 123456. */
export const requestCode: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  requireWord(graph, 'code_method', ['SMS', 'VOICE']);
  const language = requireParam(graph, 'language');
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language)) {
    throw invalid(`Param language must be a locale - got "${language}".`);
  }
  if (registrationOf(world.state, number).verified) {
    throw invalid('Phone number is not eligible for verification at this time');
  }
  setRegistration(world.state, number, { codeSent: true });
  return SUCCESS;
};
