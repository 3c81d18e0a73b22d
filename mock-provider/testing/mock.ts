import { setupServer } from 'msw/node';
import { onTestFinished } from 'vitest';
import { createMockProvider, type MockOptions } from '../create-mock-provider.ts';
import type { MockProvider } from '../mock-provider.ts';
import { createManualClock, type ManualClock } from '../world/clock.ts';
import type { Credentials, Json } from '../world/state.ts';

/** An app that records callbacks. It returns `answers` one by one, then 200. */
interface TestApp {
  received: { url: string; headers: Record<string, string>; bytes: string; body: Json }[];
  answers: (number | Error)[];
  /** The statuses it received, in order. */
  statuses(): string[];
  /** Returns the value of the first change in a callback. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach deep into Meta's bodies.
  value(index: number): any;
  /** Returns the first event in a callback of Messenger or Instagram. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach deep into Meta's bodies.
  event(index: number): any;
}

interface TestReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach deep into Meta's bodies.
  body: Record<string, any>;
}

type TestCall = (
  method: string,
  path: string,
  options?: { token?: string | null; body?: unknown; init?: RequestInit },
) => Promise<TestReply>;

export interface TestMock {
  mock: MockProvider;
  clock: ManualClock;
  app: TestApp;
  business: Credentials;
  /** Sends a request by the path under test, with the demo business's token by default. */
  call: TestCall;
  /** Sends with an open window, and waits for all effects. */
  send(body: Json): Promise<TestReply>;
  user: string;
}

export type TransportName = 'in process' | 'over HTTP';
export const TRANSPORTS: TransportName[] = ['in process', 'over HTTP'];

/** Returns a mock with a stopped clock and an in-memory app, reachable in process or over HTTP. */
export async function createTestMock(
  options: MockOptions = {},
  transport: TransportName = 'in process',
): Promise<TestMock> {
  const clock = createManualClock();
  const app: TestApp = {
    received: [],
    answers: [],
    statuses: () => app.received.flatMap(({ body }) => statusesOf(body)),
    value: (index) => entriesOf(app, index)?.[0]?.changes?.[0]?.value,
    event: (index) => entriesOf(app, index)?.[0]?.messaging?.[0],
  };
  const mock = createMockProvider({
    clock,
    seed: 'test',
    callbackUrl: 'https://app.example/callback',
    deliver: async (url, { headers, body = '{}' }) => {
      app.received.push({ url, headers, bytes: body, body: JSON.parse(body) as Json });
      const answer = app.answers.shift() ?? 200;
      if (answer instanceof Error) {
        throw answer;
      }
      return { status: answer, text: '' };
    },
    ...options,
  });
  const base = await openDoor(mock, transport);
  const call: TestCall = async (method, path, { token = mock.credentials.access_token, body, init } = {}) => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...init,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init?.headers as Record<string, string> | undefined),
      },
    });
    const source = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: source.startsWith('{') ? JSON.parse(source) : { source },
    };
  };
  const user = '905551112233';
  const send = async (body: Json) => {
    const id = mock.credentials.whatsapp.phone_number_id;
    mock.openWindow(id, user);
    const reply = await call('POST', `/v25.0/${id}/messages`, {
      body: { messaging_product: 'whatsapp', to: user, ...body },
    });
    await mock.whenIdle();
    return reply;
  };
  return { mock, clock, app, business: mock.credentials, call, send, user };
}

let intercepting: { close(): void } | undefined;

function stopIntercepting(): void {
  intercepting?.close();
  intercepting = undefined;
}

async function openDoor(mock: MockProvider, transport: TransportName): Promise<string> {
  // Handlers match any host, so those of an earlier mock in the same test would respond instead of these.
  stopIntercepting();
  if (transport === 'over HTTP') {
    const { url, close } = await mock.listen();
    onTestFinished(close);
    return url;
  }
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  intercepting = server;
  onTestFinished(stopIntercepting);
  return 'https://graph.facebook.com';
}

interface TestEntry {
  changes?: { value: { statuses?: { status: string }[] } }[];
  messaging?: Json[];
}

function entriesOf(app: TestApp, index: number): TestEntry[] | undefined {
  return app.received[index]?.body.entry as TestEntry[] | undefined;
}

function statusesOf(body: Json): string[] {
  const entries = body.entry as TestEntry[];
  return entries.flatMap((entry) =>
    (entry.changes ?? []).flatMap(({ value }) => (value.statuses ?? []).map(({ status }) => status)),
  );
}
