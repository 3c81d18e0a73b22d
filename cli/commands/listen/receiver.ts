import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageProblem } from '@wigwag/mock-provider/foreign-request';
import { constructEvent, type WebhookEvent } from '@wigwag/sdk/webhooks';
import { isEvent } from '../../output/event-line.ts';
import { UsageError } from '../../program/errors/errors.ts';

/** One delivery as it arrived. */
interface VerifiedDelivery {
  at: Date;
  headers: IncomingMessage['headers'];
  rawBody: string;
  /** The verified event, or why verification failed. */
  result: { event: WebhookEvent } | { problem: string };
}

export interface LocalReceiver {
  url: string;
  close(): Promise<void>;
}

/** WhatsApp's callbacks are the largest known, at 3 MB. */
const MAX_BYTES = 4_000_000;

/** Starts a local HTTP server for deliveries. It returns 200 if the signature is valid and 400 otherwise. */
export async function startReceiver(options: {
  port: number;
  host?: string;
  /** A promise if the secret depends on the address. Deliveries wait for it. */
  secret: string | Promise<string>;
  /** The response is sent after this resolves, so that a slow reader slows down the sender. */
  onDelivery(delivery: VerifiedDelivery): void | Promise<void>;
}): Promise<LocalReceiver> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    // Through a tunnel, requests have any host, so only pages are refused.
    const problem = pageProblem(request);
    if (problem !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`${problem}\n`);
      return;
    }
    const rawBody = await readBody(request);
    if (rawBody === undefined) {
      response.writeHead(413).end();
      return;
    }
    const signature = String(request.headers['x-service-signature'] ?? '');
    const result = await verified(rawBody, signature, await options.secret);
    await options.onDelivery({ at: new Date(), headers: request.headers, rawBody, result });
    response.writeHead('event' in result ? 200 : 400).end();
  };
  const server = createServer((request, response) => {
    // The sender hung up, or forwarding failed. Without a response the sender retries.
    answer(request, response).catch(() => response.destroy());
  });
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new UsageError(`the port ${options.port} is in use; choose another one with --port`)
          : error,
      ),
    );
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function verified(rawBody: string, signature: string, secret: string): Promise<VerifiedDelivery['result']> {
  try {
    const event = await constructEvent(rawBody, signature, secret);
    return isEvent(event) ? { event } : { problem: 'The signature is valid, but the body is not an event.' };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_BYTES) {
      return undefined;
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
