import type { Ids } from './ids.ts';

export const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The credentials for connecting to a business, as printed by `wigwag mock`. */
export interface Credentials {
  access_token: string;
  /** `{id}|{secret}` is the app access token. */
  app_id: string;
  app_secret: string;
  verify_token: string;
  whatsapp: { phone_number_id: string; waba_id: string };
  messenger: { page_id: string };
  instagram: { account_id: string };
}

/** A number, page or Instagram account: an object with `/{id}/messages`. */
export interface Asset {
  channel: Channel;
  id: string;
  business: Business;
  name: string;
  /** WhatsApp: digits, as in `display_phone_number`. Instagram: the username. Messenger: the name again. */
  handle: string;
  /** WhatsApp only. */
  waba_id?: string;
}

export interface Business {
  id: string;
  access_token: string;
  callbackUrl?: string;
}

export type Json = Record<string, unknown>;

/** A message template in Meta's format. */
export interface Template {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  parameter_format: 'POSITIONAL' | 'NAMED';
  components: Json[];
  rejected_reason: string;
  quality_score: { score: string; date: number };
  [field: string]: unknown;
}

export interface Waba {
  id: string;
  business: Business;
  templates: Template[];
  /** Creations, for the hourly limit. */
  created: number[];
}

/** One send that was accepted. */
export interface Send {
  channel: Channel;
  business_id: string;
  to: string;
  type: string;
  external_id: string;
  /** ISO 8601. */
  at: string;
  /** The unchanged body of the request. */
  payload: Json;
  /** The last reported status; `accepted` before the first. */
  status: string;
}

/** A message marked as read, or a `sender_action`. */
export interface Read {
  channel: Channel;
  business_id: string;
  message_id?: string;
  to?: string;
  at: string;
  payload: Json;
}

/** A person as known to one asset. */
export interface Contact {
  name?: string;
  /** WhatsApp's format of the number, if it differs from the number that a business sends to. */
  wa_id?: string;
  /** Business-scoped user ID. */
  user_id?: string;
  username?: string;
  /** If true, callbacks have `user_id` and no phone number. */
  bsuid_only?: boolean;
  /** Not on WhatsApp: sends fail with 131026. */
  unreachable?: boolean;
}

export interface Media {
  id: string;
  asset_id: string;
  bytes: Uint8Array;
  mime_type: string;
  sha256: string;
  filename?: string;
  expires_at: number;
  inbound: boolean;
}

/** Business-scoped user IDs: a country and an ID, as in `US.13491208655302741918`. */
export const BSUID = /^[A-Z]{2}\.[\w.]+$/;

/** WhatsApp writes Mexican numbers with a 1 after the country code, the format used until 2019. */
const named = (user: string): string => user.replace(/^52(\d{10})$/, '521$1');

const digitsOf = (number: string): string => number.replace(/[\s()+.-]/g, '');

/** A person, for one asset or for all. */
const keyOf = (assetId: string, user: string): string => `${assetId}|${named(user)}`;

/** The complete state of the mock. A reset replaces it. */
export class State {
  readonly ids: Ids;
  readonly businesses: Business[] = [];
  readonly assets = new Map<string, Asset>();
  readonly wabas = new Map<string, Waba>();
  readonly tokens = new Map<string, Business>();
  /** Formerly valid tokens, with the 190 subcode that they now return. */
  readonly deadTokens = new Map<string, number>();
  readonly sends: Send[] = [];
  readonly sendsById = new Map<string, Send>();
  /** Messages from customers: sender, message and recipient. */
  readonly inbound = new Map<string, { asset_id: string; user: string; message: Json }>();
  readonly media = new Map<string, Media>();
  /** Messenger and Instagram: attachments stored for sending by ID. */
  readonly attachments = new Map<string, { business: Business; url: string; expires_at: number }>();
  /** Messenger and Instagram: the people that references such as a comment's ID point to. */
  readonly referred = new Map<string, string>();
  /** Business profiles of numbers, and Messenger profiles of pages and accounts. */
  readonly profiles = new Map<string, Json>();
  readonly reads: Read[] = [];
  /** WABAs, pages and accounts whose callbacks the app does not receive. */
  readonly unsubscribed = new Set<string>();
  /** Pages and accounts for which the app subscribed to only some kinds of events. */
  readonly subscribedFields = new Map<string, string[]>();
  /** Objects that the app is not subscribed to. */
  readonly silenced = new Set<string>();
  /** Fields of an object that the app named when it subscribed. */
  readonly appFields = new Map<string, string[]>();
  /** WABAs with a separate callback URL. */
  readonly callbackOverrides = new Map<string, string>();
  readonly buckets = new Map<string, { tokens: number; at: number }>();
  readonly #windows = new Map<string, number>();
  readonly #usersById = new Map<string, string>();
  readonly #contacts = new Map<string, Contact>();
  /** WhatsApp's format of a number, if it differs. */
  readonly #spellings = new Map<string, string>();

  constructor(ids: Ids) {
    this.ids = ids;
  }

  /** Records that a customer wrote, which opens or restarts their window with this asset. */
  openWindow(assetId: string, user: string, at: number): void {
    this.#windows.set(keyOf(assetId, user), at);
  }

  /** Returns when the customer last wrote to this asset. */
  lastInbound(assetId: string, user: string): number | undefined {
    return this.#windows.get(keyOf(assetId, user));
  }

  contact(assetId: string, user: string): Contact {
    return { ...this.#contacts.get(keyOf('', user)), ...this.#contacts.get(keyOf(assetId, user)) };
  }

  /** Changes data about a person for one asset. Without an asset, overrides the data of all assets. */
  setContact(assetId: string | undefined, user: string, contact: Omit<Contact, 'wa_id'>): void {
    if (contact.user_id !== undefined) this.#usersById.set(contact.user_id, user);
    const key = keyOf(assetId ?? '', user);
    const known = assetId === undefined ? [...this.#contacts.keys()].filter((one) => one.endsWith(key)) : [];
    for (const one of new Set([key, ...known])) this.#contacts.set(one, { ...this.#contacts.get(one), ...contact });
  }

  /** Maps this number to another format, for one asset or for all. */
  spell(assetId: string | undefined, number: string, wa_id: string): void {
    this.#spellings.set(keyOf(assetId ?? '', digitsOf(number)), wa_id);
  }

  /** Returns a person's key, from any format of their number or from their BSUID. */
  userOf(assetId: string, input: string): string {
    if (BSUID.test(input)) return this.#usersById.get(input) ?? input;
    const digits = digitsOf(input);
    if (!/^\d+$/.test(digits)) return '';
    return this.#spellings.get(keyOf(assetId, digits)) ?? this.#spellings.get(keyOf('', digits)) ?? named(digits);
  }

  knows(assetId: string, user: string): boolean {
    return (
      this.#windows.has(keyOf(assetId, user)) ||
      this.#contacts.has(keyOf(assetId, user)) ||
      this.#contacts.has(keyOf('', user))
    );
  }

  template(wabaId: string, name: string, language: string): Template | undefined {
    return this.wabas.get(wabaId)?.templates.find((one) => one.name === name && one.language === language);
  }
}
