import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

/** Returns a server whose database waits for `goOn()`, and a key whose rate limit allows all requests. */
async function createHeldServer() {
  const { api, key, server } = await createTestServer({ config: { role: 'api', logLevel: 'silent' } });
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const { store } = server.app;
  const { batch } = store;
  store.batch = (rule, request) => held.then(() => batch(rule, request));
  return { api, eager: await key({ requestsPerMinute: 1_000_000 }), goOn, server };
}

test('requests whose clients disconnected do not count as in flight', async () => {
  const { api, eager, goOn, server } = await createHeldServer();
  const impatient = new AbortController();
  const given = Array.from({ length: 520 }, () =>
    fetch(`${server.origin}/api/v1/messages/template`, {
      method: 'POST',
      signal: impatient.signal,
      headers: { authorization: `Bearer ${eager}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: '905551112233', name: 'hello_world' }),
    }).catch(() => undefined),
  );
  const asked = async () => (await api('GET', '/me', { key: eager })).status;
  await expect.poll(asked, { timeout: 50_000, interval: 100 }).toBe(429);
  impatient.abort();
  await Promise.all(given);
  goOn();
  await expect.poll(asked, { timeout: 50_000, interval: 100 }).toBe(200);
});

test('512 requests can be in flight; one more is refused with Retry-After and has no effect', async () => {
  const { api, eager, goOn, server } = await createHeldServer();
  const body = { to: '905551112233', name: 'hello_world' };
  const send = () => api('POST', '/messages/template', { body, key: eager });
  const requests = Array.from({ length: 600 }, send);
  await expect
    .poll(async () => (await api('GET', '/me', { key: eager })).status, { timeout: 50_000, interval: 100 })
    .toBe(429);
  const refused = await api('GET', '/me', { key: eager });
  expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
  expect(refused.body.error.message).toBe('The server has 512 requests in flight and cannot accept more now.');
  // Routes outside the API are not refused.
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  goOn();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect([statuses.filter((one) => one === 202).length, statuses.filter((one) => one === 429).length]).toEqual([
    512, 88,
  ]);
  expect((await send()).status).toBe(202);
});
