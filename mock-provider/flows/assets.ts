import { type Endpoint, isMetaHost } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { invalid, requireWord } from '../graph/require.ts';
import { cdnUrl, keepFile } from '../media/media-store.ts';
import { flowErrors } from './flow-json.ts';
import { requireFlow } from './flow-store.ts';

/** GET and POST /{flow_id}/assets: the Flow JSON. Errors in it are returned, and the draft keeps it. */
export const flowAssets: Endpoint = async (world, graph) => {
  const flow = requireFlow(world, graph);
  if (graph.method === 'GET') {
    const number = [...world.state.assets.values()].find((one) => one.waba_id === flow.waba.id);
    if (flow.json === undefined || !number) {
      return { data: [] };
    }
    const file = { bytes: Buffer.from(flow.json), mime_type: 'application/json', filename: 'flow.json' };
    const url = cdnUrl(world, keepFile(world, number, file, false));
    const download_url = isMetaHost(graph.url) ? url : url.replace(/^https:\/\/[^/]+/, graph.url.origin);
    return { data: [{ name: 'flow.json', asset_type: 'FLOW_JSON', download_url }] };
  }
  if (flow.status !== 'DRAFT') {
    throw new GraphError('whatsapp', 139001);
  }
  requireWord(graph, 'asset_type', ['FLOW_JSON']);
  const { file } = graph.files;
  if (!file) {
    throw invalid('The parameter file is required.');
  }
  flow.json = await file.text();
  flow.validation_errors = flowErrors(flow.json);
  return { success: true, validation_errors: flow.validation_errors };
};
