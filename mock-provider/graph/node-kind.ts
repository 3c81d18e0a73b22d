import type { World } from '../world/world.ts';
import type { Endpoint } from './endpoint.ts';
import type { GraphRequest } from './graph-request.ts';

type NodeEndpoint<Found> = (world: World, graph: GraphRequest, found: Found) => ReturnType<Endpoint>;

/** One kind of object with a path `/{id}`: how to find it, and the methods that it has. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds does not know what each of them finds.
export interface NodeKind<Found = any> {
  find(world: World, graph: GraphRequest): Found | undefined;
  get?: NodeEndpoint<Found>;
  post?: NodeEndpoint<Found>;
  delete?: NodeEndpoint<Found>;
}
