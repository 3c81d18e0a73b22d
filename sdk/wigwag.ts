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

/** Options for a client. */
export interface WigwagOptions {
  /** `ww_live_...` or `ww_test_...`; without a key the constructor throws. */
  apiKey: string | undefined;
  /** Ends in `/api/v1`. @default 'http://127.0.0.1:3000/api/v1' */
  baseUrl?: string | undefined;
  /**
   * Milliseconds for one attempt of a call, from its start until the whole response is read; Infinity for no limit.
   * @default 60000
   */
  timeout?: number | undefined;
  /**
   * How often to retry a failed call, if the document's retry table allows it. The client waits a few seconds after a
   * lost connection, as long as Retry-After says at the rate limit, and 30 and 120 s if a provider or the server is
   * down. `signal` limits the total.
   * @default 2
   */
  maxRetries?: number | undefined;
  /** Sends the requests. @default the global fetch */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Called with each attempt and each wait, without key and body. Its errors are ignored. @default none */
  logger?: ((event: LogEvent) => void) | undefined;
  /**
   * Headers of every request, for a proxy or a gateway. The SDK sets `authorization`, `content-type`, `content-length`,
   * `idempotency-key` and `last-event-id`, so these are refused here.
   * @default none
   */
  headers?: ExtraHeaders | undefined;
}

/**
 * A client of the API. Every method throws `ApiError` if the API refuses the call, and `ConnectionError` if it does not
 * respond.
 */
export class Wigwag extends Resources {
  /**
   * The underlying typed openapi-fetch client. It can call every operation of the document, with the key, but it
   * neither retries nor throws API errors.
   */
  declare readonly client: Client<paths>;
  declare readonly messages: Resources['messages'] & Waiting;
  /**
   * Yields the account's events as they happen, each exactly once, even after lost connections. It needs no public
   * address.
   *
   * @throws {ConnectionError} if the first connection fails
   * @throws {ApiError} if the server refuses the first connection, or permanently refuses a later one
   */
  declare readonly events: (options?: TailOptions) => AsyncGenerator<WebhookEvent, void, undefined>;

  /** @throws {TypeError} if there is no key, or if an option is unknown or invalid */
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
    // Files and shells often add a line break at the end.
    const key = apiKey?.trim();
    if (!key) {
      throw new TypeError('No API key. Pass `apiKey`.');
    }
    requireHeaderValue('apiKey', key);
    // A query or a fragment would hide the path of each call, and a password would be logged. The error therefore does
    // not show the URL.
    if (!URL.canParse(baseUrl) || !/^https?:\/\/[^/@]+(\/[^?#]*)?$/i.test(baseUrl)) {
      throw new TypeError('baseUrl must be like http://127.0.0.1:3000/api/v1, no user or query.');
    }
    const log = (event: LogEvent) => {
      try {
        logger?.(event);
      } catch {
        // A broken log must not decide whether a message is sent.
      }
    };
    const client = createClient<paths>({
      baseUrl,
      fetch,
      // A followed redirect would send key and body to its target.
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
