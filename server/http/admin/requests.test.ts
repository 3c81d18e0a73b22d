import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Network, parseNetwork } from '../../config/config.ts';
import { startServer } from '../../process/start.ts';
import { startAdmin } from '../../testing/admin-api.ts';
import { callApi, DATABASES } from '../../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../../testing/store.ts';
import { createSweep } from '../../worker/sweep.ts';

interface Logged {
  id: number;
  method: string;
  path: string;
  status: number;
  error: string | null;
  key: number;
  left_out: number;
}

test.each(DATABASES)('the requests of all processes are listed, filtered and followed, on %s', async (database) => {
  const databaseUrl = await sharedDatabase(database);
  const { of, call, place, api, advance, clock, server, accountId, anotherAccount, customerWrites } = await startAdmin(
    { databaseUrl },
    { database },
  );
  const other =
    database === 'postgres' ? await startServer({ ...server.app.config, role: 'api', port: 0 }, { clock }) : server;
  if (other !== server) {
    onTestFinished(() => other.stop());
  }
  const { id, key } = await of('POST', '/keys', { mode: 'live', scopes: ['messages:read'] });
  const list = async (query = ''): Promise<Logged[]> => (await of('GET', `/requests${query}`)).requests;
  const paths = async (query: string) => (await list(query)).map(({ path }) => path);

  await customerWrites('Hi');
  await api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
  await callApi(`${other.origin}/api/v1`, 'GET', '/contacts/905551112233?secret=1', { key });
  await api('GET', '/me', { key: 'ww_live_unknown' });
  await advance(2);
  await expect.poll(async () => (await list()).length).toBe(2);
  const [sent, refused] = (await list()).sort((one, next) => one.status - next.status);
  expect(sent).toMatchObject({ method: 'POST', path: '/api/v1/messages', error: null, left_out: 0 });
  expect(refused).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/^2\d{3}-.*\+00:00$/),
    method: 'GET',
    path: '/api/v1/contacts/***',
    status: 403,
    ms: expect.any(Number),
    request_id: expect.stringMatching(/^req_/),
    error: 'SCOPE_DENIED',
    key: id,
    ip: '127.0.0.1',
    left_out: 0,
  });

  const after = Math.max(...(await list()).map((one) => one.id));
  await api('GET', '/labels');
  await callApi(`${other.origin}/api/v1`, 'GET', '/agents', { key });
  await advance(2);
  await expect.poll(async () => (await list(`?after=${after}`)).length).toBe(2);
  expect((await paths(`?after=${after}`)).sort()).toEqual(['/api/v1/agents', '/api/v1/labels']);
  expect(await list(`?after=${after}&limit=1`)).toHaveLength(1);

  for (const [query, found] of [
    ['?status=4xx&path=contacts', ['/api/v1/contacts/***']],
    ['?status=202&status=404', ['/api/v1/messages']],
    ['?method=POST', ['/api/v1/messages']],
    ['?method=POST&ip=::ffff:127.0.0.1', ['/api/v1/messages']],
    ['?ip=203.0.113.7', []],
    ['?path=%25', []],
    ['?code=WINDOW_CLOSED', []],
    ['?code=SCOPE_DENIED&path=contacts', ['/api/v1/contacts/***']],
    [`?key=${id}&path=contacts`, ['/api/v1/contacts/***']],
    [`?request_id=${(refused as unknown as { request_id: string }).request_id}`, ['/api/v1/contacts/***']],
  ] as const) {
    expect([query, await paths(query)]).toEqual([query, found]);
  }
  const newest = await of('GET', '/requests?limit=3');
  const older = await of('GET', `/requests?limit=3&before=${newest.next}`);
  expect([newest.requests.length, older.requests.length, older.next]).toEqual([3, 1, null]);
  expect((await call('GET', `${place}/requests?before=2&after=1`)).body.error).toMatchObject({ field: 'after' });
  expect((await call('GET', `${place}/requests?status=9xx`)).status).toBe(422);
  expect((await call('GET', `${place}/requests?ip=127.1`)).body.error).toMatchObject({ field: 'ip' });

  // The requests of a different account are not among them.
  const { accountId: otherAccount } = await anotherAccount();
  expect(otherAccount).not.toBe(accountId);
  expect((await call('GET', `/accounts/${otherAccount}/requests`)).body).toEqual({ requests: [], next: null });
});

test('a request has the address of its client: that in the header of a trusted proxy, also after a disconnection', async () => {
  const { of, api, advance, key, server } = await startAdmin({ trustProxy: [parseNetwork('127.0.0.1') as Network] });
  const through = (forwarded: string) => api('GET', '/labels', { headers: { 'x-forwarded-for': forwarded } });
  await through('198.51.100.1, 2001:DB8::7');
  await through('203.0.113.7:4431');
  await through('203.0.113.7, unknown');
  const client = connect(Number(new URL(server.origin).port), '127.0.0.1');
  client.write(`GET /developers/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${await key()}\r\n\r\n`);
  await once(client, 'data');
  client.resetAndDestroy();
  const list = async () => {
    await advance(2);
    return (await of('GET', '/requests')).requests.map(({ ip }: { ip: string | null }) => ip);
  };
  await expect.poll(list).toEqual(['2001:db8::7', '203.0.113.7', null, '127.0.0.1']);
});

test('a second lists at most 100 requests of an account, and says how many it leaves out', async () => {
  const { of, api, advance, key } = await startAdmin();
  const fast = await key({ requestsPerMinute: 60_000 });
  for (let count = 0; count < 130; count += 1) {
    await api('GET', '/labels', { key: fast });
  }
  await advance(2);
  const list = async (): Promise<Logged[]> => (await of('GET', '/requests?limit=1000')).requests;
  await expect.poll(async () => (await list()).length).toBe(100);
  expect((await list()).map(({ left_out }) => left_out)).toEqual([...Array(99).fill(0), 30]);
});

test.each(DATABASES)('requests are kept for 7 days, and 50,000 of an account, on %s', async (database) => {
  const databaseUrl = await sharedDatabase(database);
  const { of, api, advance, accountId, server, clock } = await startAdmin({ databaseUrl }, { database });
  const sweep = () => createSweep(server.app).run();
  const count = async () => Number((await rawDatabase(databaseUrl)('requests').count({ count: '*' }).first())?.count);
  await api('GET', '/labels');
  await advance(2);
  await expect.poll(count).toBe(1);
  await advance(7 * 86_400 - 60);
  await sweep();
  expect(await count()).toBe(1);
  await advance(120);
  await sweep();
  expect(await count()).toBe(0);

  const row = {
    account_id: accountId,
    at: clock.now() * 1000,
    method: 'GET',
    path: '/',
    status: 200,
    ms: 1,
    key_id: 1,
  };
  const db = rawDatabase(databaseUrl);
  await db.batchInsert('requests', Array(50_250).fill(row), 400);
  await sweep();
  expect(await count()).toBe(50_000);
  expect((await of('GET', '/requests?limit=1')).requests).toHaveLength(1);
});
