import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import { page } from '../graph/page.ts';
import { flagOf, invalid, param, requireParam } from '../graph/require.ts';
import { requireOwnWaba } from '../whatsapp/template-list.ts';
import type { World } from '../world/world.ts';
import { categoriesOf } from './categories.ts';
import { flowFields } from './flow.ts';
import { flowErrors } from './flow-json.ts';
import { findFlow, flowsOf, keepFlow } from './flow-store.ts';
import { publish } from './publish.ts';

/** GET /{waba_id}/flows: newest first. */
export const listFlows: Endpoint = (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  return page(flowsOf(world.state, waba).reverse(), graph, (flow) =>
    pickFields(graph, flowFields(world, flow), ['id', 'name', 'status', 'categories', 'validation_errors']),
  );
};

/** POST /{waba_id}/flows: creates a draft, with its Flow JSON if given, as a copy if `clone_flow_id` names a flow. */
export const createFlow: Endpoint = async (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  const name = requireParam(graph, 'name');
  if (flowsOf(world.state, waba).some((flow) => flow.name === name)) {
    throw invalid('Flow name is not unique');
  }
  const cloned = cloneOf(world, graph);
  const json = jsonOf(graph) ?? cloned?.json;
  const flow = keepFlow(world.state, {
    id: world.state.ids.object('flow', waba.id),
    waba,
    name,
    categories: categoriesOf(graph),
    status: 'DRAFT',
    endpoint_uri: param(graph, 'endpoint_uri') ?? cloned?.endpoint_uri,
    json,
    validation_errors: json === undefined ? [] : flowErrors(json),
  });
  if (flagOf(graph, 'publish')) {
    publish(flow);
  }
  return { id: flow.id, success: true, validation_errors: flow.validation_errors };
};

function cloneOf(world: World, graph: GraphRequest) {
  const id = param(graph, 'clone_flow_id');
  if (id === undefined) {
    return undefined;
  }
  const flow = findFlow(world.state, id);
  if (!flow) {
    throw invalid(`Flow ${id} to clone does not exist`);
  }
  return flow;
}

/** `flow_json` may be text or, because Graph decodes JSON in any parameter, an object. */
function jsonOf({ body }: GraphRequest): string | undefined {
  const given = body.flow_json;
  return given === undefined ? undefined : typeof given === 'string' ? given : JSON.stringify(given);
}
