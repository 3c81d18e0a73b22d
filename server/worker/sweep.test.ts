import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../testing/store.ts';
import { createSweep } from './sweep.ts';

const DAY = 86_400;

describe.each(DATABASES)('on %s', (database) => {
  test('only data past its retention is removed', async () => {
    const { server, api, customerWrites, advance, accountId } = await createTestServer({ database });
    const { app } = server;
    await customerWrites('Hi');
    const body = { to: '905551112233', text: 'Hello' };
    const send = async () => (await api('POST', '/messages', { body, headers: { 'idempotency-key': 'a' } })).headers;
    await send();
    const form = new FormData();
    form.set('file', new Blob(['Hello']), 'hello.txt');
    const { id } = (await api('POST', '/media', { body: form })).body.data;
    const events = async () => (await app.store.read.events.end(accountId)).seq;
    const kept = async () => {
      await createSweep(app).run();
      return [(await app.store.read.media.find(accountId, id)) !== undefined, (await eventsListed()) > 0];
    };
    const eventsListed = async () => (await app.store.read.events.list(accountId, 0, await events(), {}, 100)).length;

    expect(await kept()).toEqual([true, true]);
    expect((await send())['idempotent-replayed']).toBe('true');
    await advance(7 * DAY + 60);
    expect(await kept()).toEqual([true, false]);
    await advance(23 * DAY);
    expect(await kept()).toEqual([false, false]);
  });

  test('messages and all data about them are kept for 90 days, and no longer', async () => {
    const databaseUrl = await sharedDatabase(database);
    const { api, customerWrites, advance, receiver, settle } = await createTestServer({ config: { databaseUrl } });
    const db = rawDatabase(databaseUrl);
    await receiver();
    const to = '905551112233';
    await customerWrites('A secret of mine');
    const { id } = (await api('POST', '/messages', { body: { to, text: 'And one of ours' } })).body.data;
    await settle();
    const look = async () => {
      const counts: Record<string, number> = {};
      for (const table of ['messages', 'deliveries', 'delivery_attempts', 'callbacks']) {
        counts[table] = Number((await db(table).count({ count: '*' }).first())?.count);
      }
      return {
        ...counts,
        status: (await api('GET', `/messages/${id}`)).status,
        quoted: (await api('GET', `/conversations/${to}`)).body.data.last_message?.text,
      };
    };
    const whole = { messages: 2, deliveries: 4, delivery_attempts: 4, callbacks: 4 };
    await advance(90 * DAY - 60);
    expect(await look()).toEqual({ ...whole, status: 200, quoted: 'And one of ours' });
    await advance(3_660);
    const none = { messages: 0, deliveries: 0, delivery_attempts: 0, callbacks: 0 };
    expect(await look()).toEqual({ ...none, status: 404, quoted: null });
  });

  test('unsent messages are kept, and so are those at the age limit', async () => {
    const databaseUrl = await sharedDatabase(database);
    const { server, api, mock, accountId, clock } = await createTestServer({ config: { databaseUrl } });
    const db = rawDatabase(databaseUrl);
    mock.faults.next({ outcome: 'unavailable', times: 5 });
    const body = { to: '905551112233', name: 'hello_world' };
    const { id } = (await api('POST', '/messages/template', { body })).body.data;
    const limit = clock.now() * 1000 - 90 * DAY * 1_000_000;
    await db('messages').update({ created_at: limit - 1 });
    const copy = async (name: string, createdAt: number) =>
      db('messages').insert({
        ...(await db('messages').where({ id }).first()),
        id: name,
        status: 'sent',
        created_at: createdAt,
      });
    await copy('msg_1', limit - 1);
    await copy('msg_2', limit);
    await createSweep(server.app).run();
    expect((await db('messages').where({ account_id: accountId }).pluck('id')).sort()).toEqual([id, 'msg_2'].sort());
  });

  test('sends are accepted while many rows are removed, and a stop does not wait for all of them', async () => {
    const databaseUrl = await sharedDatabase(database);
    const { server, api, clock, settle } = await createTestServer({ config: { databaseUrl } });
    await settle(); // the server's first sweep has ended
    const db = rawDatabase(databaseUrl);
    const key = { body: { to: '905551112233', name: 'hello_world' } };
    const { id } = (await api('POST', '/messages/template', key)).body.data;
    const row = await db('messages').where({ id }).first();
    const old = (clock.now() - 100 * DAY * 1000) * 1000;
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...row,
      id: `msg_${index}`,
      external_id: null,
      status: 'read',
      created_at: old + index,
    }));
    for (let start = 0; start < rows.length; start += 20) {
      await db('messages').insert(rows.slice(start, start + 20));
    }
    const left = async () =>
      Number(
        (
          await db('messages')
            .where('created_at', '<', old + 1_000)
            .count({ count: '*' })
            .first()
        )?.count,
      );
    const sweep = createSweep(server.app, 5);
    const swept = sweep.run();
    const seen = new Set<number>();
    for (let count = 0; count < 50 && seen.size < 3; count += 1) {
      expect((await api('POST', '/messages/template', key)).status).toBe(202);
      seen.add(await left());
    }
    // Each send was accepted during the removal.
    expect(seen.size).toBeGreaterThan(2);
    expect(Math.min(...seen)).toBeGreaterThan(0);
    sweep.close();
    await swept;
    expect(await left()).toBeGreaterThan(0);
    await createSweep(server.app).run();
    expect(await left()).toBe(0);
  });
});

