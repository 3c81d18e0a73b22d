import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundedText } from '../bounded-body.ts';
import type { Exchange } from '../exchange.ts';
import { expectThat } from '../expectations.ts';
import { noResponse } from '../no-response.ts';
import { CaseFailure, Untestable } from '../verdict.ts';
import type { GraphCall, GraphProxy } from './graph.ts';
import type { Channel, IntegrationTarget } from './target.ts';

/** The mock provider over HTTP. */
export interface MockAccess {
  url: string;
  app_secret: string;
  verify_token: string;
  whatsapp: { phone_number_id: string; waba_id: string };
  messenger?: { page_id: string };
  instagram?: { account_id: string };
}

export type Json = Record<string, unknown>;

/** State shared by all cases of a run. */
export interface IntegrationSession {
  target: IntegrationTarget;
  mock: MockAccess;
  graph: GraphProxy;
  next: () => number;
  /** Whether the app answers a text, by channel, once it is known. */
  answers: Map<Channel, Promise<boolean>>;
  /** Durations of the callbacks that got a response, in milliseconds. */
  durations: number[];
  /** The longest time that the suite has waited for an answer that came. On a busy machine, answers come late. */
  slowestAnswer: number;
}

/** How to post a callback. */
export interface Posting {
  /** Returns the signature; undefined sends none. @default the right one */
  signature?: (raw: string) => string | undefined;
  /** Changes the body after it is signed. */
  spoil?: (raw: string) => string;
}

const DEFAULT_PATIENCE_SECONDS = 5;
/** Timeout of a callback. */
const TIMEOUT_MILLISECONDS = 20_000;
/** How often the suite waits for an app to be quiet. */
const MAX_WAITS = 20;
/** How long an app must be quiet, unless its answers take longer. */
const QUIET_MILLISECONDS = 1500;
/** The app's own number, as people see it. */
const DISPLAY_NUMBER = '15550100';

/** JSON as Meta writes it, with escaped Unicode. */
const escaped = (body: unknown): string =>
  JSON.stringify(body).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The tools of one case. */
export class IntegrationContext {
  readonly answers: Exchange[] = [];
  readonly session: IntegrationSession;
  readonly patience: number;

  constructor(session: IntegrationSession) {
    this.session = session;
    this.patience = (session.target.patience_seconds ?? DEFAULT_PATIENCE_SECONDS) * 1000;
  }

  /** The app's own number, as callbacks of the suite have it. */
  readonly displayNumber = DISPLAY_NUMBER;

  /** Returns a phone number, or an ID of the page or account, that is unique to the case. */
  person(channel: Channel = 'whatsapp'): string {
    return `${channel === 'whatsapp' ? '90555' : '678901234'}${String(this.session.next()).padStart(7, '0')}`;
  }

  /** Returns a word that no other case uses. */
  word(): string {
    return `quince${this.session.next()}`;
  }

  /** Returns the ID of the number, page or account; undefined if the mock has none. */
  business(channel: Channel): string | undefined {
    const { whatsapp, messenger, instagram } = this.session.mock;
    return { whatsapp: whatsapp.phone_number_id, messenger: messenger?.page_id, instagram: instagram?.account_id }[
      channel
    ];
  }

  userId(): string {
    return `TR.${String(this.session.next()).padStart(17, '13491208')}`;
  }

