import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, SUCCESS } from '../graph/require.ts';
import { requireFlow } from './flow-store.ts';

/** POST /{flow_id}/deprecate: a published flow can no longer be sent. */
export const deprecateFlow: Endpoint = (world, graph) => {
  const flow = requireFlow(world, graph);
  if (flow.status !== 'PUBLISHED') throw invalid('Only flows in PUBLISHED status can be deprecated', 4016010);
  flow.status = 'DEPRECATED';
  return SUCCESS;
};
