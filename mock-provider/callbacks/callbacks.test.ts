import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMockProvider } from '../create-mock-provider.ts';
import { createTestMock, type TestMock, TRANSPORTS } from '../testing/mock.ts';
import { escapedJson, signatureHeaders } from './signature.ts';

const message = (text: string) => ({
  channel: 'whatsapp' as const,
  business_id: '106540352242922',
  from: { id: '905551112233', name: 'Zoë' },
  type: 'text',
  text,
});

test('produces the same signature as Meta', () => {
  const bytes =
    '{"object":"whatsapp_business_account","entry":[{"id":"264937493375603","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550953877","phone_number_id":"277321005464405"},"contacts":[{"profile":{"name":"PyWa Tests"},"wa_id":"972544401243"}],"messages":[{"from":"972544401243","id":"wamid.HBgMOTcyNTQ0NDAxMjQzFQIAEhggM0RFQTNCMEEwRTY3QzUwODYzMDc4NjQ4QzM4ODAxM0YA","timestamp":"1730231903","text":{"body":"Hey there! I am using PyWa."},"type":"text"}]},"field":"messages"}]}]}';
  const headers = signatureHeaders('1222e786b144d0e85b9f365372d93676', bytes);
  expect(headers['x-hub-signature-256']).toBe(
    'sha256=54edfa1d7259e0eb13c677cc7d73d1b5c86cfa12433d19156e058ab9251bc441',
  );
  const changed = signatureHeaders('1222e786b144d0e85b9f365372d93676', bytes.replace('Hey', 'hey'));
  expect(changed['x-hub-signature-256']).not.toBe(headers['x-hub-signature-256']);
});

test('escapes non-ASCII characters in lowercase hex', () => {
  expect(escapedJson({ text: 'äŞ🎉' })).toBe('{"text":"\\u00e4\\u015e\\ud83c\\udf89"}');
});

test('signs the sent bytes with both headers', async () => {
  const { mock, app } = await createTestMock({ appSecret: 'secret' });
  await mock.receive(message('Günaydın 🎉'));
  const { bytes, headers } = app.received[0] ?? { bytes: '', headers: {} as Record<string, string> };
  expect(bytes).toMatch(/^[ -~]+$/);
  expect(bytes).toContain('"name":"Zo\\u00eb"');
  expect(headers['x-hub-signature-256']).toBe(`sha256=${createHmac('sha256', 'secret').update(bytes).digest('hex')}`);
  expect(headers['x-hub-signature']).toBe(`sha1=${createHmac('sha1', 'secret').update(bytes).digest('hex')}`);
});

const USER_ID = expect.stringMatching(/^TR\.\d{20}$/);

test('reports a text from a customer and opens the window', async () => {
  const { mock, app, call } = await createTestMock();
  const { external_id } = await mock.receive(message('hi'));
  expect(app.received[0]?.body).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: expect.any(String), phone_number_id: '106540352242922' },
              contacts: [{ profile: { name: 'Zoë' }, wa_id: '905551112233', user_id: USER_ID }],
              messages: [
                {
                  from: '905551112233',
                  from_user_id: USER_ID,
                  id: external_id,
                  timestamp: '1767225600',
                  text: { body: 'hi' },
                  type: 'text',
                },
              ],
            },
          },
        ],
      },
    ],
  });
  const body = { messaging_product: 'whatsapp', to: '905551112233', type: 'text', text: { body: 'hello' } };
  await call('POST', '/106540352242922/messages', { body });
  await mock.whenIdle();
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
});

test('receive fails if the app refuses the callback, and the callback is retried', async () => {
  const { mock, app, clock } = await createTestMock();
  app.answers = [500, new Error('connection refused'), 200];
  await expect(mock.receive(message('hi'))).rejects.toThrow(
    'The app did not accept the callback at https://app.example/callback: returned 500',
  );
  await clock.advance(9_999, mock.whenIdle);
  expect(app.received).toHaveLength(1);
  await clock.advance(1, mock.whenIdle);
  expect(app.received).toHaveLength(2);
  await clock.advance(30_000, mock.whenIdle);
  await clock.advance(7 * 24 * 3600 * 1000, mock.whenIdle);
  expect(app.received).toHaveLength(3);
  expect(new Set(app.received.map(({ bytes }) => bytes)).size).toBe(1);
  expect(mock.callbacks().map(({ attempt, status_code }) => [attempt, status_code])).toEqual([
    [1, 500],
    [2, null],
    [3, 200],
  ]);
});

