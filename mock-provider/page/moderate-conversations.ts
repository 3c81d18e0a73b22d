import type { Endpoint } from '../graph/endpoint.ts';
import { GraphError } from '../graph/graph-error.ts';
import { list, object, text } from '../graph/graph-request.ts';
import { invalid, requirePage, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Asset, State } from '../world/state.ts';
import type { World } from '../world/world.ts';

const ACTIONS = ['block_user', 'unblock_user', 'ban_user', 'unban_user', 'move_to_spam'];
const MAX_USERS = 10;
const MAX_ACTIONS = 2;

const blocked = partOf(() => new Set<string>());

/** Returns whether a page or account has blocked or banned a person. */
export const isModerated = (state: State, asset: Asset, user: string): boolean =>
  blocked(state).has(`${asset.id}|${user}`);

/** POST /{page_id}/moderate_conversations: blocks or bans people, or moves their threads to spam. */
export const moderateConversations: Endpoint = (world, graph) => {
  const named = requirePage(world, graph);
  const users = list(graph.body.user_ids).map((one) => text(object(one).id) ?? text(one));
  const actions = list(graph.body.actions).map(String);
  if (users.length === 0) {
    throw invalid('The parameter user_ids is required.');
  }
  if (users.length > MAX_USERS) {
    throw invalid(`Param user_ids must have at most ${MAX_USERS} elements.`);
  }
  if (actions.length === 0) {
    throw invalid('The parameter actions is required.');
  }
  const unknown = actions.find((one) => !ACTIONS.includes(one));
  if (unknown !== undefined) {
    throw invalid(`Param actions[0] must be one of {${ACTIONS.join(', ')}} - got "${unknown}".`);
  }
  if (actions.length > MAX_ACTIONS) {
    throw invalid(`Param actions must have at most ${MAX_ACTIONS} elements.`);
  }
  if (actions.includes('block_user') && actions.includes('unblock_user')) {
    throw invalid('Param actions cannot have both block_user and unblock_user.');
  }
  for (const user of users) {
    const asset = user === undefined ? undefined : ownerOf(world, named, user);
    if (!asset) {
      throw new GraphError(named.channel, 100, { subcode: 2018001 });
    }
    for (const action of actions) {
      if (/^(block|ban)/.test(action)) {
        blocked(world.state).add(`${asset.id}|${user}`);
      }
      if (/^un/.test(action)) {
        blocked(world.state).delete(`${asset.id}|${user}`);
      }
    }
  }
  return SUCCESS;
};

/** Returns the page, or the Instagram account linked to it, that knows a person. */
function ownerOf({ state }: World, named: Asset, user: string): Asset | undefined {
  const linked = [...state.assets.values()].filter(({ business }) => business === named.business);
  return [named, ...linked].find(({ id, channel }) => channel !== 'whatsapp' && state.knows(id, user));
}
