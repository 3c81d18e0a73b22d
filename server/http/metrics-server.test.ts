import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { taskRow } from '../store/tasks.ts';
import { createTestServer, DATABASES } from '../testing/server.ts';

const get = async (url: string) => {
  const response = await fetch(url);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
};
const READY = { status: 'ready' };

describe.each(DATABASES)('readiness on %s', (database) => {
  test('ready while everything works; not ready without its worker or its database', async () => {
    const { server } = await createTestServer({ database, config: { logLevel: 'silent' } });
    expect(await get(`${server.origin}/readyz`)).toMatchObject({ status: 200, text: JSON.stringify(READY) });
    await server.worker.stop();
    expect(await get(`${server.origin}/readyz`)).toMatchObject({
      status: 503,
      text: JSON.stringify({ status: 'not ready', problems: ['the worker is not running'] }),
    });
    await server.app.store.close();
    const { status, text, headers } = await get(`${server.origin}/readyz`);
    expect([status, JSON.parse(text).problems]).toEqual([
      503,
      ['the database does not respond', 'the worker is not running'],
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    // The process is still alive.
    expect((await get(`${server.origin}/healthz`)).status).toBe(200);
  });

  test('a process without a worker by configuration is ready without one', async () => {
    const { server } = await createTestServer({ database, config: { role: 'api' } });
    expect((await get(`${server.origin}/readyz`)).status).toBe(200);
  });
});

test('on PostgreSQL the reason names a missing migration', async () => {
  const { server } = await createTestServer({ database: 'postgres' });
  const client = new pg.Client({ connectionString: server.app.config.databaseUrl });
  await client.connect();
  await client.query("delete from knex_migrations where name like '0001%'");
  await client.end();
  const { status, text } = await get(`${server.origin}/readyz`);
  expect([status, JSON.parse(text).problems]).toEqual([503, ['the database lacks the migrations 0001-schema']]);
});

test('a database that hangs is reported after two seconds, however many clients ask', async () => {
  const { server } = await createTestServer({ config: { logLevel: 'silent' } });
  let release = () => {};
  const held = server.app.store.transaction(() => new Promise<void>((done) => (release = done)));
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(`${server.origin}/readyz`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(JSON.parse(answers[0]?.text ?? '').problems).toEqual(['the database does not respond']);
  release();
  await held;
  expect((await get(`${server.origin}/readyz`)).status).toBe(200);
});

test('not ready from the stop signal until the end', async () => {
  const { server, mock, business, clock, receiver } = await createTestServer({ config: { metricsPort: 0 } });
  const ready = `${server.operatorOrigin}/readyz`;
  expect((await get(ready)).text).toBe(JSON.stringify(READY));
  // A slow receiver delays the server's shutdown.
  const slow = await receiver();
  slow.answers(null);
  const from = { id: '905551112233', name: 'Ada' };
  await mock.receive({
    channel: 'whatsapp',
    business_id: business.whatsapp.phone_number_id,
    from,
    type: 'text',
    text: 'Hi',
  });
  await slow.arrived(1);
  const stopped = server.stop();
  const { status, text } = await get(ready);
  expect([status, JSON.parse(text).problems]).toEqual([503, ['the server is stopping']]);
  clock.moveTo(clock.now() + 10_000);
  await stopped;
  await expect(get(ready)).rejects.toThrow();
});

/** Returns the value of one line of the metrics. */
const sampleOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

test('there is no port for metrics unless one is configured, and the port of the API does not serve them', async () => {
  const { server } = await createTestServer();
  expect(server.operatorOrigin).toBeUndefined();
  expect((await get(`${server.origin}/metrics`)).status).toBe(404);
});

test('the port for metrics is on loopback, whatever the host of the API', async () => {
  const { server } = await createTestServer({ config: { metricsPort: 0, host: '0.0.0.0' } });
  expect(server.operatorOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('requests are counted by operation and status', async () => {
  const { server, api } = await createTestServer({ config: { metricsPort: 0 } });
  await api('GET', '/me');
  await api('GET', '/me');
  await api('GET', '/me', { key: null });
  await api('PUT', '/messages', { check: false });
  await get(`${server.origin}/developers/errors/NOT_FOUND`);
  await get(`${server.origin}/no/905551112233`);
  const { text, headers } = await get(`${server.operatorOrigin}/metrics`);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(sampleOf(text, 'wigwag_http_requests_total{operation="getMe",status="200"}')).toBe(2);
  expect(sampleOf(text, 'wigwag_http_requests_total{operation="getMe",status="401"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_http_requests_total{operation="none",status="405"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_http_requests_total{operation="none",status="404"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_http_requests_total{operation="/developers/errors/{code}",status="200"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_http_request_seconds_count{operation="getMe"}')).toBe(3);
  expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

test('sends, calls to providers and deliveries are counted by outcome', async () => {
  const { server, api, mock, customerWrites, settle, receiver, liveKey } = await createTestServer({
    config: { metricsPort: 0 },
  });
  const { url } = await receiver();
  await customerWrites('Hi');
  await api('POST', '/messages', { body: { to: '905551112233', text: 'a' } });
  await settle();
  mock.faults.next({ outcome: 'reject' });
  await api('POST', '/messages', { body: { to: '905551112233', text: 'b' } });
  await settle();
  const { text } = await get(`${server.operatorOrigin}/metrics`);
  expect(sampleOf(text, 'wigwag_sends_total{channel="whatsapp",result="accepted"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_sends_total{channel="whatsapp",result="rejected"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_provider_calls_total{provider="facebook",result="answered"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_provider_calls_total{provider="facebook",result="refused"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_provider_call_seconds_count{provider="facebook"}')).toBe(2);
  const delivered = sampleOf(text, 'wigwag_delivery_attempts_total{result="delivered"}');
  expect(delivered).toBeGreaterThanOrEqual(3);
  expect(sampleOf(text, 'wigwag_delivery_seconds_count')).toBe(delivered);
  for (const secret of ['905551112233', liveKey, url, 'whsec']) {
    expect(text).not.toContain(secret);
  }
});

test('a refused delivery counts as retrying, and the last one as failed', async () => {
  const { server, customerWrites, receiver, advance } = await createTestServer({ config: { metricsPort: 0 } });
  (await receiver()).answers(500);
  await customerWrites('Hi');
  const countsNow = async () => {
    const { text } = await get(`${server.operatorOrigin}/metrics`);
    return ['retrying', 'failed'].map((result) => sampleOf(text, `wigwag_delivery_attempts_total{result="${result}"}`));
  };
  expect(await countsNow()).toEqual([1, 0]);
  await advance(15 * 3600);
  expect(await countsNow()).toEqual([5, 1]);
});

test('on PostgreSQL a database that does not respond does not delay the metrics', async () => {
  const { server } = await createTestServer({ database: 'postgres', config: { metricsPort: 0, logLevel: 'silent' } });
  const locker = new pg.Client({ connectionString: server.app.config.databaseUrl });
  await locker.connect();
  await locker.query('begin; lock table outbox in access exclusive mode');
  const { status, text } = await get(`${server.operatorOrigin}/metrics`);
  expect([status, sampleOf(text, 'wigwag_database_up')]).toEqual([200, 0]);
  await locker.end();
});

test('the metrics show the queues, or that they cannot be read', async () => {
  const { server, clock, accountId } = await createTestServer({
    config: { metricsPort: 0, role: 'api', logLevel: 'silent' },
  });
  const { store } = server.app;
  const now = clock.now() * 1000;
  await store.transaction(async (tx) => {
    await tx.outbox.add([taskRow(accountId, 'deliver-webhook', 'a', now - 90_000_000)]);
    await tx.outbox.add([taskRow(accountId, 'deliver-webhook', 'b', now - 1)]);
    await tx.outbox.add([taskRow(accountId, 'deliver-webhook', 'c', now + 3_600_000_000)]);
  });
  const { text } = await get(`${server.operatorOrigin}/metrics`);
  expect(sampleOf(text, 'wigwag_queue_tasks{queue="deliver",state="due"}')).toBe(2);
  expect(sampleOf(text, 'wigwag_queue_tasks{queue="deliver",state="waiting"}')).toBe(1);
  expect(sampleOf(text, 'wigwag_queue_tasks{queue="send",state="due"}')).toBe(0);
  expect(sampleOf(text, 'wigwag_queue_oldest_due_seconds{queue="deliver"}')).toBe(90);
  expect(sampleOf(text, 'wigwag_database_up')).toBe(1);
  await store.close();
  const blind = await get(`${server.operatorOrigin}/metrics`);
  expect(blind.status).toBe(200);
  expect(sampleOf(blind.text, 'wigwag_database_up')).toBe(0);
  expect(sampleOf(blind.text, 'wigwag_queue_tasks{queue="deliver",state="due"}')).toBeUndefined();
});
