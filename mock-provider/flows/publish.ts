import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { SUCCESS } from '../graph/require.ts';
import { type MetaFlow, requireFlow } from './flow-store.ts';

/** Publishes a flow permanently. @throws error 139002 if it has no Flow JSON, has errors, or is not a draft */
export function publish(flow: MetaFlow): void {
  if (flow.status !== 'DRAFT') {
    throw new GraphError('whatsapp', 139002);
  }
  if (flow.json === undefined || flow.validation_errors.length > 0) {
    throw new GraphError('whatsapp', 139002, { message: 'Publishing Flow with validation errors' });
  }
  flow.status = 'PUBLISHED';
}

/** POST /{flow_id}/publish */
export const publishFlow: Endpoint = (world, graph) => {
  publish(requireFlow(world, graph));
  return SUCCESS;
};
