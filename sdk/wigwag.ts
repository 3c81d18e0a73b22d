import createClient, { type Client } from 'openapi-fetch';
import { Resources } from './generated/resources.ts';
import type { paths } from './generated/types.ts';
import type { LogEvent } from './log-event.ts';
import { methodsOf, requireHeaderValue } from './methods.ts';
import type { Body, Data } from './operation-types.ts';
import { type CallOptions, requireLimits } from './request.ts';
import type { TailOptions } from './tail.ts';
import { afterAccepted, requireWait, type SendAndWaitOptions, type WaitOptions, waitUntil } from './wait-until.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Options of a client. */
export interface WigwagOptions {
  /** `ww_live_...` or `ww_test_...`; without one the constructor throws. */
  apiKey: string | undefined;
  /** Ends in `/api/v1`. @default 'http://127.0.0.1:3000/api/v1' */
  baseUrl?: string | undefined;
  /** Milliseconds for one try of a call, from its begin until the whole answer is read; Infinity for no bound. @default 60000 */
  timeout?: number | undefined;
  /**
   * How often a call that failed is tried again, where the document's retry table allows it: after a lost connection
   * within seconds, over the rate limit as long as Retry-After says, after 30 and 120 s when a provider or the server is
   * down. `signal` bounds the whole. @default 2
   */
  maxRetries?: number | undefined;
  /** Does the requests. @default the global fetch */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Hears of each try and each wait; sees no key and no body. What it throws is dropped. @default nobody */
  logger?: ((event: LogEvent) => void) | undefined;
}

/** What `messages` can do beside the document's operations. */
interface Waiting {
  /**
   * Sends a message and looks it up until it has come as far as `until`.
   *
   * @throws {MessageStatusError} when it fails, takes longer than `patience`, or the wait breaks off: it has the id of
   * the message, which was accepted
   * @throws {ApiError} as `send`
   */
  sendAndWait(message: Body<'sendMessage'>, options?: SendAndWaitOptions): Promise<Data<'getMessage'>>;
  /**
   * Looks a message up until it has come as far as `until`.
   *
   * @throws {MessageStatusError} when it fails, or takes longer than `patience`
   * @throws {ApiError} as `get`
   */
  waitUntil(id: string, options?: WaitOptions & CallOptions): Promise<Data<'getMessage'>>;
}

/** A client of the API. Every method throws `ApiError` for what the API refuses, `ConnectionError` when none answers. */
export class Wigwag extends Resources {
  /** The typed openapi-fetch client underneath: every operation of the document, with the key, without retries and exceptions. */
  readonly client: Client<paths>;
  declare readonly messages: Resources['messages'] & Waiting;
  /**
   * The account's events as they happen, each exactly once, also over lost connections; no public address is needed.
   *
   * @throws {ConnectionError} when the first connection cannot be had
   * @throws {ApiError} when the server refuses the first connection, or a later one for good
   */
  readonly events: (options?: TailOptions) => AsyncGenerator<WebhookEvent, void, undefined>;

  /** @throws {TypeError} when there is no key, or an option cannot be right */
  constructor({
    apiKey,
    baseUrl = 'http://127.0.0.1:3000/api/v1',
    timeout = 60_000,
    maxRetries = 2,
    fetch = (request) => globalThis.fetch(request),
    logger,
  }: WigwagOptions) {
    // Files and shells like to leave a line break at the end.
    const key = apiKey?.trim();
    if (!key) {
      throw new TypeError('No API key: pass apiKey, for example process.env.WIGWAG_API_KEY, and see that it is set.');
    }
    requireHeaderValue('apiKey', key);
    if (!/^https?:/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')) {
      throw new TypeError(`baseUrl must be an address like https://api.example.com/api/v1, not ${baseUrl}`);
    }
    requireLimits({ timeout, maxRetries });
    const log = (event: LogEvent) => {
      try {
        logger?.(event);
      } catch {
        // Whether something was sent is not for a log to decide.
      }
    };
    const authorization = `Bearer ${key}`;
    // Followed, a redirect would take key and body to wherever it points.
    const redirect = 'manual';
    const client = createClient<paths>({ baseUrl, fetch, redirect, headers: { authorization } });
    super(methodsOf({ client, fetch, timeout, maxRetries, log }));
    this.client = client;
    const { send, get } = this.messages;
    const wait: Waiting['waitUntil'] = (id, options = {}) =>
      waitUntil(id, (callOptions) => get(id, callOptions), options);
    Object.assign(this.messages, {
      waitUntil: wait,
      sendAndWait: async (...[message, options = {}]: Parameters<Waiting['sendAndWait']>) => {
        requireWait(options);
        const { id } = await send(message, options);
        return wait(id, options).catch(afterAccepted(id));
      },
    } satisfies Waiting);
    this.events = async function* (options = {}) {
      // Only who listens loads it.
      const { openTail, tail } = await import('./tail.ts');
      const open = openTail(baseUrl, options, (url, headers, signal) =>
        fetch(new Request(url, { headers: { authorization, ...headers }, redirect, signal })),
      );
      yield* tail(open, options);
    };
  }
}
