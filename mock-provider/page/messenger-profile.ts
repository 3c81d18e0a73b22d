import { requireAsset, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, list } from '../graph/graph-request.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** The properties that Meta lists under "Messenger Profile Properties". */
const PROPERTIES = [
  'get_started',
  'greeting',
  'ice_breakers',
  'persistent_menu',
  'whitelisted_domains',
  'account_linking_url',
  'commands',
];

/** GET, POST and DELETE /{page_id | account_id | me}/messenger_profile: the start of conversations. */
export function messengerProfile(world: World, graph: GraphRequest): Json {
  const { channel, id } = requireProfiled(world, graph);
  const { profiles } = world.state;
  const profile = profiles.get(id) ?? {};
  if (graph.method === 'GET') {
    const shown = pickFields(graph, profile, PROPERTIES);
    return { data: Object.keys(shown).length === 0 ? [] : [shown] };
  }
  const changed = graph.method === 'DELETE' ? without(profile, graph.body) : withThose(profile, graph.body);
  if (changed === undefined) {
    throw new GraphError(channel, 100, { message: `One of {${PROPERTIES.join(', ')}} is required` });
  }
  if (channel === 'messenger' && changed.persistent_menu !== undefined && changed.get_started === undefined) {
    const message = 'You must set a Get Started button if you also wish to use persistent menu.';
    throw new GraphError(channel, 100, { subcode: 2018145, message });
  }
  profiles.set(id, changed);
  return { result: 'success' };
}

/** Returns the page or account in the path. `platform=instagram` selects the account linked to a page. */
function requireProfiled(world: World, graph: GraphRequest): Asset {
  const named = requireAsset(world, graph);
  if (named.channel === 'whatsapp') {
    throw unknownObject(graph);
  }
  if (String(graph.url.searchParams.get('platform') ?? graph.body.platform).toLowerCase() !== 'instagram') {
    return named;
  }
  for (const asset of world.state.assets.values()) {
    if (asset.channel === 'instagram' && asset.business === named.business) {
      return asset;
    }
  }
  throw unknownObject(graph);
}

function withThose(profile: Json, body: Json): Json | undefined {
  const given = PROPERTIES.filter((name) => body[name] !== undefined);
  if (given.length === 0) {
    return undefined;
  }
  return { ...profile, ...Object.fromEntries(given.map((name) => [name, body[name]])) };
}

function without(profile: Json, body: Json): Json | undefined {
  const doomed = list(body.fields).flatMap((names) => String(names).split(','));
  if (doomed.length === 0) {
    return undefined;
  }
  return Object.fromEntries(Object.entries(profile).filter(([name]) => !doomed.includes(name)));
}
