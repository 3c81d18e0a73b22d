import createClient, { type Client } from 'openapi-fetch';
import { Resources } from './generated/resources.ts';
import type { paths } from './generated/types.ts';
import type { LogEvent } from './log-event.ts';
import { methodsOf } from './methods.ts';
import type { Body, Data } from './operation-types.ts';
import type { CallOptions } from './request.ts';
import { type TailOptions, tail } from './tail.ts';
import { type SendAndWaitOptions, type WaitOptions, waitUntil } from './wait-until.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Options of a client. */
export interface WigwagOptions {
  /** `ww_live_...` or `ww_test_...`; without one the constructor throws. */
  apiKey: string | undefined;
  /** Ends in `/api/v1`. @default 'http://127.0.0.1:3000/api/v1' */
  baseUrl?: string;
  /** Milliseconds for one try of a call, from its begin until the whole answer is read. @default 60000 */
  timeout?: number;
  /**
   * How often a call that failed is tried again, where the document's retry table allows it: after a lost connection
   * within seconds, over the rate limit as long as Retry-After says, after 30 and 120 s when a provider or the server is
   * down. `signal` bounds the whole. @default 2
   */
  maxRetries?: number;
  /** Does the requests. @default the global fetch */
  fetch?: (request: Request) => Promise<Response>;
  /** Hears of each try and each wait; sees no key and no body. @default nobody */
  logger?: (event: LogEvent) => void;
}

/** What `messages` can do beside the document's operations. */
interface Waiting {
  /**
   * Sends a message and looks it up until it has come as far as `until`.
   *
   * @throws {MessageStatusError} when it fails, or takes longer than `patience`
   * @throws {ApiError} as `send` and `get`
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

  /** @throws {TypeError} when there is no key */
  constructor({
    apiKey,
    baseUrl = 'http://127.0.0.1:3000/api/v1',
    timeout = 60_000,
    maxRetries = 2,
    fetch = (request) => globalThis.fetch(request),
    logger,
  }: WigwagOptions) {
    if (!apiKey) {
      throw new TypeError('No API key: pass apiKey, for example process.env.WIGWAG_API_KEY, and see that it is set.');
    }
    const authorization = `Bearer ${apiKey}`;
    const client = createClient<paths>({ baseUrl, fetch, headers: { authorization } });
    super(methodsOf({ client, fetch, timeout, maxRetries, logger }));
    this.client = client;
    const { send, get } = this.messages;
    const wait: Waiting['waitUntil'] = (id, options = {}) => waitUntil((callOptions) => get(id, callOptions), options);
    Object.assign(this.messages, {
      waitUntil: wait,
      sendAndWait: async (...[message, options]: Parameters<Waiting['sendAndWait']>) =>
        wait((await send(message, options)).id, options),
    } satisfies Waiting);
    // The tail stands beside the versioned API, not in it.
    const tailUrl = `${baseUrl.replace(/(\/api\/v1)?\/*$/, '')}/developers/events`;
    this.events = (options = {}) => {
      const { events, channel } = options;
      const query = String(
        new URLSearchParams({ ...(events && { events: events.join(',') }), ...(channel && { channel }) }),
      );
      return tail(
        (headers, signal) =>
          fetch(new Request(tailUrl + (query && `?${query}`), { headers: { authorization, ...headers }, signal })),
        options,
      );
    };
  }
}
