import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATIONS, type Operation } from '@wigwag/openapi';
import { Answer } from './answer.ts';
import { BodyTooLarge, boundedText } from './bounded-body.ts';
import { Failure, TargetError } from './verdict.ts';

export interface CallOptions {
  /** The key in the header; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** What is sent as JSON. */
  body?: unknown;
  /** What is sent as it is, without a Content-Type of its own. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** How long an answer may take; a file of 100 MB on a busy machine takes its time. */
const TIMEOUT_MILLISECONDS = 15_000;
const UPLOAD_TIMEOUT_MILLISECONDS = 60_000;
/** After this many calls in a row without an answer there is no point in going on. */
const LOST_AFTER = 12;

/** How a connection ends that the target had given up while it was idle, at the moment that it was asked over it. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** No limit of the specification lasts longer than a minute; some calls may have to queue for it. */
const LONGEST_WAIT_SECONDS = 240;

/** Plain HTTP to the API. It never throws on a status, and tells an observer of every answer. */
export class Api {
  readonly baseUrl: string;
  readonly #observe: (answer: Answer) => void;
  readonly #waitsOutLimits: boolean;
  #lost = 0;

  /**
   * @param waitsOutLimits whether a 429 is asked again when the target says so: where all cases share one key, the limit is met by
   *   what they ask together
   */
  constructor(baseUrl: string, observe: (answer: Answer) => void, waitsOutLimits = false) {
    this.baseUrl = baseUrl;
    this.#observe = observe;
    this.#waitsOutLimits = waitsOutLimits;
  }

  /**
   * @param path below the base URL; or a whole URL
   * @throws {Failure} when there is no answer; {TargetError} when there has been none for long
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

  /** @param mayBreak whether a broken connection is no answer yet: an upload, which does no harm twice, is tried once more */
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
          ? `no answer within ${timeout / 1000} s`
          : (cause.message ?? String(cause));
      if (this.#lost >= LOST_AFTER) {
        throw new TargetError(`the target at ${this.baseUrl} does not answer any more: ${why}`);
      }
      throw new Failure(`${method} ${new URL(url).pathname} got no answer: ${why}`, {
        expected: 'an answer',
        got: why,
      });
    }
    this.#lost = 0;
    this.#observe(answer);
    return answer;
  }
}

/** What Retry-After of a 429 says, as seconds or as a date; a second when it says nothing. */
function secondsToWait({ headers }: Answer): number {
  const after = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return seconds > 0 ? seconds : 1;
}

/** The operation that a call is about; undefined for what the document does not know. */
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

/** What a report shows of a body. */
function shown(payload: string | Uint8Array | FormData | undefined): string | undefined {
  if (payload === undefined || typeof payload === 'string') {
    return payload?.slice(0, 4000);
  }
  return payload instanceof FormData ? '(multipart/form-data)' : new TextDecoder().decode(payload.slice(0, 4000));
}
