import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, object, text } from '../graph/graph-request.ts';
import { isObject } from '../graph/parameters.ts';
import { invalid, requirePage, requireParam, SUCCESS } from '../graph/require.ts';
import type { Asset } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { ownerOf, PAGE_INBOX, setOwner } from './thread-owners.ts';

function requireThread(world: World, graph: GraphRequest): { asset: Asset; user: string } {
  const asset = requirePage(world, graph);
  const given = graph.body.recipient ?? graph.url.searchParams.get('recipient');
  const user = isObject(given) ? text(object(given).id) : text(given);
  if (user === undefined) {
    throw invalid('The parameter recipient is required.');
  }
  if (!world.state.knows(asset.id, user)) {
    throw new GraphError(asset.channel, 100, { subcode: 2018001 });
  }
  return { asset, user };
}

/** POST /{page_id}/pass_thread_control: hands a thread to another app, such as the Page inbox. */
export const passThreadControl: Endpoint = (world, graph) => {
  const { asset, user } = requireThread(world, graph);
  setOwner(world.state, asset, user, requireParam(graph, 'target_app_id'));
  return SUCCESS;
};

/** POST /{page_id}/take_thread_control: the mock's app is the primary receiver, and always gets the thread. */
export const takeThreadControl: Endpoint = (world, graph) => {
  const { asset, user } = requireThread(world, graph);
  setOwner(world.state, asset, user, world.settings.appId);
  return SUCCESS;
};

/** POST /{page_id}/request_thread_control: the owner is asked, and nothing else happens. */
export const requestThreadControl: Endpoint = (world, graph) => {
  requireThread(world, graph);
  return SUCCESS;
};

/** POST /{page_id}/release_thread_control: the thread becomes idle. */
export const releaseThreadControl: Endpoint = (world, graph) => {
  const { asset, user } = requireThread(world, graph);
  setOwner(world.state, asset, user, undefined);
  return SUCCESS;
};

/** GET /{page_id}/thread_owner?recipient=.. */
export const threadOwner: Endpoint = (world, graph) => {
  const { asset, user } = requireThread(world, graph);
  const app_id = ownerOf(world.state, asset, user);
  return { data: app_id === undefined ? [] : [{ thread_owner: { app_id } }] };
};

/** GET /{page_id}/secondary_receivers: the Page inbox. */
export const secondaryReceivers: Endpoint = (world, graph) => {
  requirePage(world, graph);
  return { data: [{ id: PAGE_INBOX, name: 'Page Inbox' }] };
};
