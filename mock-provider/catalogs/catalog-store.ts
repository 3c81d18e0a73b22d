import { partOf } from '../world/part-of.ts';
import type { Business, Json } from '../world/state.ts';

export interface Catalog {
  id: string;
  business: Business;
  name: string;
  products: Map<string, Product>;
}

export interface Product extends Json {
  id: string;
  retailer_id: string;
}

export const catalogs = partOf(() => new Map<string, Catalog>());
/** The catalogs that are connected to each WhatsApp account. */
export const connected = partOf(() => new Map<string, Set<string>>());
