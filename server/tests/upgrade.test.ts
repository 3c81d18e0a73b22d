import { createMockProvider } from '@wigwag/mock-provider';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAdmin } from '../admin/open-admin.ts';
import { createVault, hashOf } from '../base/secrets.ts';
import { readConfig } from '../config/config.ts';
import { canonical } from '../domain/messages/idempotency.ts';
import { VirtualClock } from '../engine/clock.ts';
import { startServer } from '../process/start.ts';
import { META_CALLBACKS } from '../providers/meta/callback.ts';
import { openDatabase } from '../store/database.ts';
import { BEFORE_RELEASE, migrationSource } from '../store/migrations/index.ts';
import { LATER_VERSION } from '../testing/later-version.ts';
import { makeBeforeRelease, withMigrations } from '../testing/migrations.ts';
import { callApi, createTestServer, DATABASES, metaCallback, settleAll } from '../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../testing/store.ts';
import { createReceiver } from '../testing/worker.ts';

const secretKey = 'a secret key for tests';
const key = `ww_live_${'a'.repeat(41)}`;
const to = '905551112233';

const LATER = withMigrations(LATER_VERSION);

/** The tables of the rows below. */
const FIRST = [
  ...['accounts', 'api_keys', 'provider_apps', 'connections', 'webhooks', 'templates', 'conversations', 'messages'],
  ...['outbox', 'callbacks', 'deliveries', 'delivery_attempts', 'idempotency'],
];

