import { authorize, unknownObject } from '../graph/endpoint.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import { partOf } from '../world/part-of.ts';
import type { Json, State, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';

export const CATEGORIES = [
  'SIGN_UP',
  'SIGN_IN',
  'APPOINTMENT_BOOKING',
  'LEAD_GENERATION',
  'CONTACT_US',
  'CUSTOMER_SUPPORT',
  'SURVEY',
  'SHOPPING',
  'OTHER',
];

/** A flow of a WhatsApp account. */
export interface MetaFlow {
  id: string;
  waba: Waba;
  name: string;
  categories: string[];
  status: 'DRAFT' | 'PUBLISHED' | 'DEPRECATED';
  endpoint_uri?: string;
  /** The text of its Flow JSON; undefined before the first upload. */
  json?: string;
  validation_errors: Json[];
}

const flows = partOf(() => new Map<string, MetaFlow>());

export const findFlow = (state: State, id: string): MetaFlow | undefined => flows(state).get(id);

export const flowsOf = (state: State, waba: Waba): MetaFlow[] =>
  [...flows(state).values()].filter((flow) => flow.waba === waba);

export function keepFlow(state: State, flow: MetaFlow): MetaFlow {
  flows(state).set(flow.id, flow);
  return flow;
}

export function deleteFlow(state: State, flow: MetaFlow): void {
  flows(state).delete(flow.id);
}

/** Returns the flow in the path, if the token has access to it. @throws error 100 with subcode 33 */
export function requireFlow(world: World, graph: GraphRequest, flow = findFlow(world.state, graph.id)): MetaFlow {
  if (authorize(world, graph) !== flow?.waba.business) {
    throw unknownObject(graph);
  }
  return flow;
}
