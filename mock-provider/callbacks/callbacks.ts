import { Agent, request as undiciRequest } from 'undici';
import type { FaultInjector } from '../faults/faults.ts';
import { CHANNEL_OBJECTS, isSubscribed } from '../graph/subscribed-fields.ts';
import { unintercepted } from '../graph/unintercepted.ts';
import type { Clock } from '../world/clock.ts';
import type { MockSettings } from '../world/settings.ts';
import type { Business, Channel, Json, State } from '../world/state.ts';
import type { Work } from '../world/work.ts';
import type { CallbackEvent } from './callback-event.ts';
import { mergeEntries } from './merge-entries.ts';
import { escapedJson, signatureHeaders } from './signature.ts';

/** One POST to the app. */
export interface CallbackAttempt {
  at: string;
  url: string;
  channel: Channel;
  business_id: string;
  events: string[];
  attempt: number;
  /** Null if there was no response. */
  status_code: number | null;
  error?: string;
  body: Json;
}

/** Sends one request to the app. The default uses the network and bypasses MSW. */
export type Deliver = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<{ status: number; text: string }>;

/** The parts of the mock that callbacks use. */
interface Dependencies {
  readonly settings: MockSettings;
  readonly clock: Clock;
  readonly work: Work;
  readonly faults: FaultInjector;
  /** Replaced by a reset. */
  state: State;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** WhatsApp: "decreasing frequency, for up to 7 days". The others: a few times at once, and none after an hour. */
const RETRY_DELAYS_MS: Record<Channel, readonly number[]> = {
  whatsapp: [
    10_000,
    30_000,
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    ...Array<number>(5).fill(24 * HOUR),
    20 * HOUR + 8 * MINUTE + 20_000,
  ],
  messenger: [1_000, 2_000, 5_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 38 * MINUTE + 52_000],
  instagram: [1_000, 2_000, 5_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 38 * MINUTE + 52_000],
};
/** "200 within 5 s" on the Messenger Platform; WhatsApp's page gives no limit. */
const TIMEOUT_MS: Record<Channel, number> = { whatsapp: 20_000, messenger: 5_000, instagram: 5_000 };
const KEPT_ATTEMPTS = 1000;

/** Sends events to the app: signs, posts and retries until the app returns 200. */
export class Callbacks {
  readonly #world: () => Dependencies;
  readonly #deliver: Deliver;
  readonly attempts: CallbackAttempt[] = [];
  /** The number of attempts that are no longer in `attempts`. */
  dropped = 0;
  readonly #eventsOf = new WeakMap<CallbackAttempt, CallbackEvent[]>();
  url: string | undefined;
  readonly #held = new Set<CallbackEvent>();
  readonly #batches = new Map<string, CallbackEvent[]>();

  constructor(world: () => Dependencies, url: string | undefined, deliver: Deliver = overNetwork()) {
    this.#world = world;
    this.url = url;
    this.#deliver = unintercepted(deliver);
  }

  /**
   * Returns the URL for callbacks about this business. The subscription of a WABA may override it for the WABA and its
   * number.
   */
  urlFor(business: Business, businessId = ''): string | undefined {
    const { assets, callbackOverrides } = this.#world().state;
    const override =
      callbackOverrides.get(businessId) ?? callbackOverrides.get(assets.get(businessId)?.waba_id ?? businessId);
    return override ?? business.callbackUrl ?? this.url;
  }

  /**
   * Sends an event to the app, subject to faults. Returns the response to the first attempt, or undefined if nothing
   * was posted yet.
   */
  async emit(event: CallbackEvent): Promise<CallbackAttempt | undefined> {
    const world = this.#world();
    const { channel, business_id, to, event: name } = event;
    const subject = { channel, business_id, to, event: name, key: `${event.external_id ?? business_id}|${name}` };
    const fault = world.faults.take('callback', subject);
    const later = (delayMs: number) =>
      world.work.schedule(world.clock.now() + delayMs, () => world.work.start(() => this.#out(event).then(() => {})));
    switch (fault?.outcome) {
      case 'drop':
        return undefined;
      case 'delay':
        later(fault.delay_ms ?? 1000);
        return undefined;
      case 'duplicate': {
        const first = await this.#out(event);
        if (fault.delay_ms) {
          later(fault.delay_ms);
        } else {
          await this.#out(event);
        }
        return first;
      }
      case 'reorder':
        this.#hold(event, fault.delay_ms ?? 1000);
        return undefined;
      default: {
        const attempt = await this.#out(event);
        await this.#releaseHeld(event);
        return attempt;
      }
    }
  }

  /** Holds an event until the next one for the same person is sent, or until the delay is over. */
  #hold(event: CallbackEvent, delayMs: number): void {
    const world = this.#world();
    this.#held.add(event);
    world.work.schedule(world.clock.now() + delayMs, () => {
      if (this.#held.delete(event)) {
        world.work.start(() => this.#out(event).then(() => {}));
      }
    });
  }

  async #releaseHeld(after: CallbackEvent): Promise<void> {
    for (const event of this.#held) {
      if (event.business_id !== after.business_id || event.to !== after.to) {
        continue;
      }
      this.#held.delete(event);
      await this.#out(event);
    }
  }

  /** Sends one event, alone or with the others of its batch. */
  async #out(event: CallbackEvent): Promise<CallbackAttempt | undefined> {
    const { settings } = this.#world();
    if (!settings.batch) {
      return this.post([event]);
    }
    const url = this.urlFor(event.business, event.business_id);
    const key = `${url}|${event.channel}`;
    const batch = this.#batches.get(key) ?? [];
    batch.push(event);
    this.#batches.set(key, batch);
    // A customer's message flushes the batch, so that the caller gets the app's response.
    if (batch.length >= settings.batch.size || event.event === 'message') {
      return this.#flush(key, batch);
    }
    if (batch.length === 1) {
      const world = this.#world();
      world.work.schedule(world.clock.now() + settings.batch.waitMs, () =>
        world.work.start(() => this.#flush(key, batch).then(() => {})),
      );
    }
    return undefined;
  }

  async #flush(key: string, batch: CallbackEvent[]): Promise<CallbackAttempt | undefined> {
    if (this.#batches.get(key) !== batch) {
      return undefined;
    }
    this.#batches.delete(key);
    return this.post(batch);
  }

