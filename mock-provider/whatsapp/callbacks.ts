import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { StatusReport } from '../callbacks/report-statuses.ts';
import { callbackError } from '../graph/graph-error.ts';
import { text } from '../graph/graph-request.ts';
import { handleOf, identityOf, type KnownIdentity } from '../world/people.ts';
import type { Asset, Json } from '../world/state.ts';
import { windowIsOpen } from '../world/window.ts';
import type { World } from '../world/world.ts';

const DAY_SECONDS = 24 * 60 * 60;

export function unixSeconds(world: World): number {
  return Math.floor(world.clock.now() / 1000);
}

/** One entry of a WhatsApp callback: the WABA, with one change of a field of the number. */
export function whatsappEntry(number: Asset, value: Json, field = 'messages'): Json {
  const metadata = { display_phone_number: number.handle, phone_number_id: number.id };
  return {
    id: number.waba_id,
    changes: [{ value: { messaging_product: 'whatsapp', metadata, ...value }, field }],
  };
}

/** Returns an element of `contacts[]` of a callback. */
export function callbackContact({ name, username, ...ids }: KnownIdentity): Json {
  return { profile: { name, ...(username === undefined ? {} : { username }) }, ...ids };
}

/**
 * "Status messages webhook reference": one status of one message. A message to a phone number is reported with that
 * number. A failure has no contact, and no ID of the person if the message was sent to a phone number.
 */
export function whatsappStatus(world: World, accepted: StatusReport, status: string): CallbackEvent {
  const { asset, send } = accepted;
  // Since then, the person may have been joined with another known person.
  const user = world.state.recipients.get(send.external_id) ?? accepted.user;
  const what = { ...accepted, user };
  const { username, ...ids } = identityOf(world, asset, user);
  const opaque = send.payload.biz_opaque_callback_data;
  const failed = status === 'failed';
  const byNumber = text(send.payload.to) !== undefined;
  const wa_id = byNumber ? world.state.numberOf(user) : ids.wa_id;
  const identified = !(failed && byNumber);
  const statuses = [
    {
      id: send.external_id,
      status,
      timestamp: String(unixSeconds(world)),
      ...(wa_id === undefined ? {} : { recipient_id: wa_id }),
      ...(identified && ids.user_id !== undefined ? { recipient_user_id: ids.user_id } : {}),
      ...(identified && ids.parent_user_id !== undefined ? { recipient_parent_user_id: ids.parent_user_id } : {}),
      ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
      ...(failed
        ? { errors: [callbackError(what.code ?? 131026, { details: what.details })] }
        : billing(world, what, status)),
    },
  ];
  const contact = {
    ...ids,
    ...(username === undefined || status === 'sent' ? {} : { username }),
    ...(wa_id === undefined ? {} : { wa_id }),
  };
  const value = { ...(failed ? {} : { contacts: [callbackContact(contact)] }), statuses };
  return {
    channel: 'whatsapp',
    business: asset.business,
    business_id: asset.id,
    event: status,
    external_id: send.external_id,
    to: handleOf(world, asset, user),
    entry: whatsappEntry(asset, value),
  };
}

/**
 * `pricing` is included in `sent` and in one of `delivered` and `read`. Until v23, so is `conversation`, and only `sent`
 * has the conversation's expiry.
 */
function billing(world: World, what: StatusReport, status: string): Json {
  const delivered = what.statuses.includes('delivered');
  if (status !== 'sent' && status !== (delivered ? 'delivered' : 'read')) {
    return {};
  }
  const category = what.category ?? 'service';
  const inService = category === 'service' || (category === 'utility' && windowIsOpen(world, what.asset, what.user));
  const free = inService && world.settings.pricing === 'free_service';
  const type = free ? 'free_customer_service' : 'regular';
  const price = { pricing: { billable: !free, pricing_model: 'PMP', type, category } };
  const pricing = world.settings.pricing === 'off' ? {} : price;
  if (world.settings.webhookVersion === 'v24.0') {
    return pricing;
  }
  const expiry = { expiration_timestamp: String(unixSeconds(world) + DAY_SECONDS) };
  const id = conversationId(what);
  return { conversation: { id, ...(status === 'sent' ? expiry : {}), origin: { type: category } }, ...pricing };
}

/** Returns an ID that is stable for each person and category, like a conversation. */
function conversationId({ asset, user, category }: StatusReport): string {
  return Buffer.from(`${asset.id}${user}${category ?? 'service'}`)
    .toString('hex')
    .padEnd(32, '0')
    .slice(-32);
}
