import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Wigwag } from './wigwag.ts';

/** One request as it came over the wire. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** An answer to give: JSON unless it is a text. */
export interface CannedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export const success = (status: number, data: object): CannedAnswer => ({
  status,
  body: { success: true, data, request_id: 'req_1' },
});

/** A client, and an HTTP server that gives it the same answer to everything and keeps what was asked. */
export async function createObservedClient(answer: CannedAnswer, { path = '/api/v1' } = {}) {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) });
    const isText = typeof answer.body === 'string';
    response.writeHead(answer.status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...answer.headers,
    });
    response.end(isText ? answer.body : JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}${path}`;
  return { requests, wigwag: new Wigwag({ apiKey: 'ww_live_key', baseUrl }), baseUrl, close };
}
