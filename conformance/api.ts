import { setTimeout as sleep } from 'node:timers/promises';
import { operationFor } from '@wigwag/openapi';
import { ApiResponse } from './answer.ts';
import { BodyTooLarge, boundedBytes } from './bounded-body.ts';
import { requireSafeIntegers } from './large-integer.ts';
import { causeOf, isTimeout, noResponse } from './no-response.ts';
import { recordStep } from './steps.ts';
import { BrokenConnection, CaseFailure, TargetError, TooSlow } from './verdict.ts';

export interface ApiCallOptions {
  /** The key in the header; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** The body, sent as JSON. */
  body?: unknown;
  /** The body, sent unchanged and without a Content-Type. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Timeout of the first response. A target that does not respond at all is soon reported. */
const FIRST_TIMEOUT_MILLISECONDS = 15_000;
/** Uploads have a longer timeout than other requests, because 100 MB can take a while on a busy machine. */
const UPLOAD_TIMEOUTS = 4;
/** The run ends after this many consecutive calls without a response. */
const LOST_AFTER = 12;

/** Errors if the target closes an idle connection at the moment when a request is sent on it. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** A rate limit ends within a minute (§8). Without a valid Retry-After, three waits are that long. */
const WAITS = 3;
const WAIT_SECONDS = 20;
const LONGEST_WAIT_SECONDS = 240;

/** Calls the API over HTTP. It never throws on a status, and passes every response to an observer. */
export class Api {
  readonly baseUrl: string;
  readonly #observe: (answer: ApiResponse) => void;
  readonly #sharesKeys: boolean;
  /** The last call that waits for a limit, by the key of the limit. */
  readonly #waiting = new Map<string, Promise<ApiResponse>>();
  #lost = 0;
  /** Timeout of a response. */
  timeoutMilliseconds = FIRST_TIMEOUT_MILLISECONDS;

  /**
   * @param sharesKeys whether all cases share a few keys, whose limits they may exceed together. Otherwise, calls wait
   *   only for a limit that also applies without a key, such as that of a proxy for all clients.
   */
  constructor(baseUrl: string, observe: (answer: ApiResponse) => void, sharesKeys = false) {
    this.baseUrl = baseUrl;
    this.#observe = observe;
    this.#sharesKeys = sharesKeys;
  }

  /**
   * @param path a path below the base URL, or a complete URL
   * @throws {CaseFailure} if the connection breaks; {TooSlow} if there is no response in time; {Untestable} if it has an integer beyond 2^53 - 1; {TargetError} after several calls in a row without one, or if a limit
   *   does not end
   */
  async call(method: string, path: string, options: ApiCallOptions = {}): Promise<ApiResponse> {
    const limit = this.#sharesKeys ? (options.key ?? '') : '';
    await this.#waiting.get(limit)?.catch(() => {});
    const again = () => this.#once(method, path, options);
    const answer = await again();
    const final = (await this.#limitOf(answer)) ? await this.#afterLimit(limit, answer, again) : answer;
    this.#observe(final);
    return final;
  }

  /**
   * Returns the 429 if it comes from a limit that several cases share. Such a response says nothing about the request.
   */
  async #limitOf(answer: ApiResponse): Promise<ApiResponse | undefined> {
    if (answer.status !== 429) {
      return undefined;
    }
    // A 429 without an envelope comes from a proxy.
    return this.#sharesKeys || answer.body?.success === undefined ? answer : this.#limitOfAll();
  }

  /** Returns the 429 of a limit that refuses even requests without a key. */
  async #limitOfAll(): Promise<ApiResponse | undefined> {
    const answer = await this.#once('GET', '/me', {});
    return answer.status === 429 ? answer : undefined;
  }

