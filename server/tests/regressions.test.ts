import { expect, test } from 'vitest';
import { createTestServer } from '../testing/server.ts';

const to = '905551112233';

test('a body that breaks a rule in thousands of places is refused quickly, with a short response', async () => {
  const { api } = await createTestServer();
  const bodies = [
    ['/messages/template', { to, name: 'order_update', variables: Array(60_000).fill(1) }],
    [
      '/messages',
      { to, text: 'x', ...Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1])) },
    ],
    ['/messages', { channel: 'messenger', to: '7771', text: `a${'\u0301'.repeat(80_000)}` }],
    ['/messages', { channel: 'messenger', to: '7771', text: '👩\u200d'.repeat(20_000) }],
  ] as const;
  for (const [path, body] of bodies) {
    const answer = await api('POST', path, { body });
    expect(answer.body.error.code).toBe('VALIDATION_FAILED');
    expect(JSON.stringify(answer.body).length).toBeLessThan(10_000);
  }
}, 20_000);

test('a deeply nested value instead of a word is refused', async () => {
  const { api } = await createTestServer();
  const raw = `{"to":"${to}","text":"x","channel":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
  expect((await api('POST', '/messages', { raw })).status).toBe(422);
});

test('an odd cookie changes nothing', async () => {
  const { api } = await createTestServer();
  for (const cookie of ['session=ab"cd', 'pref="a b"', 'x={"a":1}']) {
    expect((await api('GET', '/me', { headers: { cookie } })).status).toBe(200);
  }
});

test('input that an operation ignores does not make it fail', async () => {
  const { api } = await createTestServer();
  expect((await api('GET', '/me?x=1')).status).toBe(200);
});

test('an ID that is not percent-encoded UTF-8 is an unknown ID', async () => {
  const { api } = await createTestServer();
  expect((await api('GET', '/messages/%zz')).body.error.code).toBe('MESSAGE_NOT_FOUND');
});

test.each([
  ['10.9.9.9, 203.0.113.5', 403],
  ['10.9.9.9, 203.0.113.5:4711', 403],
  ['10.9.9.9, unknown', 403],
  ['10.9.9.9, [2001:db8::1]:443', 403],
  ['203.0.113.5, 10.9.9.9', 200],
  ['203.0.113.5, 10.9.9.9:80', 200],
])('through a trusted proxy, X-Forwarded-For %s returns %i to a key of 10.9.9.9', async (forwarded, status) => {
  const { parseNetwork } = await import('../config/config.ts');
  const trusted = parseNetwork('127.0.0.1');
  const { api, key } = await createTestServer({ config: { trustProxy: trusted ? [trusted] : [] } });
  const limited = await key({ allowedIps: ['10.9.9.9'] });
  expect((await api('GET', '/me', { key: limited, headers: { 'x-forwarded-for': forwarded } })).status).toBe(status);
});

test('the first address in the API document is that of the server that publishes it', async () => {
  const { server, baseUrl } = await createTestServer();
  const at = `${server.origin}/developers/openapi.json`;
  const document = (await (await fetch(at)).json()) as { servers: { url: string }[] };
  expect(new URL(document.servers[0]?.url ?? '', at).href).toBe(baseUrl);
});

test('a status that refers to a customer’s message changes nothing', async () => {
  const { callback, inboundCallback, statusCallback, settle, receiver } = await createTestServer();
  const hook = await receiver();
  await callback(inboundCallback({ id: 'wamid.1' }));
  await callback(statusCallback({ id: 'wamid.1', status: 'failed' }));
  await settle();
  expect(hook.received.map(({ event }) => event.event)).toEqual(['message.received']);
});

test('a hanging receiver does not delay other accounts', async () => {
  const { api, settle, anotherAccount, receiver, server, testKey } = await createTestServer();
  const hanging = await receiver();
  hanging.answers(null);
  const other = await anotherAccount();
  for (let count = 0; count < 40; count += 1) {
    await api('POST', '/messages/template', { key: testKey, body: { to, name: 'hello_world' } });
  }
  const sent = await api('POST', '/messages/template', { key: other.liveKey, body: { to, name: 'hello_world' } });
  const look = () => api('GET', `/messages/${sent.body.data.id}`, { key: other.liveKey });
  await expect.poll(async () => (await look()).body.data.status, { timeout: 10_000 }).toBe('read');
  expect(server.worker.idle()).toBe(false);
  hanging.answers(200);
  await server.app.outbound.close();
  await settle();
});

test('an operation without parameters ignores parameters', async () => {
  const { api } = await createTestServer();
  expect((await api('GET', '/me?from=caf%E9')).status).toBe(200);
});
