import { checkOptions } from '../checks.ts';
import type { WebhookEvent } from '../events/webhook-event.ts';
import {
  type ConstructEventOptions,
  constructEvent,
  type WebhookHeaders,
  type WebhookSecret,
} from './construct-event.ts';
import { SignatureError } from './signature-error.ts';

/** The secret and the functions of a handler. */
export interface WebhookHandlerOptions extends Pick<ConstructEventOptions, 'tolerance'> {
  /** The signing secret; during a rotation, both. */
  secret: WebhookSecret;
  /**
   * Handles an event. Be quick: the server waits 10 s for the response. If it throws, the handler returns 500 and the
   * server retries the delivery later. The same event can arrive twice, with the same `event.id`.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /**
   * Called with errors of `onEvent`, refused deliveries and interrupted bodies. Its own errors are ignored.
   * @default errors of `onEvent` are printed with `console.error`
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** Larger than any event. */
const MAX_BYTES = 4_000_000;

type HandlerResult = { status: number; text: string };

/**
 * Returns a function that processes one delivery and returns the response; it never throws.
 *
 * @throws {TypeError} if an option is unknown or invalid, or if `onEvent` is missing
 */
function receiverOf(options: WebhookHandlerOptions) {
  checkOptions('handler', options);
  const { secret, onEvent, onError, ...verifying } = options;
  if (!onEvent) {
    throw new TypeError('onEvent is missing: pass the function that takes the events.');
  }
  const outcomeOf = (error: unknown): HandlerResult =>
    error instanceof SignatureError
      ? { status: 400, text: error.message }
      : { status: 500, text: 'The event could not be processed.' };
  return async (read: () => unknown, headers: WebhookHeaders): Promise<HandlerResult> => {
    try {
      const rawBody = await read();
      if (rawBody === TOO_LARGE) {
        return { status: 413, text: 'The body is too large for an event.' };
      }
      const event = await constructEvent(rawBody as Uint8Array, headers, secret, verifying);
      try {
        await onEvent(event);
      } catch (error) {
        if (!onError) {
          console.error(`wigwag: onEvent failed for the event ${event.id}, which will be delivered again:`, error);
        }
        throw error;
      }
      return { status: 200, text: 'ok' };
    } catch (error) {
      try {
        await onError?.(error);
      } catch {
        // Nothing can handle an error of onError, and the delivery still needs its response.
      }
      return outcomeOf(error);
    }
  };
}

/** Returns a handler for frameworks based on fetch: Hono, Next.js, SvelteKit, workers, `Bun.serve`, `Deno.serve`. */
export const fetchHandler = (options: WebhookHandlerOptions) => {
  const receive = receiverOf(options);
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      return new Response('Deliveries are POST requests.', { status: 405, headers: { allow: 'POST' } });
    }
    const { status, text } = await receive(
      // A body that was already read has no bytes left, like one that a middleware parsed.
      () =>
        request.bodyUsed ? null : bytesOf((request.body ?? []) as Iterable<Uint8Array> | AsyncIterable<Uint8Array>),
      request.headers,
    );
    return new Response(text, { status });
  };
};

/** The fields needed from the request of node:http and Express. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** The body that an Express middleware parsed. */
  body?: unknown;
}
interface NodeResponse {
  writeHead(status: number, headers?: Record<string, string>): { end(text: string): unknown };
}

/**
 * Returns a handler for node:http, and for Express before any JSON middleware or after `express.raw()` for every type.
 * After `express.json()` it returns 400 with the reason. Its promise never rejects, even if the client hangs up.
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

/**
 * Reads an oversized body to the end and discards it, so that the client gets the response and can reuse the
 * connection.
 */
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

/** The fields needed from hapi's request and toolkit. */
interface HapiRequest {
  payload: unknown;
  headers: Record<string, string | string[] | undefined>;
}
interface HapiToolkit<Response> {
  response(text: string): { code(status: number): Response };
}

/**
 * Returns a route for hapi: `server.route(hapiRoute({ path: '/webhooks', secret, onEvent }))`. It requests the raw
 * body.
 */
export const hapiRoute = (
  options: WebhookHandlerOptions & { /** Path that receives the deliveries. */ path: string },
) => {
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

/** The fields needed from Fastify's request, reply and instance. */
interface FastifyRequest {
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
}
interface FastifyReply {
  code(status: number): { type(type: string): { send(text: string): unknown } };
}
interface FastifyInstance {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: unknown) => Promise<unknown>,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

/** Options of `fastifyPlugin`. */
export interface FastifyPluginOptions extends WebhookHandlerOptions {
  /** Path that receives the deliveries, below the `prefix` of `register`. */
  path: string;
}

/** Options of every plugin, which Fastify reads itself and then passes on. */
const OF_FASTIFY = ['prefix', 'logLevel', 'logSerializers'];

/**
 * Plugin for Fastify: `app.register(fastifyPlugin, { path: '/webhooks', secret, onEvent })`. Its route gets the raw body;
 * the parsers of other routes stay as they are. With the options alone, it returns such a plugin:
 * `app.register(fastifyPlugin({ path: '/webhooks', secret, onEvent }))`.
 *
 * @throws {TypeError} if an option is unknown or invalid, or if `path` or `onEvent` is missing
 */
export function fastifyPlugin(options: FastifyPluginOptions): (scope: FastifyInstance) => Promise<void>;
export function fastifyPlugin(scope: FastifyInstance, options: FastifyPluginOptions): Promise<void>;
export function fastifyPlugin(
  first: FastifyPluginOptions | FastifyInstance,
  second?: FastifyPluginOptions,
): Promise<void> | ((scope: FastifyInstance) => Promise<void>) {
  if ('removeAllContentTypeParsers' in first) {
    const own = Object.entries(second ?? {}).filter(([name]) => !OF_FASTIFY.includes(name));
    return (async () => addTo(first, Object.fromEntries(own) as unknown as FastifyPluginOptions))();
  }
  // Check the options before the server starts.
  fastifyReceiver(first);
  return async (scope) => addTo(scope, first);
}

function fastifyReceiver(options: FastifyPluginOptions) {
  checkOptions('fastifyPlugin', options);
  const { path, ...others } = options;
  if (!path) {
    throw new TypeError('path is missing: pass the path that receives the deliveries.');
  }
  return { path, receive: receiverOf(others) };
}

function addTo(scope: FastifyInstance, options: FastifyPluginOptions): void {
  const { path, receive } = fastifyReceiver(options);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, async (_request, body) => body);
  scope.post(path, async ({ body, headers }, reply) => {
    const { status, text } = await receive(() => body ?? new Uint8Array(), headers);
    return reply.code(status).type('text/plain').send(text);
  });
}
