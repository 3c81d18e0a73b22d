import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { requireNumber, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';

const applied = partOf(() => new Set<string>());

/** GET and POST /{phone_number_id}/official_business_account: the application for the badge, which stays pending. */
export const officialBusinessAccount: Endpoint = (world, graph) => {
  const { id } = requireNumber(world, graph);
  const applications = applied(world.state);
  if (graph.method === 'POST') {
    applications.add(id);
    return SUCCESS;
  }
  const status = applications.has(id)
    ? { oba_status: 'PENDING', status_message: 'Your Official Business Account application is under review' }
    : { oba_status: 'NOT_STARTED', status_message: 'No Official Business Account application exists' };
  return pickFields(graph, { id, ...status }, ['oba_status', 'status_message']);
};
