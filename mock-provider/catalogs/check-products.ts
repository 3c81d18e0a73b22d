import { GraphError } from '../graph/graph-error.ts';
import { list, object, text } from '../graph/graph-request.ts';
import type { Asset, Json, State } from '../world/state.ts';
import { type Catalog, catalogs, connected } from './catalog-store.ts';

/**
 * Requires that a product message names products of the account's catalog. Without a catalog in the mock, a message
 * may name any product.
 *
 * @throws error 131009
 */
export function checkProducts(state: State, number: Asset, body: Json): void {
  if (body.type !== 'interactive') {
    return;
  }
  const [id] = connected(state).get(number.waba_id ?? '') ?? [];
  const catalog = id === undefined ? undefined : catalogs(state).get(id);
  if (!catalog) {
    return;
  }
  const action = object(object(body.interactive).action);
  const named = text(action.catalog_id);
  if (named !== undefined && named !== catalog.id) {
    throw new GraphError('whatsapp', 131009, { details: `Catalog ${named} is not connected to this account.` });
  }
  for (const retailer of retailersOf(action)) {
    if (!has(catalog, retailer)) {
      throw new GraphError('whatsapp', 131009, { details: `Products not found in FB Catalog: ${retailer}` });
    }
  }
}

const has = ({ products }: Catalog, retailer: string) =>
  [...products.values()].some(({ retailer_id }) => retailer_id === retailer);

function retailersOf(action: Json): string[] {
  const sections = list(action.sections).map(object);
  const items = [action, object(action.parameters), ...sections.flatMap((one) => list(one.product_items).map(object))];
  return items.flatMap((one) => text(one.product_retailer_id) ?? text(one.thumbnail_product_retailer_id) ?? []);
}
