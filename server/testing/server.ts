import { type Credentials, createMockProvider, type MockOptions, type MockProvider } from '@wigwag/mock-provider';
import { EVENTS, operationFor } from '@wigwag/openapi';
import type { DestinationStream } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { LeakDetector } from '../../lab/testing/secrets.ts';
import { hmacOf } from '../base/secrets.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { NewAccount } from '../domain/account/accounts.ts';
import { createKey, type NewKey } from '../domain/account/create-key.ts';
import { createDemoAccount, type DemoAccount } from '../domain/account/demo-account.ts';
import { createProviderApp } from '../domain/connections/create-connection.ts';
import { VirtualClock } from '../engine/clock.ts';
import { type RunningServer, startServer } from '../process/start.ts';
import { META_CALLBACKS } from '../providers/meta/callback.ts';
import { templateOf } from '../providers/whatsapp/templates.ts';
import { responseFaults } from './response-check.ts';
import { type DatabaseName, freshDatabase, migratedImage } from './store.ts';
import { createReceiver, type TestReceiver } from './worker.ts';

export { DATABASES } from './store.ts';

/** The response to a call. */
export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
}

export interface ApiCall {
  key?: string | null;
  /** Sent as JSON, or as a form if it is one. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Whether the response is checked against the API document. @default true */
  check?: boolean;
}

export interface TestServer extends DemoAccount {
  server: RunningServer;
  mock: MockProvider;
  business: Credentials;
  clock: VirtualClock;
  baseUrl: string;
  /** Calls the API over HTTP with the live key, and checks the response against the API document. */
  api(method: string, path: string, options?: ApiCall): Promise<ApiAnswer>;
  /** Simulates a customer's WhatsApp message; resolves when all resulting tasks are done. */
  customerWrites(text: string, from?: string): Promise<void>;
  /** Runs everything that is due, in the server and the mock, until nothing is left. */
  settle(): Promise<void>;
  /** Moves the clock and runs the tasks that become due. */
  advance(seconds: number): Promise<void>;
  /** Sends events to a new receiver. */
  receiver(): Promise<TestReceiver>;
  /** Creates another key of the account. */
  key(options?: Partial<NewKey>): Promise<string>;
  /** Creates another account, with a separate business at the provider. */
  anotherAccount(changes?: Partial<NewAccount>): Promise<DemoAccount>;
  /**
   * Returns the same server for another account with a separate business. Calls use its key, and customers write to its
   * number.
   */
  anotherTenant(): Promise<TestServer>;
  /** Posts a callback as Meta would. It is signed unless a signature is given. */
  callback(body: unknown, signature?: string): Promise<{ status: number; text: string }>;
  /** Returns Meta's callback for these messages to the account's number. */
  inboundCallback(...messages: object[]): object;
  statusCallback(...statuses: object[]): object;
}

/** Returns a callback of the `messages` field, as in Meta's "Webhooks reference". */
export const metaCallback = (phoneNumberId: string, ...values: object[]): object => ({
  object: 'whatsapp_business_account',
  entry: values.map((value) => ({
    id: '102290129340398',
    changes: [
      {
        field: 'messages',
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
          ...value,
        },
      },
    ],
  })),
});

/**
 * Keeps everything that a server logs, and also prints its warnings. At the end of each test, the log must not contain
 * anything that was sent to or by the server.
 */
function createLogbook(
  also: DestinationStream | undefined,
  atEnd: AtEnd,
): { log: DestinationStream; secrets: LeakDetector } {
  const secrets = new LeakDetector();
  const lines: string[] = [];
  const shown = also ?? { write: (line: string) => JSON.parse(line).level >= WARN && process.stderr.write(line) };
  atEnd(async () => expect(secrets.foundIn(lines.join(''))).toEqual([]));
  return {
    secrets,
    log: {
      write(line) {
        lines.push(line);
        shown.write(line);
      },
    },
  };
}

const WARN = 40;

/** Registers a function that runs when a server is no longer needed. */
export type AtEnd = (run: () => Promise<void> | undefined) => void;

