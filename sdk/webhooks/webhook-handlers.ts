import { checkOptions } from '../checks.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import {
  type ConstructEventOptions,
  constructEvent,
  type WebhookHeaders,
  type WebhookSecret,
} from './construct-event.ts';
import { SignatureError } from './signature-error.ts';

/** What a handler verifies with, and what it hands events to. */
export interface WebhookHandlerOptions extends Pick<ConstructEventOptions, 'tolerance'> {
  /** The signing secret; while it is being changed, both. */
  secret: WebhookSecret;
  /**
   * Takes an event. Be quick: the server waits 10 s for the answer. What is thrown is answered with 500, and the server
   * delivers the event again later. The same event may come twice: `event.id` is then the same.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /**
   * Hears of what was thrown by `onEvent`, of deliveries that were refused, and of bodies that broke off. What it throws
   * itself is dropped. @default nobody
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** Larger than any event. */
const MAX_BYTES = 4_000_000;

type Outcome = { status: number; text: string };

/**
 * What takes one delivery and says how it is answered; it never throws.
 *
 * @throws {TypeError} when an option is unknown or wrong, or there is no `onEvent`
 */
function receiverOf(options: WebhookHandlerOptions) {
  checkOptions('handler', options);
  const { secret, onEvent, onError, ...verifying } = options;
  if (!onEvent) {
    throw new TypeError('onEvent is missing: pass the function that takes the events.');
  }
  const outcomeOf = (error: unknown): Outcome =>
    error instanceof SignatureError
      ? { status: 400, text: error.message }
      : { status: 500, text: 'The event could not be processed.' };
  return async (read: () => unknown, headers: WebhookHeaders): Promise<Outcome> => {
    try {
      const rawBody = await read();
      if (rawBody === TOO_LARGE) {
        return { status: 413, text: 'The body is too large for an event.' };
      }
      await onEvent(await constructEvent(rawBody as Uint8Array, headers, secret, verifying));
      return { status: 200, text: 'ok' };
    } catch (error) {
      try {
        await onError?.(error);
      } catch {
        // Nobody is left to hear of it, and the delivery still wants its answer.
      }
      return outcomeOf(error);
    }
  };
}

/** A handler for frameworks that speak fetch: Hono, Next.js, SvelteKit, workers, `Bun.serve`, `Deno.serve`. */
export const fetchHandler = (options: WebhookHandlerOptions) => {
  const receive = receiverOf(options);
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      return new Response('Deliveries are POST requests.', { status: 405, headers: { allow: 'POST' } });
    }
    const { status, text } = await receive(
      () => bytesOf((request.body ?? []) as Iterable<Uint8Array> | AsyncIterable<Uint8Array>),
      request.headers,
    );
    return new Response(text, { status });
  };
};

/** As much of node:http's and Express' request as is needed. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** What a middleware of Express made of the body. */
  body?: unknown;
}
interface NodeResponse {
  writeHead(status: number, headers?: Record<string, string>): { end(text: string): unknown };
}

/**
 * A handler for node:http, and for Express before any JSON middleware or behind `express.raw()` for every type. Behind
 * `express.json()` it answers 400 and says why. What it returns never rejects, also when the other side hangs up.
 */
export const nodeHandler = (options: WebhookHandlerOptions) => {
  const receive = receiverOf(options);
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end('Deliveries are POST requests.');
      return;
    }
    const { status, text } = await receive(() => request.body ?? bytesOf(request), request.headers);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  };
};

const TOO_LARGE = Symbol('too large');

/** What is too large is read to its end all the same, and dropped: so the answer is heard, and the connection stays good. */
async function bytesOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Uint8Array | typeof TOO_LARGE> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length <= MAX_BYTES) {
      parts.push(chunk as Uint8Array<ArrayBuffer>);
    } else {
      parts.length = 0;
    }
  }
  return length > MAX_BYTES ? TOO_LARGE : new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** As much of hapi's request and toolkit as is needed. */
interface HapiRequest {
  payload: unknown;
  headers: Record<string, string | string[] | undefined>;
}
interface HapiToolkit<Response> {
  response(text: string): { code(status: number): Response };
}

/** A route for hapi: `server.route(hapiRoute({ path: '/webhooks', secret, onEvent }))`. It asks hapi for the raw body. */
export const hapiRoute = (options: WebhookHandlerOptions & { /** Where deliveries arrive. */ path: string }) => {
  checkOptions('hapiRoute', options);
  const { path, ...others } = options;
  const receive = receiverOf(others);
  return {
    method: 'POST' as const,
    path,
    options: { auth: false as const, payload: { parse: false, output: 'data' as const, maxBytes: MAX_BYTES } },
    handler: async <Response>({ payload, headers }: HapiRequest, h: HapiToolkit<Response>): Promise<Response> => {
      const { status, text } = await receive(() => payload, headers);
      return h.response(text).code(status);
    },
  };
};
