import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Credentials, createMockProvider, type MockProvider } from '@wigwag/mock-provider';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { VirtualClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { createProviderApp } from './domain/accounts.ts';
import { createDemoAccount, type DemoAccount } from './domain/demo-account.ts';
import { operationFor, responseFaults } from './http/response-check.ts';
import { callbackPath } from './http/undocumented.ts';
import { type RunningServer, startServer } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The databases that every test of the store and of whole ways through the server runs on. */
export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** A database of its own, gone when the test ends. */
export async function freshDatabase(name: DatabaseName = 'sqlite'): Promise<string> {
  if (name === 'sqlite') {
    return 'sqlite::memory:';
  }
  const url = new URL(inject('postgresUrl'));
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${database}`);
  onTestFinished(() => run(`drop database if exists ${database} with (force)`));
  return Object.assign(new URL(url.href), { pathname: `/${database}` }).href;
}

/** What a call answered. */
export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
}

export interface ApiCall {
  key?: string | null;
  body?: unknown;
  /** Instead of `body`: exactly these bytes. */
  raw?: string;
  headers?: Record<string, string>;
  /** Whether the answer is checked against the document. @default true */
  check?: boolean;
}

/** A receiver of webhooks that keeps the raw bytes. */
export interface Receiver {
  url: string;
  received: { headers: Record<string, string | string[] | undefined>; raw: string; event: ReceivedEvent }[];
  /** Status of the answers from now on. */
  answers(status: number): void;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type ReceivedEvent = any;

export async function createReceiver(): Promise<Receiver> {
  let status = 200;
  const received: Receiver['received'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, raw, event: JSON.parse(raw) });
      response.writeHead(status).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, answers: (next) => (status = next) };
}

export interface TestServer extends DemoAccount {
  server: RunningServer;
  mock: MockProvider;
  business: Credentials;
  clock: VirtualClock;
  baseUrl: string;
  /** Calls the API over HTTP with the live key, and checks the answer against the document. */
  api(method: string, path: string, options?: ApiCall): Promise<ApiAnswer>;
  /** A customer writes on WhatsApp, and everything that follows is done. */
  customerWrites(text: string, from?: string): Promise<void>;
  /** Runs everything that is due, on both sides, until nothing is left. */
  settle(): Promise<void>;
  /** Moves the clock, running what falls due on the way. */
  advance(seconds: number): Promise<void>;
  /** Sends events to a fresh receiver. */
  receiver(): Promise<Receiver>;
}

/** A server with a store, a clock and a mock provider of its own, over real HTTP, and a demo account in it. */
export async function createTestServer(
  options: { database?: DatabaseName; config?: Partial<Config> } = {},
): Promise<TestServer> {
  const clock = new VirtualClock();
  const databaseUrl = await freshDatabase(options.database);
  const mock = createMockProvider({ clock });
  const { url: mockUrl, close } = await mock.listen();
  onTestFinished(close);
  const config = readConfig(
    {},
    {
      databaseUrl,
      port: 0,
      secretKey: 'a secret key for tests',
      graphUrl: mockUrl,
      instagramUrl: mockUrl,
      logLevel: 'warn',
      allowLoopback: true,
      ...options.config,
    },
  );
  const server = await startServer(config, { clock });
  onTestFinished(() => server.stop());
  const business = mock.credentials;
  const { app } = server;
  const providerAppId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: business.app_secret, verifyToken: business.verify_token }),
  );
  mock.setCallbackUrl(server.origin + callbackPath(providerAppId));
  const account = await createDemoAccount(
    app,
    { name: 'Demo' },
    {
      providerAppId,
      accessToken: business.access_token,
      ids: { whatsapp: business.whatsapp.phone_number_id },
      wabaId: business.whatsapp.waba_id,
      templates: mock.templates(business.whatsapp.waba_id),
    },
  );
  const baseUrl = `${server.origin}/api/v1`;

  const settle = async () => {
    do {
      await server.worker.drain();
      await mock.whenIdle();
    } while (!server.worker.idle() || !mock.idle());
    await server.worker.drain();
  };

  return {
    ...account,
    server,
    mock,
    business,
    clock,
    baseUrl,
    settle,
    async api(method, path, call = {}) {
      return callApi(baseUrl, method, path, { key: account.liveKey, ...call });
    },
    async customerWrites(text, from = '905551112233') {
      await mock.receive({
        channel: 'whatsapp',
        business_id: business.whatsapp.phone_number_id,
        from: { id: from, name: 'Ada' },
        type: 'text',
        text,
      });
      await settle();
    },
    async advance(seconds) {
      await settle();
      const target = clock.now() + seconds * 1000;
      for (let due = clock.nextDue(); due !== undefined && due <= target; due = clock.nextDue()) {
        clock.moveTo(due);
        await settle();
      }
      clock.moveTo(target);
      await settle();
    },
    async receiver() {
      const receiver = await createReceiver();
      await app.store.transaction((tx) =>
        tx.webhooks.setAddress(account.accountId, receiver.url, [
          'message.received',
          'message.status',
          'template.status',
        ]),
      );
      return receiver;
    },
  };
}

/** One call over HTTP; an answer that the document does not allow fails the test. */
export async function callApi(baseUrl: string, method: string, path: string, call: ApiCall): Promise<ApiAnswer> {
  const hasBody = call.body !== undefined || call.raw !== undefined;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(call.key && { authorization: `Bearer ${call.key}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(hasBody && { body: call.raw ?? JSON.stringify(call.body) }),
  });
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === '' ? undefined : JSON.parse(text),
  };
  const operation = operationFor(method, new URL(baseUrl + path).pathname.slice('/api/v1'.length));
  if (operation && call.check !== false) {
    expect(responseFaults(operation, answer), `${method} ${path} answered ${text}`).toEqual([]);
  }
  return answer;
}
