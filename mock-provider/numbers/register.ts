import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { invalid, requireNumber, requireParam, requireProduct, SUCCESS } from '../graph/require.ts';
import { registrationOf, setRegistration } from './registration.ts';

const PIN = /^\d{6}$/;

/** POST /{phone_number_id}/register: registers a verified number with its PIN. The first PIN becomes the number's. */
export const register: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  requireProduct(graph.body);
  const pin = requireParam(graph, 'pin');
  if (!PIN.test(pin)) {
    throw invalid('Invalid PIN format. PIN must be exactly 6 digits');
  }
  const known = registrationOf(world.state, number);
  if (!known.verified) {
    throw new GraphError('whatsapp', 133006);
  }
  if (known.pin !== undefined && known.pin !== pin) {
    throw new GraphError('whatsapp', 133005);
  }
  setRegistration(world.state, number, { registered: true, pin });
  return SUCCESS;
};
