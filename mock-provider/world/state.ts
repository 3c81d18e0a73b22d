import type { Ids } from './ids.ts';

export const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What the owner of a business needs to connect to it; the shape is printed by `wigwag mock` (design 4.5). */
export interface Credentials {
  access_token: string;
  /** With the secret behind it and `|` between them it is the app access token. */
  app_id: string;
  app_secret: string;
  verify_token: string;
  whatsapp: { phone_number_id: string; waba_id: string };
  messenger: { page_id: string };
  instagram: { account_id: string };
}

/** A number, page or Instagram account: whatever has its own `/{id}/messages`. */
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

/** A message template in Meta's own form. */
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
  /** The request's body as it came. */
  payload: Json;
  /** The last status that was reported, `accepted` before the first. */
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

/** A person as one asset knows them. */
export interface Contact {
  name?: string;
  /** WhatsApp's own spelling of the number, where it differs from the one a business writes to. */
  wa_id?: string;
  /** Business-scoped user id. */
  user_id?: string;
  username?: string;
  /** Callbacks then carry `user_id` and no phone number. */
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

/** Business-scoped user ids: a country and an id, as in `US.13491208655302741918`. */
export const BSUID = /^[A-Z]{2}\.[\w.]+$/;

/** WhatsApp names people in Mexico with a 1 behind the country code, as numbers were written until 2019. */
const named = (user: string): string => user.replace(/^52(\d{10})$/, '521$1');

const digitsOf = (number: string): string => number.replace(/[\s()+.-]/g, '');

/** A person, of one asset or of all. */
const keyOf = (assetId: string, user: string): string => `${assetId}|${named(user)}`;

/** Everything the pretended Meta remembers; a reset replaces it as a whole. */
export class State {
  readonly ids: Ids;
  readonly businesses: Business[] = [];
  readonly assets = new Map<string, Asset>();
  readonly wabas = new Map<string, Waba>();
  readonly tokens = new Map<string, Business>();
  /** Tokens that were valid once, with the 190 subcode that now answers them. */
  readonly deadTokens = new Map<string, number>();
  readonly sends: Send[] = [];
  readonly sendsById = new Map<string, Send>();
  /** Messages of customers: who wrote what to whom. */
  readonly inbound = new Map<string, { asset_id: string; user: string; message: Json }>();
  readonly media = new Map<string, Media>();
  /** Messenger and Instagram: what was kept to be sent by its id. */
  readonly attachments = new Map<string, { business: Business; url: string; expires_at: number }>();
  /** Messenger and Instagram: the people behind references like a comment's id. */
  readonly referred = new Map<string, string>();
  /** The business profile of a number, the Messenger profile of a page or account. */
  readonly profiles = new Map<string, Json>();
  readonly reads: Read[] = [];
  /** WABAs, pages and accounts whose callbacks the app does not get. */
  readonly unsubscribed = new Set<string>();
  /** Pages and accounts of which the app asked for some kinds of events alone. */
  readonly subscribedFields = new Map<string, string[]>();
  /** Objects that the app is not subscribed to at all. */
  readonly silenced = new Set<string>();
  /** Fields of an object that the app named when it subscribed. */
  readonly appFields = new Map<string, string[]>();
  /** WABAs whose callbacks go elsewhere than the app's. */
  readonly callbackOverrides = new Map<string, string>();
  readonly buckets = new Map<string, { tokens: number; at: number }>();
  readonly #windows = new Map<string, number>();
  readonly #usersById = new Map<string, string>();
  readonly #contacts = new Map<string, Contact>();
  /** WhatsApp's own spelling of a number, where it differs. */
  readonly #spellings = new Map<string, string>();

  constructor(ids: Ids) {
    this.ids = ids;
  }

  /** The customer wrote: their window with this asset opens, or starts anew. */
  openWindow(assetId: string, user: string, at: number): void {
    this.#windows.set(keyOf(assetId, user), at);
  }

  /** When the customer last wrote to this asset. */
  lastInbound(assetId: string, user: string): number | undefined {
    return this.#windows.get(keyOf(assetId, user));
  }

  contact(assetId: string, user: string): Contact {
    return { ...this.#contacts.get(keyOf('', user)), ...this.#contacts.get(keyOf(assetId, user)) };
  }

  /** Changes what is known about a person: for one asset or, without one, for all, whatever each knew before. */
  setContact(assetId: string | undefined, user: string, contact: Omit<Contact, 'wa_id'>): void {
    if (contact.user_id !== undefined) this.#usersById.set(contact.user_id, user);
    const key = keyOf(assetId ?? '', user);
    const known = assetId === undefined ? [...this.#contacts.keys()].filter((one) => one.endsWith(key)) : [];
    for (const one of new Set([key, ...known])) this.#contacts.set(one, { ...this.#contacts.get(one), ...contact });
  }

  /** From now on this number stands for that one, for one asset or for all. */
  spell(assetId: string | undefined, number: string, wa_id: string): void {
    this.#spellings.set(keyOf(assetId ?? '', digitsOf(number)), wa_id);
  }

  /** The one name under which a person is remembered, from any spelling of their number or from their BSUID. */
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
