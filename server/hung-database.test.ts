import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './start.ts';
import { callApi, createTestServer } from './testing.ts';

/** A way to a database that may swallow whatever is on it, in both directions, without a word to either side. */
async function wayTo(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const swallowed = new Set<Socket>();
  const open = new Set<Socket>();
  let swallowsNew = false;
  const proxy = createServer((near) => {
    if (swallowsNew) {
      swallowed.add(near);
    }
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => !swallowed.has(near) && to.write(bytes));
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    open.forEach((socket) => void socket.destroy());
  });
  return {
    url: Object.assign(new URL(databaseUrl), { port: String((proxy.address() as AddressInfo).port) }).href,
    /** What is there already goes on to be swallowed when new ones no longer are. */
    swallow(isSwallowing: boolean) {
      swallowsNew = isSwallowing;
      if (isSwallowing) {
        open.forEach((socket) => void swallowed.add(socket));
      }
    },
  };
}

/** A server behind such a way, and requests with a key to it. */
async function behindAWay(answerMilliseconds: number) {
  const direct = await createTestServer({ database: 'postgres', config: { logLevel: 'silent' } });
  const { config } = direct.server.app;
  const way = await wayTo(config.databaseUrl);
  const server = await startServer({ ...config, databaseUrl: way.url, port: 0, role: 'api' }, { answerMilliseconds });
  onTestFinished(() => server.stop());
  const ask = () => callApi(`${server.origin}/api/v1`, 'GET', '/me', { key: direct.liveKey });
  return { ask, swallow: way.swallow, databaseUrl: config.databaseUrl };
}

test('a PostgreSQL that is gone without a word holds up no request for ever, and is there again when it is', async () => {
  const { ask, swallow } = await behindAWay(1_500);
  expect((await ask()).status).toBe(200);
  swallow(true);
  // Those that find a connection that hangs, and those that cannot make one.
  for (const _ of [1, 2]) {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(3).fill([500, 'INTERNAL_ERROR']),
    );
  }
  swallow(false);
  expect((await ask()).status).toBe(200);
});

test('a count of requests that somebody holds up is given up by the database too', async () => {
  const { ask, databaseUrl } = await behindAWay(1_500);
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table key_rates in access exclusive mode');
  expect(await ask()).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
  const { rows } = await other.query(
    "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(rows).toEqual([{ waiting: 0 }]);
  await other.query('rollback');
  expect((await ask()).status).toBe(200);
});
