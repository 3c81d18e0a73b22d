import { GraphError } from '../graph/graph-error.ts';
import { object, text } from '../graph/graph-request.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** The recipient of a send on Messenger or Instagram. */
interface PageRecipient {
  /** The page or account that the person knows. */
  asset: Asset;
  /** The person's ID. */
  user: string;
  /** Whether the request uses that ID. */
  byId: boolean;
  /** Whether the reply may include the ID. */
  showsId: boolean;
}

/**
 * "Send API", `recipient`: other references to a person, who may never have written. The reply omits the ID for the
 * first two.
 */
const REFERENCES = { messenger: ['user_ref', 'phone_number', 'comment_id', 'post_id'], instagram: ['comment_id'] };
const HIDDEN = ['user_ref', 'phone_number'];

export function requireRecipient(world: World, named: Asset, body: Json): PageRecipient {
  const recipient = object(body.recipient);
  const id = text(recipient.id);
  if (id !== undefined) {
    return { asset: accountOf(world, named, id), user: id, byId: true, showsId: true };
  }
  const known = named.channel === 'instagram' ? REFERENCES.instagram : REFERENCES.messenger;
  const name = known.find((one) => text(recipient[one]) !== undefined);
  if (name === undefined) {
    throw new GraphError(named.channel, 100, { message: 'The parameter recipient is required' });
  }
  const user = personBehind(world, named, `${name}|${text(recipient[name])}`);
  return { asset: named, user, byId: false, showsId: !HIDDEN.includes(name) };
}

/** Returns the person that a reference points to, the same one each time. */
function personBehind(world: World, asset: Asset, reference: string): string {
  const { state } = world;
  const key = `${asset.id}|${reference}`;
  const found = state.referred.get(key) ?? state.ids.object('person', key);
  state.referred.set(key, found);
  state.setContact(asset.id, found, {});
  return found;
}

/** A page's path also sends on Instagram, if the recipient knows the linked account. */
function accountOf(world: World, named: Asset, user: string): Asset {
  if (named.channel !== 'messenger' || world.state.knows(named.id, user)) {
    return named;
  }
  for (const asset of world.state.assets.values()) {
    if (asset.channel === 'instagram' && asset.business === named.business && world.state.knows(asset.id, user)) {
      return asset;
    }
  }
  return named;
}
