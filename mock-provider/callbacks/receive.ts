import { fetchLocal } from '../media/media-store.ts';
import { pageInbound } from '../page/inbound.ts';
import { callbackContact, unixSeconds, whatsappEntry } from '../whatsapp/callbacks.ts';
import { whatsappContent } from '../whatsapp/inbound.ts';
import { personOf } from '../world/people.ts';
import { type Asset, BSUID, type Json } from '../world/state.ts';
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
  const user = personOf(world, number, inbound.from.id);
  const hidden = BSUID.test(user) ? { user_id: user, bsuid_only: true } : {};
  const { name, username } = inbound.from;
  state.setContact(number.id, user, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
    ...hidden,
  });
  state.openWindow(number.id, user, world.clock.now());
  const contact = state.contact(number.id, user);
  const id = inbound.external_id ?? state.ids.wamid(user, 'customer', `${number.id}|${user}`);
  const message: Json = {
    ...(contact.bsuid_only ? {} : { from: user }),
    ...(contact.user_id === undefined ? {} : { from_user_id: contact.user_id }),
    id,
    timestamp: String(unixSeconds(world)),
    ...whatsappContent(world, number, user, inbound),
    ...inbound.extra,
  };
  state.inbound.set(id, { asset_id: number.id, user, message });
  // System messages about a person have no contacts.
  const contacts = inbound.type === 'system' ? {} : { contacts: [callbackContact(user, contact)] };
  return {
    channel: 'whatsapp',
    business: number.business,
    business_id: number.id,
    event: 'message',
    external_id: id,
    to: user,
    entry: whatsappEntry(number, { ...contacts, messages: [message] }),
  };
}