test.each<[string, (test: TestMock) => Promise<unknown>]>([
  ['clock.advance', ({ clock, mock }) => clock.advance(60_000, mock.whenIdle)],
  ['mock.advance', ({ mock }) => mock.advance(60)],
  ['the control API', ({ call }) => call('POST', '/_mock/clock/advance', { body: { seconds: 60 } })],
])('waits for the app to respond before time moves by %s', async (_, advance) => {
  const slow = await createTestMock(
    {
      deliver: async (_url, { signal }) => {
        for (let turn = 0; turn < 20; turn += 1) {
          await new Promise((next) => setImmediate(next));
        }
        signal.throwIfAborted();
        return { status: 200, text: '' };
      },
    },
    'over HTTP',
  );
  const { mock, call, user } = slow;
  mock.openWindow('106540352242922', user);
  const body = { messaging_product: 'whatsapp', to: user, text: { body: 'hello' } };
  await call('POST', '/106540352242922/messages', { body });
  await advance(slow);
  expect(mock.now()).toBe('2026-01-01T00:01:00.000Z');
  expect(mock.callbacks().map(({ at, events, attempt, status_code }) => [at, events, attempt, status_code])).toEqual([
    ['2026-01-01T00:00:00.000Z', ['sent'], 1, 200],
    ['2026-01-01T00:00:00.000Z', ['delivered'], 1, 200],
    ['2026-01-01T00:00:00.000Z', ['read'], 1, 200],
  ]);
});

test.each<[string, (test: TestMock) => Promise<unknown>]>([
  ['clock.advance', ({ clock }) => clock.advance(20_000)],
  ['the control API', ({ call }) => call('POST', '/_mock/clock/advance', { body: { seconds: 20 } })],
])('times out an app that never responds by %s', async (_, advance) => {
  const hanging = await createTestMock({
    deliver: (_url, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const received = hanging.mock.receive(message('hi'));
  const told = expect(received).rejects.toThrow('no response within 20000 ms');
  await advance(hanging);
  await told;
});

test('stops retrying a callback after seven days', async () => {
  const { mock, app, clock } = await createTestMock();
  app.answers = Array(100).fill(500);
  await expect(mock.receive(message('hi'))).rejects.toThrow();
  await clock.advance(7 * 24 * 3600 * 1000, mock.whenIdle);
  expect(mock.callbacks().at(-1)).toMatchObject({ attempt: 18, at: '2026-01-08T00:00:00.000Z' });
  await clock.advance(7 * 24 * 3600 * 1000, mock.whenIdle);
  expect(app.received).toHaveLength(18);
});

/** Starts a separate server in place of an app, which keeps the bodies it receives. */
async function listeningApp() {
  const seen: string[] = [];
  const app = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://app.example');
    if (request.method === 'GET') {
      const right =
        url.searchParams.get('hub.mode') === 'subscribe' && url.searchParams.get('hub.verify_token') === 'right';
      response.writeHead(right ? 200 : 403).end(right ? url.searchParams.get('hub.challenge') : 'no');
      return;
    }
    request.on('data', (chunk) => seen.push(String(chunk)));
    request.on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    app.closeAllConnections();
    app.close();
  });
  return { callbackUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`, seen };
}

test('sends callbacks and the handshake over the network', async () => {
  const { callbackUrl, seen } = await listeningApp();
  const mock = createMockProvider({ callbackUrl, verifyToken: 'right' });
  expect(await mock.verifyCallback()).toEqual({ verified: true, status_code: 200 });
  await mock.receive(message('over the wire'));
  expect(seen.join('')).toContain('over the wire');
  const wrong = createMockProvider({ callbackUrl, verifyToken: 'wrong' });
  expect(await wrong.verifyCallback()).toMatchObject({ verified: false, status_code: 403 });
});

test.each(TRANSPORTS)('sends the effects of a request %s over the network', async (transport) => {
  const { callbackUrl, seen } = await listeningApp();
  const { mock, call, send } = await createTestMock(
    { callbackUrl, deliver: undefined, verifyToken: 'right' },
    transport,
  );
  await send({ text: { body: 'hello' } });
  const url = `${callbackUrl}?hub.mode=subscribe&hub.verify_token=right&hub.challenge=pixels`;
  const body = { ...message('look'), type: 'image', media: { mime_type: 'image/png', url } };
  expect((await call('POST', '/_mock/receive', { body })).status).toBe(200);
  expect((await call('POST', '/_mock/verify')).body).toEqual({ verified: true, status_code: 200 });
  expect(mock.callbacks().map(({ status_code, error }) => error ?? status_code)).toEqual([200, 200, 200, 200]);
  expect(seen).toHaveLength(4);
  expect(seen[3]).toContain(`"sha256":"${createHash('sha256').update('pixels').digest('base64')}"`);
});

test('sends nothing without a callback URL', async () => {
  const { mock, app } = await createTestMock({ callbackUrl: undefined });
  await mock.receive(message('hi'));
  expect(app.received).toEqual([]);
  mock.setCallbackUrl('https://other.example/callback');
  await mock.receive(message('hi'));
  expect(app.received.map(({ url }) => url)).toEqual(['https://other.example/callback']);
});
