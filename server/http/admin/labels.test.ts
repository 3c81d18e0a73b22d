import { expect, test } from 'vitest';
import { startAdmin } from '../../testing/admin-api.ts';
import { DATABASES } from '../../testing/server.ts';
import { rawDatabase } from '../../testing/store.ts';

test.each(DATABASES)(
  'a label is changed, and a deleted one disappears from its conversations, on %s',
  async (database) => {
    const { of, call, place, customerWrites, anotherAccount, accountId, server } = await startAdmin({}, { database });
    await customerWrites('Hello');
    const { store } = server.app;
    const [conversation = 0] = await store.read.conversationList.listIds(accountId, '905551112233');
    const labels = () => store.read.conversationTeam.labels(accountId, conversation);
    const { id: vip } = await of('POST', '/labels', { name: 'VIP', color: '#c0392b' });
    const { id: late } = await of('POST', '/labels', { name: 'Late' });
    await store.transaction((tx) => tx.conversationTeam.setLabels(accountId, conversation, [vip, late]));

    const changed = { id: vip, name: 'Best', color: null };
    expect(await of('PATCH', `/labels/${vip}`, { name: 'Best', color: null })).toEqual(changed);
    expect(await labels()).toEqual([changed, { id: late, name: 'Late', color: null }]);
    expect(await of('PATCH', `/labels/${late}`, { color: '#27ae60' })).toEqual({
      id: late,
      name: 'Late',
      color: '#27ae60',
    });

    const elsewhere = `/accounts/${(await anotherAccount()).accountId}`;
    for (const [method, path, body, status, message] of [
      ['PATCH', `${place}/labels/${vip}`, { color: 'red' }, 422, 'six hexadecimal digits'],
      ['PATCH', `${place}/labels/${vip}`, { name: ' ' }, 422, 'name'],
      ['PATCH', `${place}/labels/${vip}`, {}, 422, 'body'],
      ['PATCH', `${place}/labels/999`, { name: 'X' }, 404, 'the account has no label 999'],
      ['PATCH', `${elsewhere}/labels/${vip}`, { name: 'X' }, 404, `the account has no label ${vip}`],
      ['DELETE', `${elsewhere}/labels/${vip}`, undefined, 404, `the account has no label ${vip}`],
    ] as const) {
      const answer = await call(method, path, { body });
      expect([path, answer.status, answer.body.error.message]).toEqual([
        path,
        status,
        expect.stringContaining(message),
      ]);
    }

    expect(await of('DELETE', `/labels/${vip}`)).toEqual({ id: vip, conversations: 1 });
    expect(await labels()).toMatchObject([{ id: late }]);
    expect((await of('GET', '/labels')).labels).toMatchObject([{ id: late }]);
    expect((await call('DELETE', `${place}/labels/${vip}`)).status).toBe(404);
  },
);

test('a label is removed from a limited number of conversations at a time, on PostgreSQL', async () => {
  const { of, call, place, accountId, server } = await startAdmin({}, { database: 'postgres' });
  const { store, config } = server.app;
  const { id } = await of('POST', '/labels', { name: 'Common' });
  const db = rawDatabase(config.databaseUrl);
  await db.raw(`
    insert into conversation_labels (account_id, conversation_id, label_id)
      select ${accountId}, at, ${id} from generate_series(1, 1200) as at;
    create table removals (removed integer);
    create function note() returns trigger language plpgsql as $$ begin
      insert into removals select count(*) from gone;
      if (select count(*) from removals) = 2 then
        raise exception 'interrupted';
      end if;
      return null;
    end $$;
    create trigger notes after delete on conversation_labels
      referencing old table as gone for each statement execute function note()`);
  expect((await call('DELETE', `${place}/labels/${id}`)).status).toBe(500);
  expect(await store.read.labels.find(accountId, id)).toBeDefined();
  await db.raw(`
    create or replace function note() returns trigger language plpgsql as $$ begin
      insert into removals select count(*) from gone;
      return null;
    end $$`);
  expect(await of('DELETE', `/labels/${id}`)).toEqual({ id, conversations: 700 });
  expect(await db('removals').pluck('removed')).toEqual([500, 500, 200]);
  expect(await store.read.labels.find(accountId, id)).toBeUndefined();
});

test('changes of the installation have their own log', async () => {
  const { of, call } = await startAdmin();
  await of('POST', '/labels', { name: 'VIP' });
  const { login } = (await call('POST', '/operators/invite', { body: { email: 'ops@example.com' } })).body;
  await call('PATCH', `/operators/${login}`, { body: { is_disabled: true } });
  const { entries } = (await call('GET', '/operators/audit')).body;
  expect(entries.map(({ operation, ids }: Record<string, unknown>) => [operation, ids])).toEqual([
    ['updateOperator', { login: String(login) }],
    ['inviteOperator', {}],
  ]);
  expect((await call('GET', '/operators/audit?limit=1')).body).toMatchObject({
    entries: [{ operation: 'updateOperator' }],
    next: expect.any(Number),
  });
});