/** Starts a server with a separate store, clock and mock provider, over real HTTP, with a demo account. */
export async function createTestServer(
  options: {
    database?: DatabaseName;
    config?: Partial<Config>;
    mock?: MockOptions;
    log?: DestinationStream;
    account?: Partial<NewAccount>;
    /** The start time of the clock, in milliseconds since the epoch. @default now */
    now?: number;
    /** For a server that several tests share. @default the end of the test */
    atEnd?: AtEnd;
  } = {},
): Promise<TestServer> {
  // Meta reports times in whole seconds.
  const clock = new VirtualClock(Math.floor((options.now ?? Date.now()) / 1000) * 1000);
  const { atEnd = onTestFinished } = options;
  const { log, secrets } = createLogbook(options.log, atEnd);
  const databaseUrl = await freshDatabase(options.database, { atEnd });
  const mock = createMockProvider({ clock, ...options.mock });
  const { url: mockUrl, close } = await mock.listen();
  atEnd(close);
  const config = readConfig(
    {},
    {
      databaseUrl,
      port: 0,
      secretKey: 'a secret key for tests',
      graphUrl: mockUrl,
      instagramUrl: mockUrl,
      logLevel: 'trace',
      allowLoopback: true,
      ...options.config,
    },
  );
  const server = await startServer(config, { clock, log, image: await migratedImage() });
  atEnd(() => server.stop());
  const business = mock.credentials;
  secrets.note(business);
  const { app } = server;
  const providerAppId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: business.app_secret, verifyToken: business.verify_token }),
  );
  mock.setCallbackUrl(server.origin + META_CALLBACKS.path(providerAppId));
  const createAccount = (changes: Partial<NewAccount>, owner: Credentials) =>
    createDemoAccount(
      app,
      { name: 'Demo', ...changes },
      {
        providerAppId,
        accessToken: owner.access_token,
        ids: {
          whatsapp: owner.whatsapp.phone_number_id,
          messenger: owner.messenger.page_id,
          instagram: owner.instagram.account_id,
        },
        wabaId: owner.whatsapp.waba_id,
        templates: mock.templates(owner.whatsapp.waba_id).map(templateOf),
      },
    );
  const account = await createAccount(options.account ?? {}, business);
  const baseUrl = `${server.origin}/api/v1`;

  const settle = () => settleAll(server, mock);

  const tenantOf = (account: DemoAccount, owner: Credentials): TestServer => ({
    ...account,
    server,
    mock,
    business: owner,
    clock,
    baseUrl,
    settle,
    async api(method, path, call = {}) {
      const { headers, key = account.liveKey } = call;
      secrets.noteRequest(path, call.body ?? call.raw, headers);
      secrets.note(key, true);
      return callApi(baseUrl, method, path, { key: account.liveKey, ...call });
    },
    async customerWrites(text, from = '905551112233') {
      const inbound = {
        channel: 'whatsapp',
        business_id: owner.whatsapp.phone_number_id,
        from: { id: from, name: 'Ada' },
        type: 'text',
        text,
      } as const;
      secrets.note(inbound);
      await mock.receive(inbound);
      await settle();
    },
    advance: (seconds) => advanceAll({ server, mock, clock }, seconds),
    async receiver() {
      const receiver = await createReceiver();
      await app.store.transaction((tx) => tx.webhooks.setAddress(account.accountId, receiver.url, EVENTS));
      return receiver;
    },
    key: (key = {}) =>
      app.store.transaction((tx) => createKey(app, tx, { accountId: account.accountId, mode: 'live', ...key })),
    anotherAccount: (changes = {}) => createAccount(changes, mock.addBusiness()),
    async anotherTenant() {
      const another = mock.addBusiness();
      secrets.note(another);
      return tenantOf(await createAccount({}, another), another);
    },
    async callback(content, signature) {
      const body = typeof content === 'string' ? content : JSON.stringify(content);
      secrets.noteRequest('/', body);
      const response = await fetch(server.origin + META_CALLBACKS.path(providerAppId), {
        method: 'POST',
        headers: { 'x-hub-signature-256': signature ?? `sha256=${hmacOf(business.app_secret, body)}` },
        body,
      });
      return { status: response.status, text: await response.text() };
    },
    inboundCallback: (...messages) =>
      metaCallback(owner.whatsapp.phone_number_id, {
        contacts: [{ profile: { name: 'Ada' }, wa_id: '905551112233' }],
        messages: messages.map((message) => ({
          from: '905551112233',
          timestamp: String(Math.floor(clock.now() / 1000)),
          type: 'text',
          text: { body: 'Hello' },
          ...message,
        })),
      }),
    statusCallback: (...statuses) =>
      metaCallback(owner.whatsapp.phone_number_id, {
        statuses: statuses.map((status) => ({
          timestamp: String(Math.floor(clock.now() / 1000)),
          recipient_id: '905551112233',
          ...status,
        })),
      }),
  });
  return tenantOf(account, business);
}

/** Runs everything that is due, in the server and the mock, until nothing is left. */
export async function settleAll(server: RunningServer, mock: MockProvider): Promise<void> {
  do {
    await server.worker.drain();
    await mock.whenIdle();
  } while (!server.worker.idle() || !mock.idle());
  await server.worker.drain();
}

/** Moves the clock of a server and its provider, and runs the tasks that become due. */
export async function advanceAll(
  { server, mock, clock }: { server: RunningServer; mock: MockProvider; clock: VirtualClock },
  seconds: number,
): Promise<void> {
  await settleAll(server, mock);
  const target = clock.now() + seconds * 1000;
  for (let due = clock.nextDue(); due !== undefined && due <= target; due = clock.nextDue()) {
    clock.moveTo(due);
    await settleAll(server, mock);
  }
  clock.moveTo(target);
  await settleAll(server, mock);
}

/** Makes one call over HTTP. A response that the API document does not allow fails the test. */
export async function callApi(baseUrl: string, method: string, path: string, call: ApiCall): Promise<ApiAnswer> {
  const hasBody = call.body !== undefined || call.raw !== undefined;
  const form = call.body instanceof FormData ? call.body : undefined;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(call.key && { authorization: `Bearer ${call.key}` }),
      ...(hasBody && !form && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(hasBody && { body: call.raw ?? form ?? JSON.stringify(call.body) }),
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
