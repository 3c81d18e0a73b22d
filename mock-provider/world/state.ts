import { BSUID, IdentityStore, PARENTS } from './identities.ts';
import type { Ids } from './ids.ts';
import { whatsAppForm } from './phone-forms.ts';

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
  /** WhatsApp: the business-scoped user ID, instead of a generated one. */
  user_id?: string;
  /** Null removes it. */
  username?: string | null;
  /** WhatsApp: if true, callbacks never have the phone number. */
  bsuid_only?: boolean;
  /** WhatsApp: whether the business has the number in its contact book, so that callbacks have it. */
  in_contact_book?: boolean;
  /** Not on WhatsApp: sends fail with 131026. */
  unreachable?: boolean;
}

export interface MediaFile {
  id: string;
  asset_id: string;
  bytes: Uint8Array;
  mime_type: string;
  sha256: string;
  filename?: string;
  expires_at: number;
  inbound: boolean;
}

const digitsOf = (number: string): string => number.replace(/[\s()+.-]/g, '');

/** A person, for one asset or for all. */
const keyOf = (assetId: string, user: string): string => `${assetId}|${whatsAppForm(user)}`;

const movedKey = (key: string, from: string, to: string): string | undefined =>
  key.endsWith(`|${from}`) ? `${key.slice(0, -from.length)}${to}` : undefined;

/** Fields of a contact that the state stores with the person's other identifiers. */
type StoredApart = 'wa_id' | 'user_id' | 'in_contact_book';

/** The complete state of the mock. A reset replaces it. */
export class State {
  readonly ids: Ids;
  readonly businesses: Business[] = [];
  readonly assets = new Map<string, Asset>();
  readonly wabas = new Map<string, Waba>();
  /** The ID of the WABA of each template, by template ID. */
  readonly templateWabas = new Map<string, string>();
  readonly tokens = new Map<string, Business>();
  /** Formerly valid tokens, with the 190 subcode that they now return. */
  readonly deadTokens = new Map<string, number>();
  readonly sends: Send[] = [];
  readonly sendsById = new Map<string, Send>();
  /** Messages from customers: sender, message, recipient and, in milliseconds, when the mock received it. */
  readonly inbound = new Map<string, { asset_id: string; user: string; message: Json; at?: number }>();
  /** The IDs of all messages in both directions, in order. */
  readonly timeline: string[] = [];
  readonly media = new Map<string, MediaFile>();
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
  /** WhatsApp: the recipient of each send. */
  readonly recipients = new Map<string, string>();
  /** The IDs of received messages that the person edited. */
  readonly edited = new Set<string>();
  /** Grows with each change of a person, so that readers can keep what they computed. */
  revision = 0;
  readonly #windows = new Map<string, number>();
  readonly #contacts = new Map<string, Contact>();
  /** WhatsApp's format of a number, if it differs. */
  readonly #spellings = new Map<string, string>();
  readonly #identities = new IdentityStore();
  /** When a number and a person last used the person's phone number. */
  readonly #reached = new Map<string, number>();
  /** "Contact book": the people whose phone numbers a portfolio keeps. */
  readonly #contactBook = new Set<string>();

  constructor(ids: Ids) {
    this.ids = ids;
  }

  /** Records that a customer wrote, which opens or restarts their window with this asset. */
  keepSend(send: Send): void {
    this.sends.push(send);
    this.sendsById.set(send.external_id, send);
    this.timeline.push(send.external_id);
  }

  openWindow(assetId: string, user: string, at: number): void {
    this.revision++;
    this.#windows.set(keyOf(assetId, user), at);
  }

  /** Returns when the customer last wrote to this asset. */
  lastInbound(assetId: string, user: string): number | undefined {
    return this.#windows.get(keyOf(assetId, user));
  }

