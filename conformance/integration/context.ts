import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundedText } from '../bounded-body.ts';
import type { Exchange } from '../exchange.ts';
import { Failure, Untestable } from '../verdict.ts';
import type { Graph, GraphCall } from './graph.ts';
import type { IntegrationTarget } from './target.ts';

/** The mock provider over HTTP. */
export interface MockAccess {
  url: string;
  app_secret: string;
  verify_token: string;
  whatsapp: { phone_number_id: string; waba_id: string };
}

export type Json = Record<string, unknown>;

/** State shared by all cases of a run. */
export interface IntegrationSession {
  target: IntegrationTarget;
  mock: MockAccess;
  graph: Graph;
  next: () => number;
  /** Whether the app answers a text, once it is known. */
  answers: Promise<boolean> | undefined;
  /** Durations of the callbacks that got a response, in milliseconds. */
  durations: number[];
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

  /** Returns a phone number that is unique to the case. */
  person(): string {
    return `90555${String(this.session.next()).padStart(7, '0')}`;
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
  async writes(from: string | Json, message: Json = { type: 'text', text: 'Hello' }): Promise<string> {
    const sender = typeof from === 'string' ? { id: from, name: 'Ada' } : { name: 'Ada', ...from };
    const business_id = this.session.mock.whatsapp.phone_number_id;
    const external_id = `wamid.${Buffer.from(`${sender.id}-${this.session.next()}`).toString('base64')}`;
    const inbound = { channel: 'whatsapp', business_id, from: sender, external_id, ...message };
    try {
      await this.mock('POST', 'receive', inbound);
    } catch (error) {
      if (!(error as Error).message.includes('did not accept the callback')) {
        throw error;
      }
    }
    return String(message.external_id ?? external_id);
  }

  /** Returns a callback with these fields of `value`, as Meta would send it. */
  envelope(value: Json, field = 'messages'): Json {
    const { phone_number_id, waba_id } = this.session.mock.whatsapp;
    const metadata = { display_phone_number: '15550100', phone_number_id };
    return {
      object: 'whatsapp_business_account',
      entry: [{ id: waba_id, changes: [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }] }],
    };
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

  /** Calls the app. @throws {Failure} if it does not respond */
  async call(method: string, url: string, headers: Record<string, string> = {}, body?: string): Promise<Exchange> {
    const asked = { method, url, headers, body: body?.slice(0, 4000) };
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
      const exchange = { asked, status: response.status, headers: Object.fromEntries(response.headers), text };
      this.answers.push(exchange);
      this.session.durations.push(performance.now() - begun);
      return exchange;
    } catch (error) {
      const cause = ((error as Error).cause ?? error) as Error;
      throw new Failure(`${method} of the callback got no response: ${cause.message}`);
    }
  }

  /** Returns the sends to a person, oldest first, without read receipts and typing indicators. */
  sends(person: string): GraphCall[] {
    return this.session.graph.calls.filter(
      ({ path, json, asked }) =>
        asked.method === 'POST' &&
        /\/messages(\?|$)/.test(path) &&
        json?.status === undefined &&
        [json?.to, json?.recipient].some((to) => String(to ?? '').replace(/^\+/, '') === person),
    );
  }

  /** Waits until the app sends to a person. Returns the sends so far, none if it does not send in time. */
  async sent(person: string, atLeast = 1, milliseconds = this.patience): Promise<GraphCall[]> {
    for (const until = Date.now() + milliseconds; Date.now() < until; await sleep(20)) {
      if (this.sends(person).length >= atLeast) {
        break;
      }
    }
    return this.sends(person);
  }

  /** Returns the sends to a person after the app has been quiet for as long as it usually takes. */
  async settled(person: string): Promise<GraphCall[]> {
    for (let before = -1; before !== this.sends(person).length; ) {
      before = this.sends(person).length;
      await sleep(Math.min(this.patience, 1500));
    }
    return this.sends(person);
  }

  /** @throws {Untestable} if the app does not answer a customer's text */
  async requireAnswers(): Promise<void> {
    this.session.answers ??= (async () => {
      const person = this.person();
      await this.writes(person);
      return (await this.sent(person)).length > 0;
    })();
    if (!(await this.session.answers)) {
      throw new Untestable('needs an app that answers a customer who writes "Hello"');
    }
  }
}

/** A case of the judge of integrations. */
export interface IntegrationCase {
  name: string;
  clauses: readonly string[];
  run: (t: IntegrationContext) => Promise<void>;
}

/** Declares the case of a clause. */
export type Declare = (id: string, run: IntegrationCase['run']) => void;
