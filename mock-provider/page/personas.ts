import type { Endpoint } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { page } from '../graph/page.ts';
import { requireOwn, requirePage, requireParam, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Business } from '../world/state.ts';

interface Persona {
  id: string;
  business: Business;
  pageId: string;
  name: string;
  profile_picture_url: string;
}

const personas = partOf(() => new Map<string, Persona>());
const SHOWN = ['name', 'profile_picture_url', 'id'];

/** GET and POST /{page_id | me}/personas: the names and pictures under which a page may write. */
export const pagePersonas: Endpoint = (world, graph) => {
  const asset = requirePage(world, graph);
  const all = personas(world.state);
  if (graph.method === 'GET') {
    const own = [...all.values()].filter(({ pageId }) => pageId === asset.id);
    return page(own, graph, (one) => pickFields(graph, { ...one }, SHOWN));
  }
  const name = requireParam(graph, 'name');
  const profile_picture_url = requireParam(graph, 'profile_picture_url');
  const id = world.state.ids.object('persona', asset.id);
  all.set(id, { id, business: asset.business, pageId: asset.id, name, profile_picture_url });
  return { id };
};

/** GET and DELETE /{persona_id}. */
export const personaNode: NodeKind<Persona> = {
  find: (world, graph) => personas(world.state).get(graph.id),
  get: (world, graph, found) => pickFields(graph, { ...requireOwn(world, graph, found) }, SHOWN),
  delete(world, graph, found) {
    personas(world.state).delete(requireOwn(world, graph, found).id);
    return SUCCESS;
  },
};
