import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATIONS, type Operation } from '@wigwag/openapi';
import { Answer } from './answer.ts';
import { BodyTooLarge, boundedText } from './bounded-body.ts';
import { Failure, TargetError } from './verdict.ts';

export interface CallOptions {
  /** The key in the header; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** The body, sent as JSON. */
  body?: unknown;
  /** The body, sent unchanged and without a Content-Type. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Timeout of a response. Uploads have a longer one, because 100 MB can take a while on a busy machine. */
const TIMEOUT_MILLISECONDS = 15_000;
const UPLOAD_TIMEOUT_MILLISECONDS = 60_000;
/** The run ends after this many consecutive calls without a response. */
const LOST_AFTER = 12;

/** Errors if the target closes an idle connection at the moment when a request is sent on it. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Limits in the specification last at most a minute, but several calls may wait for the same limit. */
const LONGEST_WAIT_SECONDS = 240;

/** Calls the API over HTTP. It never throws on a status, and passes every response to an observer. */
export class Api {
  readonly baseUrl: string;
  readonly #observe: (answer: Answer) => void;
  readonly #waitsOutLimits: boolean;
  #lost = 0;

  /**
   * @param waitsOutLimits whether to retry a 429 after Retry-After. Needed if all cases share one key, because together
   *   they may exceed its limit.
   */
  constructor(baseUrl: string, observe: (answer: Answer) => void, waitsOutLimits = false) {
    this.baseUrl = baseUrl;
    this.#observe = observe;
    this.#waitsOutLimits = waitsOutLimits;
  }

  /**
   * @param path a path below the base URL, or a complete URL
   * @throws {Failure} if there is no response; {TargetError} after several calls in a row without one
   */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    for (let waited = 0; ; ) {
      const answer = await this.#once(method, path, options);
      const seconds = answer.status === 429 && this.#waitsOutLimits ? secondsToWait(answer) : 0;
      waited += seconds;
      if (seconds === 0 || waited > LONGEST_WAIT_SECONDS) {
        return answer;
      }
      await sleep(seconds * 1000);
    }
  }

  /** @param mayBreak whether to retry once after the connection breaks: only for uploads, which are safe to repeat */
  async #once(
    method: string,
    path: string,
    options: CallOptions,
    mayBreak = options.raw instanceof FormData,
  ): Promise<Answer> {
    const { key, headers, body, raw } = options;
    const url = path.startsWith('http') ? path : this.baseUrl + path;
    const sent = {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const payload =
      body === undefined ? (typeof raw === 'string' ? new TextEncoder().encode(raw) : raw) : JSON.stringify(body);
    const asked = { method, url, headers: sent, body: shown(payload) };
    const timeout = raw instanceof FormData ? UPLOAD_TIMEOUT_MILLISECONDS : TIMEOUT_MILLISECONDS;
    let answer: Answer;
    try {
      const signal = AbortSignal.timeout(timeout);
      const response = await fetch(url, { method, headers: sent, body: payload, redirect: 'manual', signal });
      answer = new Answer({
        asked,
        operation: path.startsWith('http') ? undefined : operationOf(method, path),
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await boundedText(response),
      });
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        this.#lost = 0;
        throw new Failure(`${method} ${new URL(url).pathname}: ${error.message}`);
      }
      const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      if (mayBreak && BROKEN.includes(cause.code ?? '')) {
        return this.#once(method, path, options, false);
      }
      this.#lost++;
      const why =
        (error as Error).name === 'TimeoutError'
          ? `no response within ${timeout / 1000} s`
          : (cause.message ?? String(cause));
      if (this.#lost >= LOST_AFTER) {
        throw new TargetError(`the target at ${this.baseUrl} has stopped responding: ${why}`);
      }
      throw new Failure(`${method} ${new URL(url).pathname} got no response: ${why}`, {
        expected: 'a response',
        got: why,
      });
    }
    this.#lost = 0;
    this.#observe(answer);
    return answer;
  }
}

/** Returns the seconds in the Retry-After of a 429, which may be a number or a date; 1 if it is missing. */
function secondsToWait({ headers }: Answer): number {
  const after = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return seconds > 0 ? seconds : 1;
}

/** Returns the operation of a call; undefined if the document has none. */
function operationOf(method: string, path: string): Operation | undefined {
  const segments = path.split('?')[0]?.split('/') ?? [];
  const fits = (operation: Operation, exact: boolean) => {
    const pattern = operation.path.split('/');
    return (
      operation.versioned &&
      operation.method === method.toLowerCase() &&
      pattern.length === segments.length &&
      pattern.every((part, i) => part === segments[i] || (!exact && part.startsWith('{') && segments[i] !== ''))
    );
  };
  return OPERATIONS.find((one) => fits(one, true)) ?? OPERATIONS.find((one) => fits(one, false));
}

/** Returns a body as shown in reports. */
function shown(payload: string | Uint8Array | FormData | undefined): string | undefined {
  if (payload === undefined || typeof payload === 'string') {
    return payload?.slice(0, 4000);
  }
  return payload instanceof FormData ? '(multipart/form-data)' : new TextDecoder().decode(payload.slice(0, 4000));
}
