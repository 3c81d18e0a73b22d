import type { CallbackEvent } from '../callbacks/callback-event.ts';
import type { Report } from '../callbacks/report-statuses.ts';
import { callbackError } from '../graph/graph-error.ts';
import type { Asset, Contact, Json } from '../world/state.ts';
import { windowIsOpen } from '../world/window.ts';
import type { World } from '../world/world.ts';

const DAY_SECONDS = 24 * 60 * 60;

export function unixSeconds(world: World): number {
  return Math.floor(world.clock.now() / 1000);
}

/** One entry of a WhatsApp callback: the WABA, with one change of the number's `messages` field. */
export function whatsappEntry(number: Asset, value: Json): Json {
  const metadata = { display_phone_number: number.handle, phone_number_id: number.id };
  return {
    id: number.waba_id,
    changes: [{ value: { messaging_product: 'whatsapp', metadata, ...value }, field: 'messages' }],
  };
}

/** Returns `contacts[]` of a callback. A business-scoped ID replaces the number if the person hides it. */
export function callbackContact(user: string, contact: Contact): Json {
  const profile = {
    name: contact.name ?? user,
    ...(contact.username === undefined ? {} : { username: contact.username }),
  };
  return {
    profile,
    ...(contact.bsuid_only ? {} : { wa_id: user }),
    ...(contact.user_id === undefined ? {} : { user_id: contact.user_id }),
  };
}

/** "Status messages webhook reference": one status of one message. */
export function whatsappStatus(world: World, what: Report, status: string): CallbackEvent {
  const { asset, send, user } = what;
  const contact = world.state.contact(asset.id, user);
  const opaque = send.payload.biz_opaque_callback_data;
  const failed = status === 'failed';
  const statuses = [
    {
      id: send.external_id,
      status,
      timestamp: String(unixSeconds(world)),
      ...(contact.bsuid_only ? {} : { recipient_id: user }),
      ...(contact.user_id === undefined ? {} : { recipient_user_id: contact.user_id }),
      ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
      ...(failed
        ? { errors: [callbackError(what.code ?? 131026, { details: what.details })] }
        : billing(world, what, status)),
    },
  ];
  const value = { contacts: [callbackContact(user, contact)], statuses };
  return {
    channel: 'whatsapp',
    business: asset.business,
    business_id: asset.id,
    event: status,
    external_id: send.external_id,
    to: user,
    entry: whatsappEntry(asset, value),
  };
}

/**
 * Until v23, `conversation` and `pricing` are included in `sent` and in one of `delivered` and `read`, and only `sent`
 * has the conversation's expiry. From v24, `conversation` is missing.
 */
function billing(world: World, what: Report, status: string): Json {
  const delivered = what.statuses.includes('delivered');
  if (status !== 'sent' && status !== (delivered ? 'delivered' : 'read')) return {};
  const category = what.category ?? 'service';
  const free = category === 'service' || (category === 'utility' && windowIsOpen(world, what.asset, what.user));
  const type = free ? 'free_customer_service' : 'regular';
  const pricing = { billable: !free, pricing_model: 'PMP', type, category };
  if (world.settings.webhookVersion === 'v24.0') return { pricing };
  const expiry = { expiration_timestamp: String(unixSeconds(world) + DAY_SECONDS) };
  const id = conversationId(what);
  return { conversation: { id, ...(status === 'sent' ? expiry : {}), origin: { type: category } }, pricing };
}

/** Returns an ID that is stable for each person and category, like a conversation. */
function conversationId({ asset, user, category }: Report): string {
  return Buffer.from(`${asset.id}${user}${category ?? 'service'}`)
    .toString('hex')
    .padEnd(32, '0')
    .slice(-32);
}
