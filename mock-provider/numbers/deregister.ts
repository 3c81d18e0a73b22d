import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { requireNumber, SUCCESS } from '../graph/require.ts';
import { registrationOf, setRegistration } from './registration.ts';

/** POST /{phone_number_id}/deregister: from then on, sends fail with 133010. */
export const deregister: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  if (!registrationOf(world.state, number).registered) {
    throw new GraphError('whatsapp', 133010);
  }
  setRegistration(world.state, number, { registered: false });
  return SUCCESS;
};
