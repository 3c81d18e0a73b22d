import type { Deliver } from '../callbacks/callbacks.ts';
import { escapedJson, signatureHeaders } from '../callbacks/signature.ts';
import type { Clock } from '../world/clock.ts';
import { Bindings } from './bindings.ts';
import type { Cassette, RecordedExchange } from './cassette.ts';
import type { Difference, FoundDifference } from './compare.ts';
import { nameOf } from './events.ts';
import { type AppRequest, hasPath, parseRequest, requestDifferences } from './match-request.ts';
import { callbackBody, responseOf, unknownRequest } from './play-message.ts';
import type { RawRequest, RawResponse } from './wire.ts';

export interface PlayerOptions {
  cassette: Cassette;
  clock: Clock;
  /** Sends callbacks to the app. */
  deliver: Deliver;
  /** Without one, callbacks are skipped. */
  callbackUrl?: string;
  /** Signs callbacks. */
  appSecret: string;
  /** 2 is twice as fast as recorded. */
  speed: number;
  /** How long to wait for the app's next request before the rest counts as missing. */
  timeoutMs: number;
}

interface ReplayStep {
  exchange: RecordedExchange;
  /** A request is waiting until it is done. A callback waits for earlier exchanges, then for its time, then for the app. */
  state: 'waiting' | 'scheduled' | 'sent' | 'done';
}

const CALLBACK_TIMEOUT_MS = 20_000;
const endOf = ({ at, took }: RecordedExchange) => at + took;
const isRequest = ({ exchange }: ReplayStep) => exchange.kind === 'request';
/** The verification of the callback address is not played: its token is redacted, so the app would refuse it. */
const isPlayed = ({ kind, request }: RecordedExchange, callbackUrl: string | undefined) =>
  kind === 'request' || (callbackUrl !== undefined && request.method === 'POST');

/** Plays a cassette: returns Meta's responses to the app's requests, and sends Meta's callbacks at the recorded times. */
export class Player {
  readonly differences: Difference[] = [];
  /** Resolves when the cassette is played, or when no request came within `timeoutMs`. */
  readonly finished: Promise<void>;
  readonly #options: PlayerOptions;
  readonly #began: number;
  readonly #steps: ReplayStep[];
  #bindings = new Bindings();
  #finish: () => void = () => {};
  #stopWaiting: () => void = () => {};

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#began = Date.parse(options.cassette.recorded_at);
    this.#steps = options.cassette.exchanges
      .filter((exchange) => isPlayed(exchange, options.callbackUrl))
      .map((exchange) => ({ exchange, state: 'waiting' }));
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  start(): void {
    this.#continue();
  }

  /** Ends the replay, and reports what was not played as missing. */
  end(): void {
    this.#stopWaiting();
    for (const step of this.#steps.filter(({ state }) => state === 'waiting')) {
      const { exchange } = step;
      step.state = 'done';
      const found =
        exchange.kind === 'request' ? 'no such request' : 'not sent, because an earlier exchange is missing';
      this.#report(exchange, [{ what: 'missing', at: '', recorded: nameOf(exchange), found }]);
    }
    this.#finish();
  }

  async answer(raw: RawRequest): Promise<RawResponse> {
    const request = await parseRequest(raw);
    const open = this.#steps.filter((one) => isRequest(one) && one.state === 'waiting');
    const step = this.#match(open, request);
    if (!step) {
      const exchange = `${request.method} /${request.segments.join('/')}`;
      this.differences.push({ what: 'unexpected', exchange, at: '', recorded: 'nothing', found: 'a request' });
      return unknownRequest();
    }
    const first = this.#steps.find(
      (one) => /waiting|scheduled/.test(one.state) && endOf(one.exchange) <= step.exchange.at && one !== step,
    );
    if (first) {
      this.#report(step.exchange, [
        { what: 'order', at: '', recorded: `after ${nameOf(first.exchange)}`, found: 'before it' },
      ]);
    }
    step.state = 'done';
    this.#continue();
    return responseOf(step.exchange, this.#bindings);
  }

  /**
   * Returns the first recorded request without differences, or else the first with the same path, and reports how it
   * differs.
   */
  #match(open: ReplayStep[], request: AppRequest): ReplayStep | undefined {
    const now = this.#began;
    let similar: { step: ReplayStep; bindings: Bindings; found: FoundDifference[] } | undefined;
    for (const step of open) {
      const bindings = this.#bindings.copy();
      if (!hasPath(step.exchange.request, request, bindings)) {
        continue;
      }
      const found = requestDifferences(step.exchange.request, request, { now, bindings });
      if (!similar || found.length === 0) {
        similar = { step, bindings, found };
      }
      if (found.length === 0) {
        break;
      }
    }
    if (!similar) {
      return undefined;
    }
    this.#bindings = similar.bindings;
    this.#report(similar.step.exchange, similar.found);
    return similar.step;
  }

  #report(exchange: RecordedExchange, found: FoundDifference[]): void {
    for (const one of found) {
      this.differences.push({ ...one, exchange: nameOf(exchange) });
    }
  }

  /** Starts the callbacks whose earlier exchanges are done, or waits for the next request. */
  #continue(): void {
    this.#stopWaiting();
    const { clock, speed, timeoutMs } = this.#options;
    for (const step of this.#steps) {
      const { exchange } = step;
      if (isRequest(step) || step.state !== 'waiting') {
        continue;
      }
      // Meta may call back before it has responded to the request.
      const earlier = this.#steps.filter(
        (one) => one !== step && (isRequest(one) ? one.exchange.at : endOf(one.exchange)) <= exchange.at,
      );
      if (earlier.some(({ state }) => state !== 'done')) {
        continue;
      }
      const gap = exchange.at - Math.max(0, ...earlier.map((one) => Math.min(endOf(one.exchange), exchange.at)));
      step.state = 'scheduled';
      clock.setTimeout(() => void this.#send(step), gap / speed);
    }
    if (this.#steps.every(({ state }) => state === 'done')) {
      this.#finish();
    } else if (!this.#steps.some(({ state }) => state === 'scheduled' || state === 'sent')) {
      this.#stopWaiting = clock.setTimeout(() => this.end(), timeoutMs);
    }
  }

  async #send(step: ReplayStep): Promise<void> {
    const { clock, deliver, callbackUrl = '', appSecret } = this.#options;
    const { exchange } = step;
    const { method, query } = exchange.request;
    step.state = 'sent';
    const url = new URL(callbackUrl);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.append(name, String(value));
    }
    const json = callbackBody(exchange, this.#bindings, clock.now() - (this.#began + exchange.at));
    const body = json === undefined ? undefined : escapedJson(json);
    const abort = new AbortController();
    const cancel = clock.setTimeout(() => abort.abort(new Error('no response')), CALLBACK_TIMEOUT_MS);
    const headers = {
      'user-agent': 'facebookexternalua',
      ...(body !== undefined && { 'content-type': 'application/json', ...signatureHeaders(appSecret, body) }),
    };
    const status = await deliver(url.href, { method, headers, body, signal: abort.signal }).then(
      (answer) => String(answer.status),
      (error: Error) => `no response (${error.message})`,
    );
    cancel();
    const recorded = String(exchange.response?.status ?? 'no response');
    if (!status.startsWith(recorded)) {
      this.#report(exchange, [{ what: 'code', at: 'status', recorded, found: status }]);
    }
    step.state = 'done';
    this.#continue();
  }
}
