import type { Asset, Business, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { authorize, requireAsset, unknownObject } from './endpoint.ts';
import { GraphError } from './graph-error.ts';
import { type GraphRequest, text } from './graph-request.ts';

/** Error 100 with Meta's text for one request. */
export function invalid(message: string, subcode?: number): GraphError {
  return new GraphError('whatsapp', 100, { message, ...(subcode === undefined ? {} : { subcode }) });
}

/** Returns a parameter from the body or the query; undefined if it is missing or empty. */
export function param({ body, url }: GraphRequest, name: string): string | undefined {
  return (text(body[name]) ?? url.searchParams.get(name)) || undefined;
}

/** @throws error 100 if the parameter is missing */
export function requireParam(graph: GraphRequest, name: string): string {
  const value = param(graph, name);
  if (value === undefined) {
    throw invalid(`The parameter ${name} is required.`);
  }
  return value;
}

/** Returns a parameter that must be one of some words, in any case. @throws error 100 */
export function requireWord(graph: GraphRequest, name: string, words: readonly string[]): string {
  const value = requireParam(graph, name);
  const word = words.find((one) => one.toLowerCase() === value.toLowerCase());
  if (word === undefined) {
    throw invalid(`Param ${name} must be one of {${words.join(', ')}} - got "${value}".`);
  }
  return word;
}

/** Returns a true or false from JSON, a form or the query; undefined if it is missing. @throws error 100 */
export function flagOf(graph: GraphRequest, name: string): boolean | undefined {
  const value = graph.body[name] ?? graph.url.searchParams.get(name) ?? undefined;
  if (value === undefined) {
    return undefined;
  }
  const word = String(value).toLowerCase();
  if (word === 'true' || word === '1') {
    return true;
  }
  if (word === 'false' || word === '0') {
    return false;
  }
  throw invalid(`Param ${name} must be a boolean.`);
}

/** Returns the WhatsApp number in the path. @throws error 100 with subcode 33 */
export function requireNumber(world: World, graph: GraphRequest): Asset {
  const number = requireAsset(world, graph);
  if (number.channel !== 'whatsapp') {
    throw unknownObject(graph);
  }
  return number;
}

/** Returns the page or Instagram account in the path. @throws error 100 with subcode 33 */
export function requirePage(world: World, graph: GraphRequest): Asset {
  const page = requireAsset(world, graph);
  if (page.channel === 'whatsapp') {
    throw unknownObject(graph);
  }
  return page;
}

/** Returns the business in the path: `me`, or the business of the token. @throws error 100 with subcode 33 */
export function requireBusiness(world: World, graph: GraphRequest): Business {
  const business = authorize(world, graph);
  if (graph.id !== 'me' && graph.id !== business.id) {
    throw unknownObject(graph);
  }
  return business;
}

/** Returns an object that belongs to the business of the token. @throws error 100 with subcode 33 */
export function requireOwn<Owned extends { business: Business }>(
  world: World,
  graph: GraphRequest,
  found: Owned | undefined,
): Owned {
  const business = authorize(world, graph);
  if (found?.business !== business) {
    throw unknownObject(graph);
  }
  return found;
}

/** Cloud API requires `messaging_product` in requests about messages and numbers. */
export function requireProduct(body: Json): void {
  const product = body.messaging_product;
  if (product === undefined) {
    throw invalid('The parameter messaging_product is required.');
  }
  if (String(product).toLowerCase() !== 'whatsapp') {
    throw invalid(`Param messaging_product must be one of {WHATSAPP} - got "${String(product)}".`);
  }
}

export const SUCCESS: Json = { success: true };
