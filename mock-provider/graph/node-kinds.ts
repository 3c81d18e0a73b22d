import { businessNode } from '../accounts/business.ts';
import { uploadNode } from '../accounts/uploads.ts';
import { catalogNode } from '../catalogs/catalogs.ts';
import { productNode } from '../catalogs/products.ts';
import { flowNode } from '../flows/flow.ts';
import { conversationNode, messageNode } from '../page/conversations.ts';
import { labelNode } from '../page/custom-labels.ts';
import { personaNode } from '../page/personas.ts';
import type { World } from '../world/world.ts';
import type { Endpoint } from './endpoint.ts';
import type { GraphRequest } from './graph-request.ts';
import type { NodeKind } from './node-kind.ts';

const KINDS: readonly NodeKind[] = [
  flowNode,
  messageNode,
  conversationNode,
  uploadNode,
  businessNode,
  catalogNode,
  productNode,
  personaNode,
  labelNode,
];

/** Returns the answer of the first kind that has an object with the ID in the path; undefined if none has. */
export function ofKinds(
  world: World,
  graph: GraphRequest,
  method: 'get' | 'post' | 'delete',
): ReturnType<Endpoint> | undefined {
  for (const kind of KINDS) {
    const found = kind.find(world, graph);
    if (found !== undefined) {
      return kind[method]?.(world, graph, found);
    }
  }
  return undefined;
}
