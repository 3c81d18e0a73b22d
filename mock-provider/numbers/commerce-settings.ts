import type { Endpoint } from '../graph/endpoint.ts';
import { flagOf, invalid, requireNumber, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Json } from '../world/state.ts';

const settings = partOf(() => new Map<string, Json>());
const FLAGS = ['is_cart_enabled', 'is_catalog_visible'];

/** GET and POST /{phone_number_id}/whatsapp_commerce_settings: whether people see the cart and the catalog. */
export const commerceSettings: Endpoint = (world, graph) => {
  const { id } = requireNumber(world, graph);
  const known = settings(world.state).get(id) ?? { is_cart_enabled: true, is_catalog_visible: false };
  if (graph.method === 'GET') {
    return { data: [{ ...known, id }] };
  }
  const given = FLAGS.flatMap((name) => {
    const value = flagOf(graph, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (given.length === 0) {
    throw invalid(`One of {${FLAGS.join(', ')}} is required`);
  }
  settings(world.state).set(id, { ...known, ...Object.fromEntries(given) });
  return SUCCESS;
};
