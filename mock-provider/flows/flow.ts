import { pickFields } from '../graph/fields.ts';
import { GraphError } from '../graph/graph-error.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { param, SUCCESS } from '../graph/require.ts';
import { DAY_MS } from '../world/clock.ts';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { categoriesOf } from './categories.ts';
import { deleteFlow, findFlow, type MetaFlow, requireFlow } from './flow-store.ts';

const PREVIEW_DAYS = 30;
const DEFAULTS = ['id', 'name', 'status', 'categories', 'validation_errors'];

/** GET, POST and DELETE /{flow_id}. The field `preview` has the link of a preview, valid for 30 days. */
export const flowNode: NodeKind<MetaFlow> = {
  find: (world, graph) => findFlow(world.state, graph.id),
  get(world, graph, found) {
    return pickFields(graph, flowFields(world, requireFlow(world, graph, found)), DEFAULTS);
  },
  post(world, graph, found) {
    const flow = requireFlow(world, graph, found);
    if (graph.body.categories !== undefined) {
      flow.categories = categoriesOf(graph);
    }
    flow.name = param(graph, 'name') ?? flow.name;
    flow.endpoint_uri = param(graph, 'endpoint_uri') ?? flow.endpoint_uri;
    return SUCCESS;
  },
  delete(world, graph, found) {
    const flow = requireFlow(world, graph, found);
    if (flow.status !== 'DRAFT') {
      throw new GraphError('whatsapp', 139004);
    }
    deleteFlow(world.state, flow);
    return SUCCESS;
  },
};

export function flowFields(world: World, flow: MetaFlow): Json {
  const { id, name, status, categories, validation_errors, endpoint_uri, waba } = flow;
  const version = flow.json === undefined ? undefined : /"version"\s*:\s*"([^"]+)"/.exec(flow.json)?.[1];
  return {
    id,
    name,
    status,
    categories,
    validation_errors,
    ...(version === undefined ? {} : { json_version: version }),
    ...(endpoint_uri === undefined ? {} : { endpoint_uri, data_channel_uri: endpoint_uri, data_api_version: '3.0' }),
    // `preview.invalidate(false)` is the only form that clients send.
    preview: () => ({
      preview_url: `https://business.facebook.com/wa/manage/flows/${id}/preview/?token=${world.state.ids.hex('preview', 32, id)}`,
      expires_at: new Date(world.clock.now() + PREVIEW_DAYS * DAY_MS).toISOString().replace(/\.\d+Z/, '+0000'),
    }),
    whatsapp_business_account: { id: waba.id, name: 'Demo business' },
    application: { id: world.settings.appId, name: 'Mock app' },
    health_status: { can_send_message: status === 'PUBLISHED' ? 'AVAILABLE' : 'BLOCKED', entities: [] },
  };
}
