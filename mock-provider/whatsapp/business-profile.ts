import { requireAsset, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, list, text } from '../graph/graph-request.ts';
import { requireProduct } from '../graph/require.ts';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** "Business profiles": the maximum length of each text. */
const TEXTS: Record<string, { min: number; max: number }> = {
  about: { min: 1, max: 139 },
  address: { min: 0, max: 256 },
  description: { min: 0, max: 512 },
  email: { min: 0, max: 128 },
};
const WEBSITES = { count: 2, max: 256 };
const VERTICALS =
  /^(|UNDEFINED|OTHER|AUTO|BEAUTY|APPAREL|EDU|ENTERTAIN|EVENT_PLAN|FINANCE|GROCERY|GOVT|HOTEL|HEALTH|NONPROFIT|PROF_SERVICES|RETAIL|TRAVEL|RESTAURANT|NOT_A_BIZ)$/;

/** GET and POST /{phone_number_id}/whatsapp_business_profile: the public profile of a number. */
export function businessProfile(world: World, graph: GraphRequest): Json {
  const number = requireAsset(world, graph);
  if (number.channel !== 'whatsapp') {
    throw unknownObject(graph);
  }
  const { profiles } = world.state;
  const profile = profiles.get(number.id) ?? {};
  if (graph.method === 'GET') {
    const known = { ...profile, messaging_product: 'whatsapp' };
    return { data: [{ ...pickFields(graph, known, Object.keys(known)), messaging_product: 'whatsapp' }] };
  }
  requireProduct(graph.body);
  profiles.set(number.id, { ...profile, ...changesOf(world, graph.body) });
  return { success: true };
}

function changesOf(world: World, body: Json): Json {
  const changes: Json = {};
  for (const [name, { min, max }] of Object.entries(TEXTS)) {
    const value = text(body[name]);
    if (value === undefined) {
      continue;
    }
    const length = [...value].length;
    if (length < min || length > max) {
      throw invalid(`Param ${name} must be between ${min} and ${max} characters long.`);
    }
    changes[name] = value;
  }
  if (body.websites !== undefined) {
    changes.websites = requireWebsites(body.websites);
  }
  if (body.vertical !== undefined) {
    if (!VERTICALS.test(String(body.vertical))) {
      throw invalid('Param vertical is not one of the accepted values.');
    }
    changes.vertical = body.vertical;
  }
  if (body.profile_picture_handle !== undefined) {
    changes.profile_picture_url = `https://pps.whatsapp.net/v/t61.24694-24/${world.state.ids.object('picture')}.jpg`;
  }
  return changes;
}

function requireWebsites(value: unknown): string[] {
  const websites = list(value).map(String);
  const right = websites.every((one) => /^https?:\/\//.test(one) && one.length <= WEBSITES.max);
  if (right && websites.length <= WEBSITES.count) {
    return websites;
  }
  throw invalid(`Param websites must be at most ${WEBSITES.count} URLs of at most ${WEBSITES.max} characters.`);
}

function invalid(message: string): GraphError {
  return new GraphError('whatsapp', 100, { message });
}
