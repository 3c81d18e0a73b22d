import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, SUCCESS } from '../graph/require.ts';
import { type Flow, requireFlow } from './flow-store.ts';

/** Publishes a flow for good. @throws error 100 if it has no Flow JSON, has errors, or is not a draft */
export function publish(flow: Flow): void {
  if (flow.status !== 'DRAFT') throw invalid('Flow is already published or deprecated', 4016006);
  if (flow.json === undefined || flow.validation_errors.length > 0)
    throw invalid('Flow JSON is missing or has validation errors', 4016007);
  flow.status = 'PUBLISHED';
}

/** POST /{flow_id}/publish */
export const publishFlow: Endpoint = (world, graph) => {
  publish(requireFlow(world, graph));
  return SUCCESS;
};