  /** Discards pending events. */
  reset(): void {
    this.dropped += this.attempts.length;
    this.attempts.length = 0;
    this.#held.clear();
    this.#batches.clear();
  }

  /** Posts events as one body. All of them must be of the same channel. */
  async post(events: CallbackEvent[]): Promise<CallbackAttempt | undefined> {
    const first = events[0];
    const url = first && this.urlFor(first.business, first.business_id);
    if (!first || !url) {
      return undefined;
    }
    const { state } = this.#world();
    events = events.filter((event) => isSubscribed(state, event));
    if (events.length === 0) {
      return undefined;
    }
    const body = { object: CHANNEL_OBJECTS[first.channel], entry: mergeEntries(events.map((event) => event.entry)) };
    const job = this.#world().work.begin();
    try {
      return await this.#attempt(url, events, body, escapedJson(body), 1);
    } finally {
      job.end();
    }
  }

  /** Posts the body of an earlier attempt again, signed again. */
  async repeat(earlier: CallbackAttempt): Promise<CallbackAttempt> {
    const events = this.#eventsOf.get(earlier) ?? [];
    const job = this.#world().work.begin();
    try {
      return await this.#attempt(earlier.url, events, earlier.body, escapedJson(earlier.body), 1);
    } finally {
      job.end();
    }
  }

  async #attempt(
    url: string,
    events: CallbackEvent[],
    body: Json,
    bytes: string,
    attempt: number,
  ): Promise<CallbackAttempt> {
    const world = this.#world();
    const state = world.state;
    const [first] = events as [CallbackEvent];
    const record: CallbackAttempt = {
      at: new Date(world.clock.now()).toISOString(),
      url,
      channel: first.channel,
      business_id: first.business_id,
      events: events.map((event) => event.event),
      attempt,
      status_code: null,
      body,
    };
    this.#eventsOf.set(record, events);
    this.attempts.push(record);
    if (this.attempts.length > KEPT_ATTEMPTS) {
      this.attempts.shift();
      this.dropped++;
    }
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      ...signatureHeaders(world.settings.appSecret, bytes),
    };
    const answer = await this.call(url, { method: 'POST', headers, body: bytes }, TIMEOUT_MS[first.channel]);
    record.status_code = answer.status_code;
    if (answer.error !== undefined) {
      record.error = answer.error;
    }
    const delay = RETRY_DELAYS_MS[first.channel][attempt - 1];
    if (record.status_code === 200 || world.state !== state) {
      return record;
    }
    if (delay === undefined) {
      // "Webhooks Disabled": after an hour of failures the Messenger Platform stops calling.
      if (first.channel !== 'whatsapp') {
        for (const { business_id } of events) {
          state.unsubscribed.add(business_id);
        }
      }
    } else {
      world.work.schedule(world.clock.now() + delay, () => {
        world.work.start(async () => {
          await this.#attempt(url, events, body, bytes, attempt + 1);
        });
      });
    }
    return record;
  }

  /** Sends one request to the app, with a timeout on the clock. */
  async call(
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string },
    timeoutMs: number,
  ): Promise<{ status_code: number | null; error?: string; text: string }> {
    const abort = new AbortController();
    const cancel = this.#world().clock.setTimeout(
      () => abort.abort(new Error(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    );
    try {
      const { status, text } = await this.#deliver(url, { ...init, signal: abort.signal });
      return {
        status_code: status,
        text,
        ...(status === 200 ? {} : { error: `returned ${status}: ${text.slice(0, 200)}` }),
      };
    } catch (error) {
      const cause = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
      return { status_code: null, text: '', error: cause };
    } finally {
      cancel();
    }
  }
}

/** Shorter than the 5 s of Node's servers, which may close an idle connection while a callback is sent on it. */
const IDLE_TIMEOUT_MS = 1_000;

/** Posts with undici's client, because MSW may be intercepting fetch and `node:http` in this process. */
export function overNetwork(): Deliver {
  const keepAlive = { keepAliveTimeout: IDLE_TIMEOUT_MS, keepAliveMaxTimeout: IDLE_TIMEOUT_MS };
  const dispatcher = new Agent({ connections: 64, headersTimeout: 0, bodyTimeout: 0, ...keepAlive });
  return async (url, { method, headers, body, signal }) => {
    const response = await undiciRequest(url, { method: method as 'POST', headers, body, signal, dispatcher });
    return { status: response.statusCode, text: await response.body.text() };
  };
}
