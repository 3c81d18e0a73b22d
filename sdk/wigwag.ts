import createClient, { type Client, mergeHeaders } from 'openapi-fetch';
import { checkOptions } from '#checks';
import { type TailOptions, tail } from './events/tail.ts';
import type { WebhookEvent } from './events/webhook-event.ts';
import { Resources } from './generated/resources.ts';
import type { paths } from './generated/types.ts';
import { type Waiting, waitingFor } from './messages/wait-until.ts';
import { methodsOf } from './methods.ts';
import { type ExtraHeaders, requireHeaderValue } from './options.ts';
import type { LogEvent } from './request/log-event.ts';

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
  /**
   * Headers of every request, for a proxy or a gateway. The SDK sets `authorization`, `content-type`, `content-length`,
   * `idempotency-key` and `last-event-id`; these are refused here. @default none
   */
  headers?: ExtraHeaders | undefined;
}

/** A client of the API. Every method throws `ApiError` for what the API refuses, `ConnectionError` when none answers. */
export class Wigwag extends Resources {
  /** The typed openapi-fetch client underneath: every operation of the document, with the key, without retries and exceptions. */
  declare readonly client: Client<paths>;
  declare readonly messages: Resources['messages'] & Waiting;
  /**
   * The account's events as they happen, each exactly once, also over lost connections; no public address is needed.
   *
   * @throws {ConnectionError} when the first connection cannot be had
   * @throws {ApiError} when the server refuses the first connection, or a later one for good
   */
  declare readonly events: (options?: TailOptions) => AsyncGenerator<WebhookEvent, void, undefined>;

  /** @throws {TypeError} when there is no key, or an option is unknown or wrong */
  constructor(options: WigwagOptions) {
    checkOptions('client', options);
    const {
      apiKey,
      baseUrl = 'http://127.0.0.1:3000/api/v1',
      timeout = 60_000,
      maxRetries = 2,
      fetch = (request: Request) => globalThis.fetch(request),
      logger,
      headers,
    } = options;
    // Files and shells like to leave a line break at the end.
    const key = apiKey?.trim();
    if (!key) {
      throw new TypeError('No API key.');
    }
    requireHeaderValue('apiKey', key);
    // A query or a fragment would swallow the path of each call; a password in it would end up in logs. So it is not told here.
    if (!URL.canParse(baseUrl) || !/^https?:\/\/[^/@]+(\/[^?#]*)?$/i.test(baseUrl)) {
      throw new TypeError('baseUrl must be like http://127.0.0.1:3000/api/v1, no user, no query.');
    }
    const log = (event: LogEvent) => {
      try {
        logger?.(event);
      } catch {
        // Whether something was sent is not for a log to decide.
      }
    };
    const client = createClient<paths>({
      baseUrl,
      fetch,
      // Followed, a redirect would take key and body to wherever it points.
      redirect: 'manual',
      headers: mergeHeaders(headers, { authorization: `Bearer ${key}` }),
    });
    super();
    Object.assign(this, methodsOf({ client, fetch, timeout, maxRetries, log }), {
      client,
      events: (options?: TailOptions) => tail(client, baseUrl, options),
    });
    Object.assign(this.messages, waitingFor(this.messages));
  }
}
