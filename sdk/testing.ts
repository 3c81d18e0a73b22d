import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { ERROR_CODES } from './generated/errors.ts';
import type { WigwagOptions } from './options.ts';
import type { ErrorCode } from './request/api-error.ts';
import type { LogEvent } from './request/log-event.ts';
import { Wigwag } from './wigwag.ts';

/** One request as the server received it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed if it is JSON, otherwise text. */
  body: unknown;
}

/** A response to return: JSON unless it is text. */
interface CannedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type TestAnswer = CannedAnswer | ((response: ServerResponse) => void);

export const success = (status: number, data: object, headers: Record<string, string> = {}): CannedAnswer => ({
  status,
  body: { success: true, data, request_id: 'req_1' },
  headers,
});

/** Returns the API's response for an error code. */
export const refusal = (code: ErrorCode, headers: Record<string, string> = {}): CannedAnswer => ({
  status: ERROR_CODES[code].http,
  headers,
  body: {
    success: false,
    error: {
      code,
      http: ERROR_CODES[code].http,
      message: 'The test refuses this.',
      reason: 'A test set this response.',
      fix: 'Do something else.',
      docs: `http://127.0.0.1:3000/developers/errors/${code}`,
      request_id: 'req_42',
    },
  },
});

/** Returns the error of a call, or undefined if it does not throw. */
export const thrownBy = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );

/**
 * Starts an HTTP server and a client. The server returns these responses in turn, repeats the last one, and records the
 * requests.
 */
export async function createObservedClient(
  answers: TestAnswer | TestAnswer[],
  { path = '/api/v1', ...options }: { path?: string } & Partial<WigwagOptions> = {},
) {
  const queue = [answers].flat();
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
    } catch {
      return; // A client that hung up waits for no response.
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = request;
    const isJson = headers['content-type'] === 'application/json';
    requests.push({ method, path: url, headers, body: isJson ? JSON.parse(text) : text || undefined });
    const answer = queue[Math.min(requests.length, queue.length) - 1];
    if (typeof answer === 'function') {
      answer(response);
      return;
    }
    const { status = 500, body, headers: more } = answer ?? {};
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...more });
    response.end(isText ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}${path}`;
  return { requests, wigwag: new Wigwag({ apiKey: 'ww_live_key', baseUrl, ...options }), baseUrl, close };
}

/** Creates a client of a raw socket server. `onConnection` gets each connection after a request arrives. */
export async function createSocketClient(
  onConnection: (socket: Socket, count: number, request: string) => void,
  options: Partial<WigwagOptions> = {},
) {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      count += 1;
      onConnection(socket, count, data.toString('utf8'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  return { wigwag: new Wigwag({ apiKey: 'ww_live_key', baseUrl, ...options }), connections: () => count };
}

/** Returns a logger that records the events and skips each wait before a retry. */
export function skipWaits() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const events: LogEvent[] = [];
  const waits: number[] = [];
  const logger = (event: LogEvent) => {
    events.push(event);
    if (event.type === 'retry') {
      waits.push(event.wait);
      queueMicrotask(() => vi.advanceTimersByTime(event.wait));
    }
  };
  return { logger, events, waits };
}
