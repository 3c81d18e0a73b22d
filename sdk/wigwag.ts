import createClient, { type Client } from 'openapi-fetch';
import { ApiError, ConnectionError } from './api-error.ts';
import type { components, paths } from './generated/types.ts';

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

  /** @throws {TypeError} when there is no key */
  constructor(options: WigwagOptions) {
    if (!options.apiKey) {
      throw new TypeError('No API key: pass apiKey, for example process.env.WIGWAG_API_KEY, and see that it is set.');
    }
    this.client = createClient<paths>({
      baseUrl: options.baseUrl ?? 'http://127.0.0.1:3000/api/v1',
      headers: { authorization: `Bearer ${options.apiKey}` },
      ...(options.fetch && { fetch: options.fetch }),
    });
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
    const cause = (error as Error).cause ?? error;
    const problem = (cause as Error).message || String(cause);
    throw new ConnectionError(
      error instanceof SyntaxError
        ? `The server answered, but not with JSON (${problem}). Does baseUrl end in /api/v1?`
        : `The server cannot be reached: ${problem}`,
      { cause: error },
    );
  }
  const refusal = answer.error?.error;
  // Other servers have errors too; this API's carry a word for a code, and what to do.
  if (typeof refusal?.code === 'string' && typeof refusal.fix === 'string') {
    throw new ApiError(refusal);
  }
  if (answer.data?.data === undefined) {
    const { status, url } = answer.response;
    throw new ConnectionError(`${url} answered ${status}, not in the form of this API. Does baseUrl end in /api/v1?`);
  }
  return answer.data.data;
}
