import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test as plain } from 'vitest';
import { describeAttempt, unhandled } from '../callbacks/unhandled.ts';
import { createTestMock } from '../testing/mock.ts';
import { test } from '../vitest.ts';

const USER = '905551112233';
const inbound = (business_id: string) =>
  ({ channel: 'whatsapp', business_id, from: { id: USER }, type: 'text', text: 'hi' }) as const;

test('each test gets a new mock, in process and by URL', async ({ mock, mockUrl }) => {
  const { phone_number_id } = mock.credentials.whatsapp;
  const headers = { authorization: `Bearer ${mock.credentials.access_token}` };
  for (const base of ['https://graph.facebook.com', mockUrl]) {
    const reply = await fetch(`${base}/v25.0/${phone_number_id}`, { headers });
    expect([base, reply.status]).toEqual([base, 200]);
  }
  await mock.receive(inbound(phone_number_id));
  expect(mock.contacts(phone_number_id)).toHaveLength(1);
});

test('and the next test knows nothing of it', ({ mock }) => {
  expect(mock.contacts(mock.credentials.whatsapp.phone_number_id)).toEqual([]);
});

test.extend({ strict: false })('a test that is not strict may leave callbacks unhandled', async ({ mock }) => {
  const app = createServer((_, response) => void response.writeHead(500).end());
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  mock.setCallbackUrl(`http://127.0.0.1:${(app.address() as AddressInfo).port}/hook`);
  await expect(mock.receive(inbound(mock.credentials.whatsapp.phone_number_id))).rejects.toThrow('did not accept');
  expect(mock.unhandledCallbacks()).toMatchObject([{ status_code: 500, events: ['message'] }]);
});

plain('a callback that was accepted at the second attempt is handled', async () => {
  const { mock, app, clock, call } = await createTestMock();
  app.answers = [500];
  await mock.receive(inbound('106540352242922')).catch(() => {});
  expect(mock.unhandledCallbacks().map(describeAttempt)).toEqual([
    expect.stringMatching(/^message on whatsapp to https:\/\/app.example\/callback: status 500\n {2}\{"object"/),
  ]);
  await clock.advance(60_000, mock.whenIdle);
  expect(mock.unhandledCallbacks()).toEqual([]);
  expect((await call('GET', '/_mock/callbacks/unhandled')).status).toBe(200);
  expect(unhandled([])).toEqual([]);
});
