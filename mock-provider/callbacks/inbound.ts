import type { Channel, Json } from '../world/state.ts';

/** A file of a message: these bytes, those of a `data:` or loopback URL, or generated ones. */
export interface InboundFile {
  url?: string;
  mime_type: string;
  bytes?: Uint8Array;
  filename?: string;
  voice?: boolean;
}

/** A message from a customer, or one that the business wrote outside the API. */
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
  media?: InboundFile;
  /** Messenger and Instagram: more files in the same message, each with its own type. */
  files?: (InboundFile & { type: string })[];
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  /** A choice: a reply button, a list row, a quick reply or a template's button. Meta omits some payloads. */
  button?: { payload?: string; title: string };
  /** External ID of the quoted or tapped message. */
  reply_to?: string;
  reaction?: { message_id: string; emoji?: string };
  /** WhatsApp: contact cards in Meta's format. */
  contacts?: Json[];
  /** WhatsApp, type `order`: Meta's `catalog_id`, `text` and `product_items`. */
  order?: Json;
  /** WhatsApp, type `nfm_reply`: the answer to a flow. An object becomes JSON text, as Meta sends it; text stays. */
  form?: { response: Json | string; name?: string; text?: string };
  /** The ad, post, link or product that the person came from, in Meta's format. Type `referral` has nothing else. */
  referral?: Json;
  /** WhatsApp: the product that the message asks about. */
  product?: { catalog_id: string; product_retailer_id: string };
  /** Messenger and Instagram: a shared post, reel or story, or the preview of a link. @default type: the message's */
  share?: { type?: string; url?: string; title?: string; id?: string };
  /** Types `edit`, `revoke` and `deleted`: the external ID of the message that changes. */
  target?: string;
  /** WhatsApp: the group in which the person wrote. */
  group_id?: string;
  /** WhatsApp: Meta's code for why the content is missing, such as 131052 for a file. */
  error?: number;
  /** WhatsApp, type `system`: Meta's object for other changes, such as `customer_identity_changed`. */
  system?: Json;
  /** The business wrote the message in its WhatsApp Business app or its inbox. `from` is still the customer. */
  echo?: boolean;
  /**
   * Messenger and Instagram: sends the event in `standby`, as if another app had the thread. `also` sends it twice, the
   * second time in `standby` and without the payload of a postback.
   */
  standby?: boolean | 'also';
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
