import type { Endpoint } from '../graph/endpoint.ts';
import { list } from '../graph/graph-request.ts';
import { invalid, requireParam } from '../graph/require.ts';
import { requireOwnWaba } from '../whatsapp/template-list.ts';
import { flowsOf, keepFlow } from './flow-store.ts';

/** POST /{waba_id}/migrate_flows: copies flows of another account of the business, by name or all. */
export const migrateFlows: Endpoint = (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  const source = world.state.wabas.get(requireParam(graph, 'source_waba_id'));
  if (source?.business !== waba.business || source === waba) {
    throw invalid('Invalid source_waba_id');
  }
  const all = flowsOf(world.state, source);
  const names = list(graph.body.source_flow_names).flatMap((one) => String(one).split(','));
  const wanted = names.length === 0 ? all.map(({ name }) => name) : names;
  const migrated_flows = [];
  const failed_flows = [];
  for (const source_name of wanted) {
    const flow = all.find(({ name }) => name === source_name);
    if (!flow) {
      const error_message = 'Flows Migration Error: Flow name not found in source WABA.';
      failed_flows.push({ source_name, error_code: '4233041', error_message });
      continue;
    }
    const id = world.state.ids.object('flow', waba.id);
    keepFlow(world.state, { ...flow, id, waba, status: 'DRAFT' });
    migrated_flows.push({ source_name, source_id: flow.id, migrated_id: id });
  }
  return { migrated_flows, failed_flows };
};