  /** Calls the mock. */
  async mock(method: string, path: string, body?: Json): Promise<Json> {
    const response = await fetch(`${this.session.mock.url}/_mock/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const data = (await response.json()) as Json;
    if (!response.ok) {
      throw new Error(`the mock refused ${method} ${path}: ${JSON.stringify(data)}`);
    }
    return data;
  }

  /**
   * A customer writes; Meta sends the callback, and repeats it later if the app does not accept it. Returns Meta's ID of
   * the message when the app has responded, or not in time.
   */
  async writes(
    from: string | Json,
    message: Json = { type: 'text', text: 'Hello' },
    channel: Channel = 'whatsapp',
  ): Promise<string> {
    return (await this.#receive(from, message, channel)).id;
  }

  /** A customer writes. Returns Meta's ID of the message. @throws {CaseFailure} if the app does not accept the callback */
  async delivers(from: string, message: Json, channel: Channel = 'whatsapp'): Promise<string> {
    const { id, refusal } = await this.#receive(from, message, channel);
    if (refusal !== undefined) {
      const of = JSON.stringify(message).slice(0, 500);
      throw new CaseFailure(`${refusal} of ${of}`, { expected: `2xx for ${of}`, got: refusal });
    }
    return id;
  }

  async #receive(from: string | Json, message: Json, channel: Channel): Promise<{ id: string; refusal?: string }> {
    const sender = typeof from === 'string' ? { id: from, name: 'Ada' } : { name: 'Ada', ...from };
    const key = Buffer.from(`${sender.id}-${this.session.next()}`).toString('base64');
    const external_id = channel === 'whatsapp' ? `wamid.${key}` : `m_${key}`;
    const inbound = { channel, business_id: this.business(channel), from: sender, external_id, ...message };
    const id = String(message.external_id ?? external_id);
    try {
      await this.mock('POST', 'receive', inbound);
      return { id };
    } catch (error) {
      const refusal = (error as Error).message;
      if (!refusal.includes('did not accept the callback')) {
        throw error;
      }
      return { id, refusal };
    }
  }

  /** Opens a customer's window without a message. */
  async opensWindow(user: string, channel: Channel = 'whatsapp'): Promise<void> {
    await this.mock('POST', 'windows', { business_id: this.business(channel), user });
  }

  /** Returns a callback with these fields of `value`, as Meta would send it. */
  envelope(value: Json, field = 'messages'): Json {
    const { phone_number_id, waba_id } = this.session.mock.whatsapp;
    const metadata = { display_phone_number: DISPLAY_NUMBER, phone_number_id };
    return {
      object: 'whatsapp_business_account',
      entry: [{ id: waba_id, changes: [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }] }],
    };
  }

  /** Returns a callback about the account, as Meta would send it. */
  accountEnvelope(value: Json, field: string): Json {
    const { waba_id } = this.session.mock.whatsapp;
    return {
      object: 'whatsapp_business_account',
      entry: [{ id: waba_id, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }],
    };
  }

  /** Returns a callback of Messenger or Instagram with these events in each entry. */
  pageEnvelope(channel: Channel, ...entries: Json[][]): Json {
    const [id, time] = [this.business(channel), Date.now()];
    return {
      object: channel === 'instagram' ? 'instagram' : 'page',
      entry: entries.map((messaging) => ({ id, time, messaging })),
    };
  }

  /** Returns an event of a person on Messenger or Instagram. @param content such as `message` @default a text */
  pageEvent(channel: Channel, sender: string, content?: Json): Json {
    const mid = `m_${sender}-${this.session.next()}`;
    const own = content ?? { message: { mid, text: 'Hello' } };
    return { sender: { id: sender }, recipient: { id: this.business(channel) }, timestamp: Date.now(), ...own };
  }

  /** Returns `contacts` and `messages` of a text. */
  text(from: string, more: Json = {}): Json {
    const message = {
      from,
      id: `wamid.${Buffer.from(`${from}-${this.session.next()}`).toString('base64')}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: 'Hello' },
      ...more,
    };
    return { contacts: [{ profile: { name: 'Ada' }, wa_id: from }], messages: [message] };
  }

  /** Posts a callback to the app, without the mock. Returns the status. */
  async post(body: unknown, { signature = (raw) => this.signed(raw), spoil }: Posting = {}): Promise<number> {
    const raw = escaped(body);
    const sent = spoil ? spoil(raw) : raw;
    const value = signature(raw);
    const headers = {
      'content-type': 'application/json',
      ...(value !== undefined && { 'x-hub-signature-256': value }),
    };
    return (await this.call('POST', this.session.target.callback_url, headers, sent)).status;
  }

  signed(raw: string, secret = this.session.mock.app_secret): string {
    return `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
  }

  /** Calls the app. @throws {CaseFailure} if it does not respond */
  async call(method: string, url: string, headers: Record<string, string> = {}, body?: string): Promise<Exchange> {
    const request = { method, url, headers, body: body?.slice(0, 4000) };
    const begun = performance.now();
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const text = await boundedText(response);
      const exchange = { request, status: response.status, headers: Object.fromEntries(response.headers), text };
      this.answers.push(exchange);
      this.session.durations.push(performance.now() - begun);
      return exchange;
    } catch (error) {
      const why = noResponse(error, TIMEOUT_MILLISECONDS / 1000);
      // Meta asks for a response within seconds, so an app that gives none in this time fails.
      const message = `${method} of the callback got no response: ${why}`;
      throw new CaseFailure(message, { expected: 'a response', got: why });
    }
  }

  /** Returns the sends to a person, oldest first, without read receipts and typing indicators. */
  sends(person: string): GraphCall[] {
    return this.sendsTo((to) => to === person);
  }

  /** Returns the sends to recipients for which the function returns true. */
  sendsTo(isMeant: (to: string) => boolean): GraphCall[] {
    return this.session.graph.calls.filter(
      ({ path, json, request }) =>
        request.method === 'POST' &&
        /\/messages(\?|$)/.test(path) &&
        json?.status === undefined &&
        json?.sender_action === undefined &&
        [json?.to, json?.recipient, json?.recipient?.id].some(
          (to) => ['string', 'number'].includes(typeof to) && isMeant(String(to).replace(/^\+/, '')),
        ),
    );
  }

  /** Waits until the app sends to a person. Returns the sends so far, none if it does not send in time. */
  async sent(person: string, atLeast = 1, milliseconds = this.patience): Promise<GraphCall[]> {
    const began = Date.now();
    for (const until = began + milliseconds; Date.now() < until; await sleep(20)) {
      if (this.sends(person).length >= atLeast) {
        this.session.slowestAnswer = Math.max(this.session.slowestAnswer, Date.now() - began);
        break;
      }
    }
    return this.sends(person);
  }

  /**
   * Returns the sends to a person after the app has been quiet for as long as it usually takes.
   *
   * @throws {CaseFailure} if the app does not stop sending
   */
  async settled(person: string): Promise<GraphCall[]> {
    let before = -1;
    for (let waits = 0; before !== this.sends(person).length; waits++) {
      if (waits === MAX_WAITS) {
        throw new CaseFailure('the app does not stop sending to one person', { got: this.sends(person).length });
      }
      before = this.sends(person).length;
      await sleep(Math.min(this.patience, Math.max(QUIET_MILLISECONDS, 2 * this.session.slowestAnswer)));
    }
    return this.sends(person);
  }

  /** Returns the sends to a person whom the app usually answers, after its answer and a quiet time. */
  async answered(person: string): Promise<GraphCall[]> {
    await this.sent(person);
    return this.settled(person);
  }

  /** Returns whether the app answers a customer's text on this channel. */
  async isAnswering(channel: Channel = 'whatsapp'): Promise<boolean> {
    const { answers, target } = this.session;
    if (this.business(channel) === undefined || target.channels?.includes(channel) === false) {
      return false;
    }
    const known =
      answers.get(channel) ??
      (async () => {
        const person = this.person(channel);
        await this.writes(person, undefined, channel);
        return (await this.sent(person)).length > 0;
      })();
    answers.set(channel, known);
    return known;
  }

  /** Returns the reports in fields to which the app subscribes. @throws {Untestable} if there are none */
  subscribed<T>(reports: readonly (readonly [field: string, value: T])[]): (readonly [field: string, value: T])[] {
    const { fields } = this.session.target;
    const own = reports.filter(([field]) => field === 'messages' || fields === undefined || fields.includes(field));
    if (own.length === 0) {
      const names = [...new Set(reports.map(([field]) => field))];
      throw new Untestable(`needs an app that subscribes to ${names.join(' or ')}`);
    }
    return own;
  }

  /** @throws {Untestable} if the app does not answer a customer's text */
  async requireAnswers(): Promise<void> {
    if (!(await this.isAnswering())) {
      throw new Untestable('needs an app that answers a customer who writes "Hello"');
    }
  }

  /**
   * Checks that the app still answers other customers, if it answers at all. The same customer may rightly get no
   * answer, for example because the app waits for an agent.
   */
  async requireAlive(channel: Channel = 'whatsapp'): Promise<void> {
    if (await this.isAnswering(channel)) {
      const other = this.person(channel);
      await this.writes(other, undefined, channel);
      if ((await this.sent(other)).length === 0) {
        expectThat(false, 'the app still answers other customers', []);
      }
    }
  }
}

/** A case of the judge of integrations. */
export interface IntegrationCase {
  name: string;
  clauses: readonly string[];
  phase: IntegrationPhase;
  run: (t: IntegrationContext) => Promise<void>;
}

/**
 * Phases run one after another. Cases of `pages` come after the others, because an app without a page may fail on such
 * callbacks. Cases of `alone` change an option of the mock, so they run one by one.
 */
export const PHASES = ['any', 'pages', 'alone'] as const;
export type IntegrationPhase = (typeof PHASES)[number];

/** Declares the case of a clause. */
export type Declare = (id: string, run: IntegrationCase['run'], phase?: IntegrationPhase) => void;
