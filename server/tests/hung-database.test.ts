import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../process/start.ts';
import { callApi, createTestServer } from '../testing/server.ts';
import { createProxy } from '../testing/tail.ts';

/** Returns a server whose database connections can silently lose all data, and requests to it. */
async function behindAProxy(answerMilliseconds: number) {
  const direct = await createTestServer({ database: 'postgres', config: { logLevel: 'silent' } });
  const { config } = direct.server.app;
  const { origin, swallow, cutBefore } = await createProxy(config.databaseUrl);
  const databaseUrl = Object.assign(new URL(config.databaseUrl), { host: new URL(origin).host }).href;
  const options = { answerMilliseconds, clock: direct.server.app.clock };
  const server = await startServer({ ...config, databaseUrl, port: 0, role: 'api' }, options);
  onTestFinished(() => server.stop());
  const ask = () => callApi(`${server.origin}/api/v1`, 'GET', '/me', { key: direct.liveKey });
  return { ask, swallow, cutBefore, direct, server, directUrl: config.databaseUrl };
}

test('a PostgreSQL that hangs silently blocks no request forever, and works again when it recovers', async () => {
  const { ask, swallow } = await behindAProxy(6_000);
  expect((await ask()).status).toBe(200);
  swallow(true);
  // First requests that find a hanging connection, then requests that cannot open one.
  for (const _ of [1, 2]) {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(3).fill([500, 'INTERNAL_ERROR']),
    );
  }
  swallow(false);
  expect((await ask()).status).toBe(200);
});

test('on PostgreSQL the database also ends a request count that another session blocks', async () => {
  const { ask, directUrl } = await behindAProxy(6_000);
  const other = new pg.Client({ connectionString: directUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table key_rates in access exclusive mode');
  expect(await ask()).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { error: { code: 'RATE_LIMITED' } },
  });
  const { rows } = await other.query(
    "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(rows).toEqual([{ waiting: 0 }]);
  await other.query('rollback');
  expect((await ask()).status).toBe(200);
});

test('on PostgreSQL a send whose commit succeeded without a response is not repeated, and only a key reports it', async () => {
  const { direct, server, cutBefore } = await behindAProxy(15_000);
  const to = '905551112233';
  await direct.customerWrites('Hi', to);
  const send = (text: string, headers: Record<string, string> = {}) =>
    callApi(`${server.origin}/api/v1`, 'POST', '/messages', { key: direct.liveKey, body: { to, text }, headers });
  expect((await send('Warm')).status).toBe(202);
  cutBefore('COMMIT\0');
  const without = await send('Without a key');
  expect(without).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
  cutBefore('COMMIT\0');
  const first = await send('With a key', { 'idempotency-key': 'one' });
  const second = await send('With a key', { 'idempotency-key': 'one' });
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body.data).toEqual(first.body.data);
  await direct.settle();
  const sent = direct.mock.sends().map(({ payload }) => (payload as { text: { body: string } }).text.body);
  expect(sent.sort()).toEqual(['Warm', 'With a key', 'Without a key']);
});
