import { authorize, type Endpoint, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { page } from '../graph/page.ts';
import { invalid, param, requireOwn, requirePage, requireParam, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Business } from '../world/state.ts';

interface CustomLabel {
  id: string;
  business: Business;
  pageId: string;
  page_label_name: string;
  users: Set<string>;
}

const labels = partOf(() => new Map<string, CustomLabel>());

/** GET and POST /{page_id | me}/custom_labels, and GET /{person_id}/custom_labels. */
export const customLabels: Endpoint = (world, graph) => {
  const all = labels(world.state);
  const known = world.state.assets.has(graph.id) || graph.id === 'me';
  if (!known && graph.method === 'GET') {
    const business = authorize(world, graph, 'messenger');
    const own = [...all.values()].filter((one) => one.business === business && one.users.has(graph.id));
    return page(own, graph, (one) => pickFields(graph, fieldsOf(one), ['id']));
  }
  const asset = requirePage(world, graph);
  if (asset.channel !== 'messenger') {
    throw unknownObject(graph);
  }
  const own = [...all.values()].filter(({ pageId }) => pageId === asset.id);
  if (graph.method === 'GET') {
    return page(own, graph, (one) => pickFields(graph, fieldsOf(one), ['id']));
  }
  // Until v18, the parameter was `name`.
  const page_label_name = param(graph, 'page_label_name') ?? param(graph, 'name');
  if (page_label_name === undefined) {
    throw invalid('The parameter page_label_name is required.');
  }
  if (own.some((one) => one.page_label_name === page_label_name)) {
    throw invalid('Label already exists');
  }
  const id = world.state.ids.object('label', asset.id);
  all.set(id, { id, business: asset.business, pageId: asset.id, page_label_name, users: new Set() });
  return { id };
};

const fieldsOf = ({ id, page_label_name }: CustomLabel) => ({ id, page_label_name, name: page_label_name });

/** POST and DELETE /{label_id}/label: gives a person a label, or takes it away. */
export const label: Endpoint = (world, graph) => {
  const { users, pageId } = requireOwn(world, graph, labels(world.state).get(graph.id));
  const user = requireParam(graph, 'user');
  if (!world.state.knows(pageId, user)) {
    throw invalid('No matching user found', 2018001);
  }
  if (graph.method === 'POST') {
    users.add(user);
  } else {
    users.delete(user);
  }
  return SUCCESS;
};

/** GET and DELETE /{label_id}. */
export const labelNode: NodeKind<CustomLabel> = {
  find: (world, graph) => labels(world.state).get(graph.id),
  get: (world, graph, found) => pickFields(graph, fieldsOf(requireOwn(world, graph, found)), ['id']),
  delete(world, graph, found) {
    labels(world.state).delete(requireOwn(world, graph, found).id);
    return SUCCESS;
  },
};
