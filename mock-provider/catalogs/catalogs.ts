import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { page } from '../graph/page.ts';
import { invalid, requireBusiness, requireOwn, requireParam, SUCCESS } from '../graph/require.ts';
import { requireOwnWaba } from '../whatsapp/template-list.ts';
import { type Catalog, catalogs, connected } from './catalog-store.ts';

const fieldsOf = ({ id, name, business, products }: Catalog) => ({
  id,
  name,
  business: { id: business.id, name: 'Demo business' },
  product_count: products.size,
  vertical: 'commerce',
});

/** GET and POST /{business_id}/owned_product_catalogs: the catalogs of a business. */
export const ownedCatalogs: Endpoint = (world, graph) => {
  const business = requireBusiness(world, graph);
  const all = catalogs(world.state);
  if (graph.method === 'GET') {
    const own = [...all.values()].filter((one) => one.business === business);
    return page(own, graph, (one) => pickFields(graph, fieldsOf(one), ['id', 'name']));
  }
  const name = requireParam(graph, 'name');
  const id = world.state.ids.object('catalog', business.id);
  all.set(id, { id, name, business, products: new Map() });
  return { id };
};

/** GET, POST and DELETE /{waba_id}/product_catalogs: the catalog that a WhatsApp account shows, at most one. */
export const connectedCatalogs: Endpoint = (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  const ids = connected(world.state).get(waba.id) ?? new Set<string>();
  connected(world.state).set(waba.id, ids);
  const all = catalogs(world.state);
  if (graph.method === 'GET') {
    const shown = [...ids].flatMap((id) => all.get(id) ?? []);
    return page(shown, graph, (one) => pickFields(graph, fieldsOf(one), ['id', 'name']));
  }
  const id = requireParam(graph, 'catalog_id');
  if (all.get(id)?.business !== waba.business) {
    throw invalid(`No catalog with id ${id}`);
  }
  if (graph.method === 'DELETE') {
    ids.delete(id);
  } else if (ids.size > 0 && !ids.has(id)) {
    throw invalid('A WhatsApp Business Account can have one catalog');
  } else {
    ids.add(id);
  }
  return SUCCESS;
};

/** GET and DELETE /{catalog_id}. */
export const catalogNode: NodeKind<Catalog> = {
  find: (world, graph) => catalogs(world.state).get(graph.id),
  get: (world, graph, found) => pickFields(graph, fieldsOf(requireOwn(world, graph, found)), ['id', 'name']),
  delete(world, graph, found) {
    catalogs(world.state).delete(requireOwn(world, graph, found).id);
    return SUCCESS;
  },
};
