import createClient, { type Client } from 'openapi-fetch';
import { ApiError, ConnectionError, notOfThisApi, problemOf, refusalIn } from './api-error.ts';
import type { components, paths } from './generated/types.ts';
import { type OpenTail, type TailOptions, tail } from './tail.ts';
import type { WebhookEvent } from './webhooks.ts';

type Schemas = components['schemas'];

export interface WigwagOptions {
  /** `ww_live_...` or `ww_test_...`; without one the constructor throws. */
  apiKey: string | undefined;
  /** Ends in `/api/v1`. @default 'http://127.0.0.1:3000/api/v1' */
  baseUrl?: string;
  /** @default the global fetch */
  fetch?: (request: Request) => Promise<Response>;
}

export interface SendOptions {
  /** Names this send: the same key with the same body within 24 h sends once. @default a fresh one for each call */
  idempotencyKey?: string;
}

interface Answer<Data> {
  data?: { data: Data };
  error?: Schemas['ErrorEnvelope'];
  response: Response;
}

/** A client of the API. Every method throws `ApiError` for what the API refuses, `ConnectionError` when none answers. */
export class Wigwag {
  /** The typed openapi-fetch client underneath: every operation of the document, without exceptions. */
  readonly client: Client<paths>;
  readonly #openTail: (query: string) => OpenTail;

  /** @throws {TypeError} when there is no key */
  constructor(options: WigwagOptions) {
    if (!options.apiKey) {
      throw new TypeError('No API key: pass apiKey, for example process.env.WIGWAG_API_KEY, and see that it is set.');
    }
    const { baseUrl = 'http://127.0.0.1:3000/api/v1', fetch = globalThis.fetch } = options;
    const authorization = `Bearer ${options.apiKey}`;
    this.client = createClient<paths>({
      baseUrl,
      headers: { authorization },
      ...(options.fetch && { fetch: options.fetch }),
    });
    // The tail stands beside the versioned API, not in it.
    const events = `${baseUrl.replace(/(\/api\/v1)?\/*$/, '')}/developers/events`;
    this.#openTail = (query) => (headers, signal) =>
      fetch(new Request(events + query, { headers: { authorization, ...headers }, signal }));
  }

  readonly messages = {
    /** Sends a free-form message (§2.3); it is accepted when this resolves, and `queued`. */
    send: (message: Schemas['SendMessageRequest'], options: SendOptions = {}): Promise<Schemas['SendResult']> =>
      unwrap(this.client.POST('/messages', { body: message, params: { header: idempotency(options) } })),

    /** Sends an approved template (§2.4). */
    sendTemplate: (
      template: Schemas['SendTemplateRequest'],
      options: SendOptions = {},
    ): Promise<Schemas['SendResult']> =>
      unwrap(this.client.POST('/messages/template', { body: template, params: { header: idempotency(options) } })),

    /** Where a message stands (§2.2); works for 90 days after sending. */
    get: (id: string): Promise<Schemas['Message']> =>
      unwrap(this.client.GET('/messages/{id}', { params: { path: { id } } })),
  };

  readonly events = {
    /** The account's events as they happen, each exactly once, also over lost connections; no public address is needed. */
    tail: (options: TailOptions = {}): AsyncGenerator<WebhookEvent, void, undefined> => {
      const { events, channel } = options;
      const query = new URLSearchParams({
        ...(events && { events: events.join(',') }),
        ...(channel !== undefined && { channel }),
      });
      return tail(this.#openTail(query.size > 0 ? `?${query}` : ''), options);
    },
  };

  /** The key, its account and the connected channels (§4.1). */
  me(): Promise<Schemas['Me']> {
    return unwrap(this.client.GET('/me'));
  }

  /** What each channel can do (§4.1). */
  channels(): Promise<Schemas['ChannelList']> {
    return unwrap(this.client.GET('/channels'));
  }
}

const idempotency = ({ idempotencyKey = crypto.randomUUID() }: SendOptions) => ({ 'Idempotency-Key': idempotencyKey });

async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  let answer: Answer<Data>;
  try {
    answer = await call;
  } catch (error) {
    const problem = problemOf(error);
    throw new ConnectionError(
      error instanceof SyntaxError
        ? `The server answered, but not with JSON (${problem}). Does baseUrl end in /api/v1?`
        : `The server cannot be reached: ${problem}`,
      { cause: error },
    );
  }
  const refusal = refusalIn(answer.error);
  if (refusal) {
    throw new ApiError(refusal);
  }
  if (answer.data?.data === undefined) {
    throw notOfThisApi(answer.response);
  }
  return answer.data.data;
}