describe.each(DATABASES)('on %s', (database) => {
  test('a database of 0.1.0 is upgraded and served, and queued work continues', async () => {
    const databaseUrl = await sharedDatabase(database, { isEmpty: true });
    const clock = new VirtualClock(Math.floor(Date.now() / 1000) * 1000);
    const mock = createMockProvider({ clock });
    const { url: graphUrl, close } = await mock.listen();
    onTestFinished(close);
    const receiver = await createReceiver();
    const business = mock.credentials;
    mock.openWindow(business.whatsapp.phone_number_id, to);
    const now = clock.now() * 1000;
    const vault = createVault(secretKey);

    const db = rawDatabase(databaseUrl);
    const first = { ...migrationSource, getMigrations: async () => ['0001-schema'] };
    await db.migrate.latest({ migrationSource: first });
    const insert = (table: string, row: object) => db(table).insert(row);
    await insert('accounts', {
      ...{ id: 1, name: 'First shop', is_active: true, license_expires_at: null, country: 'TR', created_at: now },
      ...{ api_enabled: true, webhook_enabled: true, flows_enabled: true, time_zone: 'Europe/Istanbul' },
    });
    await insert('api_keys', { account_id: 1, id: 1, hash: hashOf(key), mode: 'live', created_at: now });
    await insert('provider_apps', {
      id: 'app1',
      app_secret: vault.seal(business.app_secret),
      verify_token: vault.seal(business.verify_token),
      created_at: now,
    });
    await insert('connections', {
      ...{ account_id: 1, id: 'wa_1', channel: 'whatsapp', name: 'Line', is_active: true, provider_app_id: 'app1' },
      provider_id: business.whatsapp.phone_number_id,
      waba_id: business.whatsapp.waba_id,
      access_token: vault.seal(business.access_token),
      created_at: now,
    });
    await insert('webhooks', {
      account_id: 1,
      url: receiver.url,
      events: JSON.stringify(['message.received', 'message.status']),
      secret: vault.seal('whsec_first'),
      is_enabled: true,
      consecutive_failures: 0,
    });
    await insert('templates', {
      ...{ account_id: 1, name: 'hello_world', language: 'en_US', category: 'UTILITY', status: 'APPROVED' },
      parameter_format: 'POSITIONAL',
      components: JSON.stringify([{ type: 'BODY', text: 'Hello' }]),
      updated_at: now,
    });
    await insert('conversations', {
      ...{ account_id: 1, id: 1, connection_id: 'wa_1', channel: 'whatsapp', person: to, name: 'Ada', status: 'open' },
      ...{ unread_count: 1, last_inbound_at: now - 60_000_000, last_message_text: 'Hi', last_message_direction: 'in' },
      ...{ last_message_at: now - 50_000_000, created_at: now - 60_000_000 },
    });
    const message = (id: string, changes: object) =>
      insert('messages', {
        ...{ account_id: 1, id, conversation_id: 1, connection_id: 'wa_1', channel: 'whatsapp', person: to },
        ...{ type: 'text', is_test: false, created_at: now - 50_000_000, updated_at: now, status: 'delivered' },
        ...{ content: JSON.stringify({ type: 'text', text: 'Hi' }), text: 'Hi', ...changes },
      });
    await message('msg_in_1', { direction: 'in', external_id: 'wamid.in', created_at: now - 60_000_000 });
    await message('msg_1', {
      direction: 'out',
      external_id: 'wamid.out',
      status: 'sent',
      created_at: now - 55_000_000,
    });
    const input = { to, type: 'text', text: 'Queued by the first version' };
    await message('msg_2', { direction: 'out', status: 'queued', text: input.text, content: JSON.stringify(input) });
    const task = (account_id: number, name: string, subject: string, queue: string) =>
      insert('outbox', { account_id, task: name, subject, queue, run_at: now, attempts: 0, claims: 0 });
    await task(1, 'send-message', 'msg_2', 'send');
    await insert('callbacks', {
      id: 'cb_1',
      provider_app_id: 'app1',
      body: JSON.stringify(
        metaCallback(business.whatsapp.phone_number_id, {
          statuses: [{ id: 'wamid.out', status: 'read', timestamp: String(clock.now() / 1000), recipient_id: to }],
        }),
      ),
      state: 'new',
      received_at: now,
    });
    await task(0, 'process-callback', 'cb_1', 'callback');
    const told = { id: 'msg_in_1', channel: 'whatsapp', from: { id: to, name: 'Ada' }, type: 'text', text: 'Hi' };
    await insert('deliveries', {
      ...{ account_id: 1, id: 'whd_1', event: 'message.received', data: JSON.stringify({ message: told }) },
      ...{ is_test: false, state: 'pending', attempts: 1, created_at: now },
    });
    await insert('delivery_attempts', {
      ...{ account_id: 1, delivery_id: 'whd_1', attempt: 1, at: now, status_code: 500, duration_ms: 3 },
    });
    await task(1, 'deliver-webhook', 'whd_1', 'deliver');
    const body = { to, text: 'Once' };
    await insert('idempotency', {
      ...{
        account_id: 1,
        scope: '1 POST /messages',
        key: 'once',
        request_hash: hashOf(canonical({ ...body, channel: 'whatsapp', type: 'text' })),
        status: 202,
      },
      ...{ data: JSON.stringify({ id: 'msg_1', status: 'queued' }), request_id: 'req_first', expires_at: now + 3.6e9 },
    });
    for (const table of FIRST) {
      expect([table, await db(table).first()]).toEqual([table, expect.anything()]);
    }
    if (database === 'postgres') {
      // The rows were inserted with their own IDs.
      for (const table of ['accounts', 'api_keys', 'conversations']) {
        await db.raw("select setval(pg_get_serial_sequence(?, 'id'), 1)", [table]);
      }
    }

    const config = readConfig(
      {},
      { databaseUrl, port: 0, secretKey, graphUrl, instagramUrl: graphUrl, logLevel: 'error', allowLoopback: true },
    );
    const server = await startServer(config, { clock, source: LATER });
    onTestFinished(() => server.stop());
    mock.setCallbackUrl(server.origin + META_CALLBACKS.path('app1'));
    const settle = () => settleAll(server, mock);
    await settle();
    const api = async (method: string, path: string, call = {}) => {
      const answer = await callApi(`${server.origin}/api/v1`, method, path, { key, ...call });
      return { status: answer.status, data: answer.body.data, headers: answer.headers };
    };

    expect(mock.sends()).toMatchObject([{ to, payload: { text: { body: input.text } } }]);
    expect(await api('GET', '/messages/msg_2')).toMatchObject({ status: 200, data: { status: 'read', error: null } });
    expect(await api('GET', '/messages/msg_1')).toMatchObject({ status: 200, data: { status: 'read' } });
    expect(receiver.received.map(({ event }) => [event.id, event.attempt])).toContainEqual(['whd_1', 2]);
    const replay = await api('POST', '/messages', { body, headers: { 'idempotency-key': 'once' } });
    expect(replay).toMatchObject({ status: 202, data: { id: 'msg_1' }, headers: { 'idempotent-replayed': 'true' } });
    expect((await api('GET', '/me')).data.account.name).toBe('First shop');
    expect((await api('GET', '/conversations?unread=true')).data.conversations).toMatchObject([{ phone: to }]);
    const history = (await api('GET', `/conversations/${to}/messages`)).data.messages;
    expect(history.map(({ id }: { id: string }) => id)).toEqual(['msg_2', 'msg_1', 'msg_in_1']);
    const found = (await api('GET', '/contacts?search=ada')).data.contacts;
    expect(found).toMatchObject([{ phone: to, display_name: 'Ada' }]);
    expect((await api('GET', '/templates')).data.templates).toMatchObject([{ name: 'hello_world' }]);
    expect((await api('POST', '/messages', { body: { to, text: 'And on it goes' } })).status).toBe(202);
    expect((await api('POST', '/contacts', { body: { phone: '905550000001' } })).status).toBe(201);
    await settle();
    expect(mock.sends()).toHaveLength(2);
    expect(receiver.received.filter(({ event }) => event.data.message.status === 'read')).toHaveLength(3);
    expect(await db('messages').distinct().pluck('priority')).toEqual(['normal']);
  });

  test('a database from before 0.1.0 is refused with a fix, and stays unchanged', async () => {
    const databaseUrl = await sharedDatabase(database, { isEmpty: true });
    await makeBeforeRelease(databaseUrl);
    const config = readConfig({}, { databaseUrl, port: 0, secretKey, logLevel: 'silent' });
    for (const open of [
      () => startServer(config),
      () => openAdmin(config),
      () => openAdmin(config, 'existing'),
      () => openAdmin(config, 'read'),
    ]) {
      await expect(open()).rejects.toMatchObject({
        name: 'DatabaseError',
        message:
          'cannot open the database: it was created by a version before 0.1.0 and cannot be upgraded; ' +
          'start this version on a new database',
      });
    }
    const db = rawDatabase(databaseUrl);
    expect(await db('knex_migrations').pluck('name')).toEqual([BEFORE_RELEASE]);
    expect(await db.schema.hasTable('messages')).toBe(false);
  });
});

test('on PostgreSQL a server of the previous version responds while the next one upgrades its database', async () => {
  const { server, api } = await createTestServer({ database: 'postgres' });
  const { databaseUrl } = server.app.config;
  const statuses: number[] = [];
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      const phone = String(905_550_000_000 + statuses.length);
      statuses.push((await api('POST', '/contacts', { body: { phone } })).status);
      statuses.push((await api('POST', '/messages/template', { body: { to: phone, name: 'hello_world' } })).status);
    }
  })();
  const upgraded = await openDatabase(databaseUrl, { source: LATER }).finally(() => {
    isDone = true;
  });
  onTestFinished(() => upgraded.destroy());
  await writing;
  expect(statuses.length).toBeGreaterThan(0);
  expect([...new Set(statuses)].sort()).toEqual([201, 202]);
  const { status } = await api('POST', '/messages/template', { body: { to, name: 'hello_world' } });
  expect(status).toBe(202);
  expect(await upgraded('messages').distinct().pluck('priority')).toEqual(['normal']);
});
