import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventsTopic } from '../../engine/drivers/signals.ts';
import { createTestStore, DATABASES, freshDatabase, withoutPoll } from '../../testing/store.ts';
import { openStore, type Store } from '../index.ts';
import type { NewEvent } from './events.ts';

const happened = (id: string, changes: Partial<NewEvent> = {}): NewEvent => ({
  accountId: 1,
  id: `whd_${id}`,
  event: 'message.received',
  channel: 'whatsapp',
  data: { message: { text: 'Grüße 👋' } },
  isTest: false,
  createdAt: 1_000_000,
  ...changes,
});

const record = (store: Store, ...events: NewEvent[]) =>
  store.transaction(async (tx) => {
    for (const event of events) {
      tx.record(event);
    }
  });

const listed = async (store: Store, accountId = 1, after = 0, upTo = 1_000) =>
  (await store.read.events.list(accountId, after, upTo, {}, 1_000)).map(({ seq, id }) => [seq, id]);

describe.each(DATABASES)('events on %s', (database) => {
  test('are numbered 1, 2, 3 for each account, and returned as they were recorded', async () => {
    const store = await createTestStore(database);
    const test = happened('b', {
      event: 'message.status',
      channel: 'web',
      isTest: true,
      createdAt: 8_999_999_999_999_999,
    });
    await record(store, happened('a'), happened('x', { accountId: 2 }), test);
    await record(store, happened('c'));
    expect(await listed(store)).toEqual([
      [1, 'whd_a'],
      [2, 'whd_b'],
      [3, 'whd_c'],
    ]);
    expect(await listed(store, 2)).toEqual([[1, 'whd_x']]);
    expect((await store.read.events.list(1, 1, 2, {}, 10))[0]).toEqual({ ...test, seq: 2 });
    expect(await store.read.events.end(1)).toEqual({ seq: 3, id: 'whd_c' });
    expect(await store.read.events.end(3)).toEqual({ seq: 0, id: '0' });
  });

  test('a transaction can record many events', async () => {
    const store = await createTestStore(database);
    const many = Array.from({ length: 1_001 }, (_, index) => happened(String(index)));
    await record(store, ...many);
    expect((await store.read.events.list(1, 0, 2_000, {}, 2_000)).map(({ id }) => id)).toEqual(
      many.map(({ id }) => id),
    );
  });

  test('a transaction that fails leaves no events and no gap', async () => {
    const store = await createTestStore(database);
    const failing = store.transaction(async (tx) => {
      tx.record(happened('lost'));
      throw new Error('the rule refuses');
    });
    await expect(failing).rejects.toThrow('the rule refuses');
    await record(store, happened('a'));
    expect(await listed(store)).toEqual([[1, 'whd_a']]);
    expect(() => store.read.record(happened('b'))).toThrow('in a transaction');
  });

  test('a reader that follows the numbers misses no event of a hundred concurrent transactions', async () => {
    const url = await freshDatabase(database);
    const store = await openStore(url);
    // A reader that does not queue with the writers for a connection.
    const { read, close } = database === 'postgres' ? await openStore(url) : store;
    onTestFinished(async () => {
      await Promise.all([store.close(), close()]);
    });
    const seen: string[] = [];
    let writing = true;
    const reading = (async () => {
      for (let position = 0; writing || position < (await read.events.end(1)).seq; ) {
        const { seq } = await read.events.end(1);
        const page = await read.events.list(1, position, seq, {}, 7);
        seen.push(...page.map(({ id }) => id));
        position = page.at(-1)?.seq ?? position;
        await nextTurn(); // lets the writers run, like the pause between two requests
      }
    })();
    const ids = Array.from({ length: 100 }, (_, index) => `whd_${index}`);
    await Promise.all(
      ids.map((id, index) =>
        store.transaction(async (tx) => {
          tx.record(happened('', { id }));
          // Gives the transactions different durations.
          for (let read = 0; read < index % 5; read += 1) {
            await tx.accounts.list();
          }
        }),
      ),
    );
    writing = false;
    await reading;
    expect(seen).toHaveLength(100);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  test('transactions that record events of the same accounts in different orders do not deadlock', async () => {
    const store = await createTestStore(database);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const pair = [happened(`a${index}`), happened(`b${index}`, { accountId: 2 })];
        return record(store, ...(index % 2 === 0 ? pair : pair.reverse()));
      }),
    );
    expect([(await store.read.events.end(1)).seq, (await store.read.events.end(2)).seq]).toEqual([40, 40]);
  });

  test('are found by ID only in their own account, and the newest is known even if it was deleted', async () => {
    const store = await createTestStore(database);
    await record(store, happened('a'), happened('b'), happened('c', { createdAt: 2_000_000 }));
    const { events } = store.read;
    expect(await events.positionOf(1, 'whd_b')).toEqual({ seq: 2, id: 'whd_b' });
    expect(await events.positionOf(1, '0')).toEqual({ seq: 0, id: '0' });
    expect(await events.positionOf(2, 'whd_b')).toBeUndefined();
    expect(await events.positionOf(1, 'whd_none')).toBeUndefined();
    expect([await events.isWholeAfter(1, 0, 3), await events.isWholeAfter(1, 3, 3)]).toEqual([true, true]);

    expect(await store.transaction((tx) => tx.events.deleteMadeBefore(2_000_000, 10))).toMatchObject({ count: 2 });
    expect(await listed(store)).toEqual([[3, 'whd_c']]);
    expect(await events.positionOf(1, 'whd_b')).toBeUndefined();
    expect([await events.isWholeAfter(1, 0, 3), await events.isWholeAfter(1, 2, 3)]).toEqual([false, true]);

    expect(await store.transaction((tx) => tx.events.deleteMadeBefore(2_000_001, 10))).toMatchObject({ count: 1 });
    expect(await events.positionOf(1, 'whd_c')).toEqual({ seq: 3, id: 'whd_c' });
    expect([await events.isWholeAfter(1, 2, 3), await events.isWholeAfter(1, 3, 3)]).toEqual([false, true]);
  });

  test('are counted and listed by kind and channel, and deleted a few at a time', async () => {
    const store = await createTestStore(database);
    await record(
      store,
      happened('a', { channel: 'web' }),
      happened('b', { event: 'message.status' }),
      happened('c', { event: 'template.status' }),
      happened('d', { event: 'message.status', channel: 'web' }),
    );
    const { events } = store.read;
    for (const [filter, expected] of [
      [{}, ['whd_a', 'whd_b', 'whd_c', 'whd_d']],
      [{ channel: 'web' }, ['whd_a', 'whd_d']],
      [{ events: ['message.status', 'template.status'] }, ['whd_b', 'whd_c', 'whd_d']],
      [{ events: ['message.status'], channel: 'web' }, ['whd_d']],
    ] as const) {
      expect((await events.list(1, 0, 4, filter, 10)).map(({ id }) => id)).toEqual(expected);
      expect(await events.count(1, 0, 4, filter)).toBe(expected.length);
    }
    expect(await store.transaction((tx) => tx.events.deleteMadeBefore(2_000_000, 3))).toMatchObject({ count: 3 });
    expect(await store.transaction((tx) => tx.events.deleteMadeBefore(2_000_000, 3))).toMatchObject({ count: 1 });
  });

  test('a watcher of an account is called for its events and no others, until it stops watching', async () => {
    const store = await createTestStore(database);
    withoutPoll();
    let woken = 0;
    let wake = () => {};
    const listening = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const end = store.signals.listen(eventsTopic(1), () => wake());
    await (database === 'postgres' && listening);
    wake = () => {
      woken += 1;
    };
    await record(store, happened('x', { accountId: 2 }));
    expect(woken).toBe(0);
    await record(store, happened('a'));
    expect(woken).toBe(1);
    end();
    await record(store, happened('b'));
    expect(woken).toBe(1);
  });
});

test('on PostgreSQL a watcher is called for commits of another process, even after its connection broke', async () => {
  const url = await freshDatabase('postgres');
  const stores = [await openStore(url), await openStore(url)] as const;
  const [here, there] = stores;
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  withoutPoll();
  let wake = () => {};
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const listening = woken();
  onTestFinished(here.signals.listen(eventsTopic(1), () => wake()));
  await listening;
  for (const id of ['a', 'b']) {
    const waking = woken();
    await record(there, happened(id));
    await waking;
  }
  const reconnected = woken();
  await endListeners(url);
  await reconnected;
  const waking = woken();
  await record(there, happened('c'));
  await waking;
});

/** Ends the connections that use LISTEN, as a restart of the database would. */
async function endListeners(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  await client.end();
}
