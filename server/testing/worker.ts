import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type ReceivedEvent = any;

/** A receiver of webhooks that stores the raw bytes. */
export interface TestReceiver {
  url: string;
  received: { headers: Record<string, string | string[] | undefined>; raw: string; event: ReceivedEvent }[];
  /** Sets the response for further requests; null accepts requests but never responds. */
  answers(status: number | null, body?: string, headers?: Record<string, string>): void;
  /** Holds responses back until the returned function is called, which sends all of them. */
  holds(): (status: number) => void;
  /** Resolves once this many requests have arrived in total. */
  arrived(count: number): Promise<void>;
}

export async function createReceiver(): Promise<TestReceiver> {
  let answer: { status: number | null; body: string; headers: Record<string, string> } = {
    status: 200,
    body: 'thanks',
    headers: {},
  };
  const received: TestReceiver['received'] = [];
  const held: ServerResponse[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, raw, event: JSON.parse(raw) });
      if (answer.status === null) {
        held.push(response);
      } else {
        response.writeHead(answer.status, answer.headers).end(answer.body);
      }
      for (const one of waiting) {
        if (received.length >= one.count) {
          one.resolve();
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers(status, body = 'thanks', headers = {}) {
      answer = { status, body, headers };
    },
    holds() {
      answer = { status: null, body: '', headers: {} };
      return (status) => {
        for (const response of held.splice(0)) {
          response.writeHead(status).end();
        }
      };
    },
    arrived: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.add({ count, resolve })),
  };
}