test('on PostgreSQL a sweep reads deleted rows only once, although a backup still needs them', async () => {
  const databaseUrl = await sharedDatabase('postgres');
  const { server, clock, settle, accountId } = await createTestServer({ config: { databaseUrl } });
  await settle(); // the server's first sweep has ended
  const db = rawDatabase(databaseUrl);
  const old = (clock.now() - 100 * DAY * 1000) * 1000;
  const rows = 2_000;
  await db.raw(
    `insert into callbacks (id, provider_app_id, body, state, received_at)
     select 'cb_' || lpad((${old} + i)::text, 16, '0') || '0000', 'app', '{}', 'done', ${old} + i
     from generate_series(1::bigint, ${rows}) as i`,
  );
  await db.raw(
    `insert into events (account_id, seq, id, event, channel, data, is_test, created_at)
     select ${accountId}, i, 'whd_' || i, 'message.status', 'whatsapp', '{}', false, ${old} + i
     from generate_series(1::bigint, ${rows}) as i`,
  );
  await db.raw(
    `insert into deliveries (account_id, id, event, data, is_test, state, attempts, created_at)
     select ${accountId}, 'whd_' || i, 'message.status', '{}', false, 'delivered', 1, ${old} + i
     from generate_series(1::bigint, ${rows}) as i`,
  );
  await db.raw(
    `insert into messages (account_id, id, connection_id, channel, direction, person, type, content, status, is_test,
       created_at, updated_at)
     select ${accountId}, 'msg_' || i, 'wa_1', 'whatsapp', 'out', '905551112233', 'text', '{}', 'read', false, ${old} + i, 0
     from generate_series(1::bigint, ${rows}) as i`,
  );
  await db.raw('analyze');
  const indexes = [
    'callbacks_pkey',
    'deliveries_account_id_created_at_index',
    'events_created_at_index',
    'messages_counted',
  ];
  const read = async (): Promise<Record<string, number>> => {
    const found = await db('pg_stat_user_indexes')
      .whereIn('indexrelname', indexes)
      .select('indexrelname', 'idx_tup_read');
    return Object.fromEntries(found.map(({ indexrelname, idx_tup_read }) => [indexrelname, Number(idx_tup_read)]));
  };
  await db.transaction(
    async (backup) => {
      await backup.raw('select 1 from accounts');
      await createSweep(server.app, 20).run();
    },
    { isolationLevel: 'repeatable read' },
  );
  for (const table of ['callbacks', 'events', 'deliveries', 'messages']) {
    expect([table, await db(table).pluck('id')]).toEqual([table, []]);
  }
  await server.stop(); // its sessions then report what they read
  const after = await read();
  expect(Object.keys(after).sort()).toEqual(indexes);
  for (const [index, count] of Object.entries(after)) {
    // Each row is read to find it, and again to delete it.
    expect(count, index).toBeGreaterThanOrEqual(rows);
    expect(count, index).toBeLessThan(3 * rows);
  }
});

test('a sweep that is not done when the next one is due reports it, and others do not', async () => {
  const lines: string[] = [];
  const { server, clock } = await createTestServer({
    config: { role: 'api', logLevel: 'warn' },
    log: { write: (line) => void lines.push(line) },
  });
  for (const milliseconds of [3_600_000, 3_600_001]) {
    const sweeping = createSweep(server.app).run();
    clock.moveTo(clock.now() + milliseconds);
    expect(lines).toEqual([]);
    await sweeping;
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, minutes: 60 }]);
});
