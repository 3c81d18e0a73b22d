import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../store/connections/connections.ts';
import { openStore } from '../../store/index.ts';
import type { WriteRule } from '../../store/rules.ts';
import { freshDatabase, messageWith } from '../../testing/store.ts';

/** Returns a store and a second connection to its database. */
async function besideAStore() {
  const url = await freshDatabase('postgres');
  const store = await openStore(url);
  onTestFinished(() => store.close());
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await store.transaction((tx) => tx.messages.insert(messageWith()));
  return { store, other };
}

test('on PostgreSQL a schema change while a server runs makes no read and no transaction fail', async () => {
  const { store, other } = await besideAStore();
  const listRule: WriteRule<number, Connection[], void, Connection[]> = {
    load: (tx) => tx.connections.listActive(1),
    decide: (connections) => ({ effects: undefined, result: connections }),
    apply: async () => {},
  };
  const readAndMove = (tx: typeof store.read) => tx.messages.find(1, 'msg_1');
  await store.read.messages.find(1, 'msg_1');
  await store.transaction(readAndMove);
  await store.batch(listRule, 1);
  await other.query('alter table messages add column later text');
  await other.query('alter table connections add column later text');
  expect(await store.read.messages.find(1, 'msg_1')).toMatchObject({ text: 'Hello' });
  expect(await store.transaction(readAndMove)).toMatchObject({ text: 'Hello' });
  expect(await store.batch(listRule, 1)).toEqual([]);
});

test('on PostgreSQL connections that the database ends fail only their own transaction', async () => {
  const { store, other } = await besideAStore();
  await store.transaction((tx) => tx.messages.find(1, 'msg_1'));
  await expect(
    store.transaction(async (tx) => {
      await tx.messages.store([{ message: messageWith({ externalId: 'wamid.1' }), at: null, sentAt: 5 }]);
      await other.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await tx.messages.find(1, 'msg_1');
    }),
  ).rejects.toThrow();
  expect(await store.transaction((tx) => tx.messages.find(1, 'msg_1'))).toMatchObject({ externalId: null });
});

test('on PostgreSQL a statement that fails also fails the statements sent after it', async () => {
  const { store } = await besideAStore();
  const both = store.transaction((tx) =>
    Promise.all([
      tx.messages.insert(messageWith({ id: 'msg_2', text: null as never, accountId: null as never })),
      tx.messages.insert(messageWith({ id: 'msg_3' })),
    ]),
  );
  await expect(both).rejects.toThrow();
  expect(await store.read.messages.find(1, 'msg_3')).toBeUndefined();
});
