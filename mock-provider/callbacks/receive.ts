import { fetchLocal } from '../media/media-store.ts';
import { isBlocked } from '../numbers/block-users.ts';
import { pageInbound } from '../page/inbound.ts';
import { callbackContact, unixSeconds, whatsappEntry } from '../whatsapp/callbacks.ts';
import { changeIdentity } from '../whatsapp/identity-change.ts';
import { whatsappContent } from '../whatsapp/inbound.ts';
import { wamidOf } from '../whatsapp/wamid.ts';
import { BSUID } from '../world/identities.ts';
import { handleOf, type Identity, identityOf, personOf } from '../world/people.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { CallbackEvent } from './callback-event.ts';
import type { Inbound } from './inbound.ts';
import { requireContent, requireInbound } from './inbound-rules.ts';

/** Receives a customer's message: opens the window, sends the callback, and resolves with the app's response. */
export async function receive(world: World, inbound: Inbound): Promise<{ external_id: string }> {
  requireInbound('The message', inbound);
  const asset = world.state.assets.get(inbound.business_id);
  if (asset?.channel !== inbound.channel) {
    throw new Error(`No ${inbound.channel} business with id ${inbound.business_id}`);
  }
  requireContent(inbound);
  const event =
    asset.channel === 'whatsapp'
      ? whatsappInbound(world, asset, inbound.media ? { ...inbound, media: await fetchLocal(inbound.media) } : inbound)
      : pageInbound(world, asset, inbound);
  const attempt = await world.callbacks.emit(event);
  if (attempt && attempt.status_code !== 200) {
    throw new Error(`The app did not accept the callback at ${attempt.url}: ${attempt.error ?? 'no response'}`);
  }
  return { external_id: event.external_id ?? '' };
}

function whatsappInbound(world: World, number: Asset, inbound: Inbound): CallbackEvent {
  const { state } = world;
  const { id: from, phone, name, username } = inbound.from;
  const user = personOf(world, number, from, phone);
  if (isBlocked(state, number, user)) throw new Error(`The number ${number.id} has blocked this person`);
  if (inbound.change) return changeIdentity(world, number, user, inbound, inbound.change);
  const shares = inbound.type === 'contacts' && inbound.origin === 'contact_request';
  state.setContact(number.id, user, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
    ...(BSUID.test(from) && !shares ? { bsuid_only: phone === undefined } : {}),
  });
  state.openWindow(number.id, user, world.clock.now());
  const use = () => state.reach(number.id, user, world.clock.now(), world.settings.contactBook);
  if (phone !== undefined && !shares) use();
  const identity = identityOf(world, number, user);
  const id = inbound.external_id ?? wamidOf(world, number, user, 'customer');
  const message: Json = {
    ...senderOf(identity),
    id,
    timestamp: String(unixSeconds(world)),
    ...whatsappContent(world, number, user, inbound),
    ...inbound.extra,
  };
  state.inbound.set(id, { asset_id: number.id, user, message, at: world.clock.now() });
  state.timeline.push(id);
  if (shares) state.setContact(number.id, user, { bsuid_only: false });
  // A number counts as used if the person writes from it, which people with a username do not, or shares it.
  if (shares || (identity.wa_id !== undefined && identity.username === undefined)) use();
  // System messages about a person have no contacts.
  const contacts = inbound.type === 'system' ? {} : { contacts: [callbackContact(identity)] };
  return {
    channel: 'whatsapp',
    business: number.business,
    business_id: number.id,
    event: 'message',
    external_id: id,
    to: handleOf(world, number, user),
    entry: whatsappEntry(number, { ...contacts, messages: [message] }),
  };
}

function senderOf({ wa_id, user_id, parent_user_id }: Identity): Json {
  return {
    ...(wa_id === undefined ? {} : { from: wa_id }),
    ...(user_id === undefined ? {} : { from_user_id: user_id }),
    ...(parent_user_id === undefined ? {} : { from_parent_user_id: parent_user_id }),
  };
}
