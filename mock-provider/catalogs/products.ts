import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { page } from '../graph/page.ts';
import { invalid, requireOwn, requireParam, SUCCESS } from '../graph/require.ts';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { type Catalog, catalogs, type Product } from './catalog-store.ts';

const DEFAULTS = ['id', 'name', 'retailer_id'];
const FIELDS = [
  'name',
  'description',
  'price',
  'currency',
  'availability',
  'condition',
  'brand',
  'image_url',
  'url',
  'category',
  'retailer_product_group_id',
];

const requireCatalog = (world: World, graph: GraphRequest) =>
  requireOwn(world, graph, catalogs(world.state).get(graph.id));

/** GET and POST /{catalog_id}/products. A price is a number in the smallest unit of the currency. */
export const products: Endpoint = (world, graph) => {
  const catalog = requireCatalog(world, graph);
  if (graph.method === 'GET') {
    return page([...catalog.products.values()], graph, (one) => pickFields(graph, one, DEFAULTS));
  }
  for (const name of ['retailer_id', 'name', 'price', 'currency']) {
    requireParam(graph, name);
  }
  if (!/^\d+$/.test(requireParam(graph, 'price'))) {
    throw invalid('Param price must be an integer.');
  }
  const retailer_id = requireParam(graph, 'retailer_id');
  if ([...catalog.products.values()].some((one) => one.retailer_id === retailer_id)) {
    throw invalid(`A product with retailer_id ${retailer_id} already exists`, 10800);
  }
  const id = world.state.ids.object('product', catalog.id);
  catalog.products.set(id, { id, retailer_id, availability: 'in stock', condition: 'new', ...chosen(graph.body) });
  return { id };
};

const chosen = (body: Json): Json =>
  Object.fromEntries(FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));

/** GET, POST and DELETE /{product_id}. */
export const productNode: NodeKind<{ catalog: Catalog; product: Product }> = {
  find(world, graph) {
    for (const catalog of catalogs(world.state).values()) {
      const product = catalog.products.get(graph.id);
      if (product) {
        return { catalog, product };
      }
    }
    return undefined;
  },
  get(world, graph, { catalog, product }) {
    requireOwn(world, graph, catalog);
    return pickFields(graph, product, DEFAULTS);
  },
  post(world, graph, { catalog, product }) {
    requireOwn(world, graph, catalog);
    Object.assign(product, chosen(graph.body));
    return SUCCESS;
  },
  delete(world, graph, { catalog, product }) {
    requireOwn(world, graph, catalog);
    catalog.products.delete(product.id);
    return SUCCESS;
  },
};
