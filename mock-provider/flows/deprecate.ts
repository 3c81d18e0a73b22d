import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { SUCCESS } from '../graph/require.ts';
import { requireFlow } from './flow-store.ts';

/** POST /{flow_id}/deprecate: a published flow can no longer be sent. */
export const deprecateFlow: Endpoint = (world, graph) => {
  const flow = requireFlow(world, graph);
  if (flow.status === 'DEPRECATED') {
    throw new GraphError('whatsapp', 139003, { message: 'Flow is already deprecated' });
  }
  if (flow.status !== 'PUBLISHED') {
    throw new GraphError('whatsapp', 139003);
  }
  flow.status = 'DEPRECATED';
  return SUCCESS;
};
