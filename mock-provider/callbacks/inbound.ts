import type { Channel, Json } from '../world/state.ts';

/** A message from a customer. */
export interface Inbound {
  channel: Channel;
  /** Phone number ID, page ID or Instagram account ID. */
  business_id: string;
  /**
   * WhatsApp: a phone number or a business-scoped user ID. After an ID without `phone`, callbacks about the person have
   * no number; with it, they have both.
   */
  from: { id: string; phone?: string; name?: string; username?: string | null };
  type: string;
  text?: string;
  /** The customer's file: these bytes, those of a `data:` or loopback URL, or generated ones. */
  media?: { url?: string; mime_type: string; bytes?: Uint8Array; filename?: string; voice?: boolean };
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  /** A choice: a reply button, a list row, a quick reply or a template's button. */
  button?: { payload: string; title: string };
  /** External ID of the quoted or tapped message. */
  reply_to?: string;
  reaction?: { message_id: string; emoji?: string };
  /** WhatsApp: contact cards in Meta's format. */
  contacts?: Json[];
  /** WhatsApp, type `contacts`: `contact_request` if the person tapped the button that asks for their number. */
  origin?: 'contact_request' | 'other';
  /** WhatsApp, type `system`: the person's number or user ID changes. */
  change?: IdentityChange;
  /** WhatsApp: the message was forwarded. */
  forwarded?: boolean;
  /** Instagram: the story that the message replies to. */
  story?: { url: string; id: string };
  /** Other fields of Meta's message object, which override ours. */
  extra?: Json;
  /** Instagram: accounts linked to a page have been seen with the page's ID in `entry[].id`. */
  entry_id?: string;
  /** Set it to send the same message twice. */
  external_id?: string;
}

/** A change of a person's number, which also changes their IDs, or else of their ID in this portfolio. */
export interface IdentityChange {
  phone?: string;
  /** @default a generated one */
  user_id?: string;
  /** `user_id_update` reports it in this field, as Meta documented it before August 2026. @default 'system' */
  as?: 'system' | 'user_id_update';
}
