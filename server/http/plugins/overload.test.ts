import { expect, test } from 'vitest';
import { createKey } from '../../domain/account/create-key.ts';
import { createTestServer } from '../../testing/server.ts';

const REQUESTS_PER_MINUTE = 1_000_000;
const PATIENT = { interval: 100 };

/** Returns a server whose database waits for `goOn()`, and a key whose rate limit allows all requests. */
async function createHeldServer() {
  const { api, key, anotherAccount, server } = await createTestServer({ config: { role: 'api', logLevel: 'silent' } });
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const { app } = server;
  const { batch } = app.store;
  app.store.batch = (rule, request) => held.then(() => batch(rule, request));
  return {
    api,
    eager: await key({ requestsPerMinute: REQUESTS_PER_MINUTE }),
    /** Sends this many requests with each key, and waits until the server has refused `refused` of them. */
    async sendMany(keys: readonly string[], count: number, refused: number) {
      let found = 0;
      const requests = keys.flatMap((key) =>
        Array.from({ length: count }, async () => {
          const response = await api('POST', '/messages/template', { body: BODY, key });
          found += response.status === 429 ? 1 : 0;
          return response.status;
        }),
      );
      await expect.poll(() => found, PATIENT).toBe(refused);
      return requests;
    },
    /** Returns such a key of a new account. */
    async anotherKey() {
      const { accountId } = await anotherAccount();
      return app.store.transaction((tx) =>
        createKey(app, tx, { accountId, mode: 'live', requestsPerMinute: REQUESTS_PER_MINUTE }),
      );
    },
    goOn,
    server,
  };
}

const BODY = { to: '905551112233', name: 'hello_world' };

test('requests whose clients disconnected do not count as in flight', async () => {
  const { api, eager, goOn, server } = await createHeldServer();
  const impatient = new AbortController();
  const given = Array.from({ length: 140 }, () =>
    fetch(`${server.origin}/api/v1/messages/template`, {
      method: 'POST',
      signal: impatient.signal,
      headers: { authorization: `Bearer ${eager}`, 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
    }).catch(() => undefined),
  );
  const asked = async () => (await api('GET', '/me', { key: eager })).status;
  await expect.poll(asked, PATIENT).toBe(429);
  impatient.abort();
  await Promise.all(given);
  goOn();
  await expect.poll(asked, PATIENT).toBe(200);
});

test('an account can have 128 requests in flight; one more is refused, and other accounts are served', async () => {
  const { api, eager, anotherKey, sendMany, goOn } = await createHeldServer();
  const other = await anotherKey();
  const requests = await sendMany([eager], 140, 12);
  const asked = (key: string) => api('GET', '/me', { key });
  const { status, body, headers } = await asked(eager);
  expect([status, body.error.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
  expect(body.error.message).toBe(
    'The account has 128 requests in flight, so the server cannot accept more of it now.',
  );
  expect((await asked(other)).status).toBe(200);
  goOn();
  const statuses = await Promise.all(requests);
  expect([statuses.filter((one) => one === 202).length, statuses.filter((one) => one === 429).length]).toEqual([
    128, 12,
  ]);
  expect((await asked(eager)).status).toBe(200);
});

test('512 requests can be in flight; one more is refused with Retry-After and has no effect', async () => {
  const { api, anotherKey, sendMany, goOn, server } = await createHeldServer();
  const keys = [await anotherKey(), await anotherKey(), await anotherKey(), await anotherKey()];
  const last = await anotherKey();
  // Each account may have 128 in flight, and all four together the 512 of the server.
  const requests = await sendMany(keys, 150, 88);
  const refused = await api('GET', '/me', { key: last });
  expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
  expect(refused.body.error.message).toBe('The server has 512 requests in flight and cannot accept more now.');
  // Routes outside the API are not refused.
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  goOn();
  const statuses = await Promise.all(requests);
  // The accounts have no conversation with the person, so the requests that were not refused fail later.
  expect(statuses.filter((one) => one === 429).length).toBe(88);
  expect((await api('GET', '/me', { key: last })).status).toBe(200);
});
