import { object } from '../graph/graph-request.ts';
import { fetchLocal } from '../media/media-store.ts';
import { isBlocked } from '../numbers/block-users.ts';
import { pageInbound } from '../page/inbound.ts';
import { callbackContact, unixSeconds, whatsappEntry } from '../whatsapp/callbacks.ts';
import { changeIdentity } from '../whatsapp/identity-change.ts';
import { whatsappContent } from '../whatsapp/inbound.ts';
import { wamidOf } from '../whatsapp/wamid.ts';
import { BSUID } from '../world/identities.ts';
import { handleOf, identityOf, type KnownIdentity, personOf } from '../world/people.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { CallbackEvent } from './callback-event.ts';
import type { Inbound } from './inbound.ts';
import { opensWindow, requireContent, requireInbound } from './inbound-rules.ts';

/** Receives a message: opens the window, sends the callback, and resolves with the app's response. */
export async function receive(world: World, inbound: Inbound): Promise<{ external_id: string }> {
  requireInbound('The message', inbound);
  const asset = world.state.assets.get(inbound.business_id);
  if (asset?.channel !== inbound.channel) {
    throw new Error(`No ${inbound.channel} business with id ${inbound.business_id}`);
  }
  requireContent(inbound);
  const events =
    asset.channel === 'whatsapp'
      ? [
          whatsappInbound(
            world,
            asset,
            inbound.media ? { ...inbound, media: await fetchLocal(inbound.media) } : inbound,
          ),
        ]
      : pageInbound(world, asset, inbound);
  for (const event of events) {
    const attempt = await world.callbacks.emit(event);
    if (attempt && attempt.status_code !== 200) {
      throw new Error(`The app did not accept the callback at ${attempt.url}: ${attempt.error ?? 'no response'}`);
    }
  }
  return { external_id: events[0]?.external_id ?? '' };
}

function whatsappInbound(world: World, number: Asset, inbound: Inbound): CallbackEvent {
  const { state } = world;
  const { id: from, phone, name, username } = inbound.from;
  const user = personOf(world, number, from, phone);
  if (!inbound.echo && isBlocked(state, number, user)) {
    throw new Error(`The number ${number.id} has blocked this person`);
  }
  if (inbound.change) {
    return changeIdentity(world, number, user, inbound, inbound.change);
  }
  const shares = inbound.type === 'contacts' && inbound.origin === 'contact_request';
  state.setContact(number.id, user, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
    ...(BSUID.test(from) && !shares ? { bsuid_only: phone === undefined } : {}),
  });
  if (opensWindow(inbound)) {
    state.openWindow(number.id, user, world.clock.now());
  }
  const use = () => state.reach(number.id, user, world.clock.now(), world.settings.contactBook);
  if (phone !== undefined && !shares) {
    use();
  }
  const identity = identityOf(world, number, user);
  const id = inbound.external_id ?? wamidOf(world, number, user, inbound.echo ? 'business' : 'customer');
  const message: Json = {
    ...(inbound.echo ? echoPartiesOf(number, identity) : senderOf(identity)),
    ...(inbound.group_id === undefined ? {} : { group_id: inbound.group_id }),
    id,
    timestamp: String(unixSeconds(world)),
    ...whatsappContent(world, number, user, inbound),
    ...inbound.extra,
  };
  if (!changeTarget(world, number, inbound, message)) {
    state.inbound.set(id, { asset_id: number.id, user, message, at: world.clock.now() });
    state.timeline.push(id);
  }
  if (shares) {
    state.setContact(number.id, user, { bsuid_only: false });
  }
  // A number counts as used if the person writes from it, which people with a username do not, or shares it.
  if (shares || (opensWindow(inbound) && identity.wa_id !== undefined && identity.username === undefined)) {
    use();
  }
  // System messages about a person have no contacts.
  const contacts = inbound.type === 'system' ? {} : { contacts: [callbackContact(identity)] };
  return {
    channel: 'whatsapp',
    business: number.business,
    business_id: number.id,
    event: inbound.echo ? 'echo' : 'message',
    external_id: id,
    to: handleOf(world, number, user),
    entry: inbound.echo
      ? whatsappEntry(number, { message_echoes: [message] }, 'smb_message_echoes')
      : whatsappEntry(number, { ...contacts, messages: [message] }),
  };
}

function senderOf({ wa_id, user_id, parent_user_id }: KnownIdentity): Json {
  return {
    ...(wa_id === undefined ? {} : { from: wa_id }),
    ...(user_id === undefined ? {} : { from_user_id: user_id }),
    ...(parent_user_id === undefined ? {} : { from_parent_user_id: parent_user_id }),
  };
}

/** "smb_message_echoes": the business's number and the customer. */
function echoPartiesOf(number: Asset, { wa_id, user_id }: KnownIdentity): Json {
  return { from: number.handle, ...(wa_id === undefined ? { to_user_id: user_id } : { to: wa_id }) };
}

/** Applies an edit or a deletion to the stored message. Returns whether the event is one. */
function changeTarget({ state }: World, number: Asset, { type, target = '' }: Inbound, message: Json): boolean {
  if (type !== 'edit' && type !== 'revoke') {
    return false;
  }
  const known = state.inbound.get(target);
  if (known?.asset_id !== number.id) {
    return true;
  }
  const { from, id, timestamp, group_id, context } = known.message;
  if (type === 'edit') {
    state.edited.add(target);
  }
  known.message =
    type === 'edit'
      ? { from, id, timestamp, group_id, context, ...object(object(message.edit).message) }
      : { from, id, timestamp, group_id, type: 'deleted' };
  return true;
}
