import { expect, onTestFinished, test } from 'vitest';
import { queryOnce, startPostgres } from '../../../lab/testing/start-postgres.ts';
import { openStore, type Store } from '../../store/index.ts';
import { messageWith } from '../../testing/store.ts';
import { connect } from './connect.ts';

/** Opens a store whose lists use a standby. Returns the number of reads by result. */
async function replicated(staleMilliseconds = 0, change = (url: string) => url) {
  const { url, standbyUrl, failOver, stop } = await startPostgres({ standby: true });
  onTestFinished(stop);
  const store = await openStore(url, {
    answerMilliseconds: 3_000,
    replica: { url: change(standbyUrl), staleMilliseconds },
  });
  onTestFinished(() => store.close());
  return { store, reads: () => ({ ...store.replicaReads }), standbyUrl, failOver };
}

/** Stores a message, and returns whether a list that starts then has it. */
async function isListed(store: Store, id: string): Promise<boolean> {
  await store.transaction((tx) => tx.messages.insert(messageWith({ id })));
  return isFound(store, id);
}

const isFound = (store: Store, id: string): Promise<boolean> =>
  store.readList(async (read) => (await read.messages.listByIds([{ accountId: 1, id }])).length === 1);

test('on PostgreSQL with a replica, each list has everything that was stored before it', async () => {
  const { store, reads, failOver } = await replicated();
  for (let index = 0; index < 30; index += 1) {
    expect(await isListed(store, `msg_${index}`)).toBe(true);
  }
  const { replica = 0 } = reads();
  expect(replica).toBeGreaterThan(0);
  await failOver();
  // The connections to the former primary end.
  await expect.poll(() => isFound(store, 'msg_1').catch(() => false)).toBe(true);
  expect(reads()).toMatchObject({ replica }); // it is the primary now
});

test('on PostgreSQL with a replica that is late, lists read the primary, unless they may be as old', async () => {
  const { store, reads, standbyUrl } = await replicated();
  await queryOnce(standbyUrl, 'select pg_wal_replay_pause()');
  expect(await isListed(store, 'msg_1')).toBe(true);
  expect(reads()).toEqual({ replica: 0, late: 1, failed: 0 });
  await queryOnce(standbyUrl, 'select pg_wal_replay_resume()');
});

test('on PostgreSQL with a replica and an allowed staleness, lists may lack what is newer', async () => {
  const { store, reads, standbyUrl } = await replicated(600_000);
  await expect.poll(() => isFound(store, 'msg_1').then(() => reads().replica)).toBeGreaterThan(0);
  const { replica = 0 } = reads();
  await queryOnce(standbyUrl, 'select pg_wal_replay_pause()');
  expect(await isListed(store, 'msg_1')).toBe(false);
  expect(reads()).toMatchObject({ replica: replica + 1 });
  await queryOnce(standbyUrl, 'select pg_wal_replay_resume()');
});

test('on PostgreSQL with a replica that cannot be reached, lists read the primary', async () => {
  const { store, reads } = await replicated(0, (url) => Object.assign(new URL(url), { port: 1 }).href);
  expect(await isListed(store, 'msg_1')).toBe(true);
  expect(await isFound(store, 'msg_1')).toBe(true);
  expect(reads()).toEqual({ replica: 0, late: 0, failed: 2 });
});

test('on PostgreSQL a connection that leads to a standby is replaced after the standby refuses an unlogged table', async () => {
  const { standbyUrl } = await replicated();
  const db = connect(standbyUrl);
  onTestFinished(() => db.destroy());
  const session = async () => (await db.raw('select pg_backend_pid() as pid')).rows[0].pid;
  const first = await session();
  expect(await session()).toBe(first);
  await expect(db.raw('select * from key_rates where 1 = ?', [1])).rejects.toThrow('unlogged');
  expect(await session()).not.toBe(first);
});