  /**
   * Waits until a limit allows the request again. Calls with the same limit take turns: if all of them repeated their
   * request at the same time, most would be refused again.
   */
  async #afterLimit(limit: string, answer: ApiResponse, again: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const before = this.#waiting.get(limit);
    const turn = (async () => {
      await before?.catch(() => {});
      let last = before ? await again() : answer;
      let refusal = await this.#limitOf(last);
      for (let waits = 0; refusal; waits++) {
        const seconds = secondsToWait(refusal);
        if (waits === WAITS || seconds > LONGEST_WAIT_SECONDS) {
          if (this.#sharesKeys || (await this.#limitOfAll())) {
            throw new TargetError(this.#endlessLimit(seconds));
          }
          return last;
        }
        await sleep(seconds * 1000);
        last = await again();
        refusal = await this.#limitOf(last);
      }
      // A limit for all clients may have ended between the request and the check.
      return last.status === 429 ? again() : last;
    })();
    this.#waiting.set(limit, turn);
    try {
      return await turn;
    } finally {
      if (this.#waiting.get(limit) === turn) {
        this.#waiting.delete(limit);
      }
    }
  }

  #endlessLimit(seconds: number): string {
    const [which, hint] = this.#sharesKeys
      ? ['with a key', '. If its clock is stopped, it needs control_url, or keys with a higher limit']
      : ['even without a key', ''];
    return seconds > LONGEST_WAIT_SECONDS
      ? `the target at ${this.baseUrl} returns 429 ${which}, with a Retry-After of ${Math.round(seconds)} s`
      : `the target at ${this.baseUrl} still returns 429 ${which} after ${WAITS} waits for Retry-After${hint}`;
  }

  /** @param mayBreak whether to retry once after the connection breaks: only for uploads, which are safe to repeat */
  async #once(
    method: string,
    path: string,
    options: ApiCallOptions,
    mayBreak = options.raw instanceof FormData,
  ): Promise<ApiResponse> {
    const { key, headers, body, raw } = options;
    const url = path.startsWith('http') ? path : this.baseUrl + path;
    const sent = {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const payload =
      body === undefined ? (typeof raw === 'string' ? new TextEncoder().encode(raw) : raw) : JSON.stringify(body);
    const request = { method, url, headers: sent, body: shown(payload) };
    const timeout = this.timeoutMilliseconds * (raw instanceof FormData ? UPLOAD_TIMEOUTS : 1);
    let answer: ApiResponse;
    try {
      const signal = AbortSignal.timeout(timeout);
      const response = await fetch(url, { method, headers: sent, body: payload, redirect: 'manual', signal });
      answer = new ApiResponse({
        request,
        operation: path.startsWith('http') ? undefined : operationFor(method, path.replace(/\?.*/, '')),
        status: response.status,
        headers: Object.fromEntries(response.headers),
        bytes: await boundedBytes(response),
      });
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        this.#lost = 0;
        throw new CaseFailure(`${method} ${new URL(url).pathname}: ${error.message}`);
      }
      if (mayBreak && BROKEN.includes(causeOf(error).code ?? '')) {
        return this.#once(method, path, options, false);
      }
      this.#lost++;
      const why = noResponse(error, timeout / 1000);
      if (this.#lost >= LOST_AFTER) {
        throw new TargetError(`the target at ${this.baseUrl} has stopped responding: ${why}`);
      }
      const message = `${method} ${new URL(url).pathname} got no response: ${why}`;
      recordStep({ kind: 'request', request, outcome: why });
      if (isTimeout(error)) {
        throw new TooSlow(message);
      }
      const Failure = BROKEN.includes(causeOf(error).code ?? '') ? BrokenConnection : CaseFailure;
      throw new Failure(message, { expected: 'a response', got: why });
    }
    recordStep({ kind: 'request', request, status: answer.status, headers: answer.headers, text: answer.text });
    this.#lost = 0;
    requireSafeIntegers(answer.text, answer.what);
    return answer;
  }
}

/** Returns the seconds in the Retry-After of a 429, which may be a number or a date. */
function secondsToWait({ headers }: ApiResponse): number {
  const after = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return seconds > 0 ? seconds : WAIT_SECONDS;
}

/** Returns a body as shown in reports. */
function shown(payload: string | Uint8Array | FormData | undefined): string | undefined {
  if (payload === undefined || typeof payload === 'string') {
    return payload?.slice(0, 4000);
  }
  return payload instanceof FormData ? '(multipart/form-data)' : new TextDecoder().decode(payload.slice(0, 4000));
}
