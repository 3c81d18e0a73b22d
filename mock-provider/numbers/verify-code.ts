import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, requireNumber, requireParam } from '../graph/require.ts';
import { registrationOf, setRegistration, VERIFICATION_CODE } from './registration.ts';

/** POST /{phone_number_id}/verify_code: verifies a number with the code that was requested. */
export const verifyCode: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  const code = requireParam(graph, 'code').replace('-', '');
  if (!/^\d{6}$/.test(code)) {
    throw invalid('Invalid verification code format');
  }
  if (code !== VERIFICATION_CODE || !registrationOf(world.state, number).codeSent) {
    throw invalid('The verification code is invalid or has expired');
  }
  setRegistration(world.state, number, { verified: true, codeSent: false });
  return { success: true, id: number.id };
};