  contact(assetId: string, user: string): Omit<Contact, StoredApart> {
    return { ...this.#contacts.get(keyOf('', user)), ...this.#contacts.get(keyOf(assetId, user)) };
  }

  /** Changes data about a person for one asset. Without an asset, overrides the data of all assets. */
  setContact(assetId: string | undefined, user: string, contact: Omit<Contact, StoredApart>): void {
    this.revision++;
    const key = keyOf(assetId ?? '', user);
    const known = assetId === undefined ? [...this.#contacts.keys()].filter((one) => one.endsWith(key)) : [];
    for (const one of new Set([key, ...known])) {
      this.#contacts.set(one, { ...this.#contacts.get(one), ...contact });
    }
  }

  /** Maps this number to another format, for one asset or for all. */
  spell(assetId: string | undefined, number: string, wa_id: string): void {
    this.revision++;
    this.#spellings.set(keyOf(assetId ?? '', digitsOf(number)), digitsOf(wa_id));
  }

  /** Maps numbers to WhatsApp's format of them, for all assets. */
  spellAll(waIds: Readonly<Record<string, string>>): void {
    for (const [number, wa_id] of Object.entries(waIds)) {
      this.spell(undefined, number, wa_id);
    }
  }

  /** Returns the key of a person, from any format of their number or from an ID; empty if there is none. */
  userOf(assetId: string, input: string): string {
    if (BSUID.test(input)) {
      return this.#identities.owner(this.scopeOf(assetId, input), input) ?? '';
    }
    const digits = digitsOf(input);
    if (!/^\d+$/.test(digits)) {
      return '';
    }
    const spelled = this.#spellings.get(keyOf(assetId, digits)) ?? this.#spellings.get(keyOf('', digits));
    return this.#identities.keyOf(spelled ?? whatsAppForm(digits));
  }

  /** Returns the person's number in WhatsApp's format, if the mock has it. */
  numberOf(user: string): string | undefined {
    return this.#identities.numberOf(user);
  }

  /** Returns the ID that the number's portfolio, or its parent account, has for a person. */
  userIdOf(scope: string, user: string): string {
    const known = this.#identities.userId(scope, user);
    if (known !== undefined) {
      return known;
    }
    const id = this.#identities.generate(scope, user);
    // After a restart of the mock, an app may use the ID before the person's number is known.
    const earlier = this.#identities.owner(scope, id);
    if (earlier !== undefined) {
      this.join(earlier, user);
    }
    this.#identities.assign(scope, user, id);
    return id;
  }

  /** Gives a person this ID, in one portfolio or in all. Another person who had the ID is the same person. */
  assignUserId(scope: string, user: string, id: string): void {
    this.revision++;
    const earlier = this.#identities.owner(scope, id);
    if (earlier !== undefined && earlier !== user) {
      this.join(earlier, user);
    }
    this.#identities.assign(scope, user, id);
  }

  /** Adds a person with an ID and without a number. */
  addUser(scope: string, id: string): string {
    this.revision++;
    const key = `${scope}/${id}`;
    this.#identities.assign(scope, key, id);
    return key;
  }

  /** Replaces a person's ID in a portfolio. */
  changeUserId(scope: string, user: string, id?: string): void {
    this.revision++;
    const changed = id ?? this.#identities.next(scope, user, this.userIdOf(scope, user));
    this.#identities.assign(scope, user, changed);
  }

  changeNumber(user: string, number: string): void {
    this.revision++;
    this.#identities.changeNumber(user, whatsAppForm(digitsOf(number)));
  }

  /** The portfolio of a WhatsApp number, or the parent accounts for a parent ID. */
  scopeOf(assetId: string, userId = ''): string {
    return /^..\.ENT\./.test(userId) ? PARENTS : (this.assets.get(assetId)?.waba_id ?? '');
  }

  /** Records that a number and a person used the person's phone number. */
  reach(assetId: string, user: string, at: number, contactBook: boolean): void {
    this.revision++;
    this.#reached.set(keyOf(assetId, user), at);
    if (contactBook) {
      this.#contactBook.add(keyOf(this.scopeOf(assetId), user));
    }
  }

  /** Returns when a number and a person last used the person's phone number. */
  lastReached(assetId: string, user: string): number | undefined {
    return this.#reached.get(keyOf(assetId, user));
  }

  inContactBook(assetId: string, user: string): boolean {
    return this.#contactBook.has(keyOf(this.scopeOf(assetId), user));
  }

  /** Adds a person to the contact book of a number's portfolio, or removes them and the record of earlier contacts. */
  keepInContactBook(assetId: string, user: string, kept: boolean): void {
    if (kept) {
      this.#contactBook.add(keyOf(this.scopeOf(assetId), user));
      return;
    }
    this.#contactBook.delete(keyOf(this.scopeOf(assetId), user));
    for (const asset of this.assets.values()) {
      if (asset.waba_id === this.scopeOf(assetId)) {
        this.#reached.delete(keyOf(asset.id, user));
      }
    }
  }

  clearContactBook(): void {
    this.#contactBook.clear();
  }

  /** Makes a person who was known by an ID only the same as one with a number. @throws if both have numbers */
  join(from: string, to: string): void {
    this.revision++;
    if (this.numberOf(from) !== undefined) {
      throw new Error('The business-scoped user ID belongs to another person');
    }
    this.#identities.join(from, to);
    for (const map of [this.#windows, this.#reached] as Map<string, number>[]) {
      for (const [one, at] of [...map]) {
        const moved = movedKey(one, from, to);
        if (moved === undefined) {
          continue;
        }
        map.delete(one);
        map.set(moved, Math.max(at, map.get(moved) ?? 0));
      }
    }
    for (const [one, contact] of [...this.#contacts]) {
      const moved = movedKey(one, from, to);
      if (moved === undefined) {
        continue;
      }
      this.#contacts.delete(one);
      this.#contacts.set(moved, { ...this.#contacts.get(moved), ...contact });
    }
    for (const message of this.inbound.values()) {
      if (message.user === from) {
        message.user = to;
      }
    }
    for (const [id, user] of this.recipients) {
      if (user === from) {
        this.recipients.set(id, to);
      }
    }
  }

  /** Returns the people that this asset knows. */
  people(assetId: string): string[] {
    const keys = this.#people()
      .flatMap((map) => [...map.keys()])
      .filter((one) => one.startsWith(`${assetId}|`));
    return [...new Set(keys.map((one) => one.slice(assetId.length + 1)))];
  }

  /** Returns whether this asset knows a person, without listing all of them. */
  hasPerson(assetId: string, user: string): boolean {
    return this.#people().some((map) => map.has(keyOf(assetId, user)));
  }

  /** Everything that is kept for an asset and a person. */
  #people(): ReadonlyMap<string, unknown>[] {
    return [this.#windows, this.#contacts, this.#reached];
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
