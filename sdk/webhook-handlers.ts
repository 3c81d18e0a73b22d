import { type ConstructEventOptions, constructEvent, type WebhookHeaders } from './construct-event.ts';
import { SignatureError } from './signature-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** What a handler verifies with, and what it hands events to. */
export interface WebhookHandlerOptions extends Pick<ConstructEventOptions, 'tolerance'> {
  /** The signing secret; while it is being changed, both. */
  secret: string | readonly string[] | undefined;
  /**
   * Takes an event. Be quick: the server waits 10 s for the answer. What is thrown is answered with 500, and the server
   * delivers the event again later. The same event may come twice: `event.id` is then the same.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Hears of what was thrown by `onEvent`, and of deliveries that were refused. @default nobody */
  onError?: (error: unknown) => void;
}

/** Larger than any event. */
const MAX_BYTES = 4_000_000;

/** The status and text that a delivery is answered with. */
async function receive(
  rawBody: string | Uint8Array | undefined,
  headers: WebhookHeaders,
  { secret, onEvent, onError, ...options }: WebhookHandlerOptions,
): Promise<{ status: number; text: string }> {
  if (rawBody === undefined) {
    return { status: 413, text: 'The body is too large for an event.' };
  }
  try {
    await onEvent(await constructEvent(rawBody, headers, secret, options));
    return { status: 200, text: 'ok' };
  } catch (error) {
    onError?.(error);
    return error instanceof SignatureError
      ? { status: 400, text: error.message }
      : { status: 500, text: 'The event could not be processed.' };
  }
}

/** A handler for frameworks that speak fetch: Hono, Next.js, SvelteKit, workers, `Bun.serve`, `Deno.serve`. */
export const fetchHandler =
  (options: WebhookHandlerOptions) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      return new Response('Deliveries are POST requests.', { status: 405, headers: { allow: 'POST' } });
    }
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { status, text } = await receive(bytes.length > MAX_BYTES ? undefined : bytes, request.headers, options);
    return new Response(text, { status });
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
 * `express.json()` it answers 400 and says why.
 */
export const nodeHandler =
  (options: WebhookHandlerOptions) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end('Deliveries are POST requests.');
      return;
    }
    const body = (request.body as Uint8Array | undefined) ?? (await bytesOf(request));
    const { status, text } = await receive(body, request.headers, options);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  };

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      return undefined;
    }
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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
export const hapiRoute = ({
  path,
  ...options
}: WebhookHandlerOptions & { /** Where deliveries arrive. */ path: string }) => ({
  method: 'POST' as const,
  path,
  options: { auth: false as const, payload: { parse: false, output: 'data' as const, maxBytes: MAX_BYTES } },
  handler: async <Response>({ payload, headers }: HapiRequest, h: HapiToolkit<Response>): Promise<Response> => {
    const { status, text } = await receive(payload as Uint8Array, headers, options);
    return h.response(text).code(status);
  },
});
