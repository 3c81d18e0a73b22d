import type { Knex } from 'knex';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type Tx } from '../../store/index.ts';
import { contend, createTestStore, DATABASES, freshDatabase, messageWith, webhookWith } from '../../testing/store.ts';
import type { Key } from './dialect.ts';

const key = { accountId: 1, scope: '1 POST /messages', key: 'order-1' };
const HOUR = 3_600_000_000;

const reserveFor = (tx: Tx, requestId: string, changes: Partial<typeof key> = {}, now = 1) =>
  tx.idempotency.reserve(
    [
      {
        key: { ...key, ...changes },
        requestHash: 'hash',
        requestId,
        expiresAt: now + 24 * HOUR,
        status: 202,
        data: requestId,
      },
    ],
    now,
  );

describe.each(DATABASES)('concurrent work on %s', (database) => {
  test('of two reservations of one key, the second waits and is refused', async () => {
    const store = await createTestStore(database);
    const reserve = (requestId: string) => store.transaction((tx) => reserveFor(tx, requestId));
    const told = await Promise.allSettled([reserve('req_left'), reserve('req_right')]);
    expect(told.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(told.find((one) => one.status === 'rejected')?.reason).toMatchObject({ name: 'StaleFacts' });
    const winner = told[0]?.status === 'fulfilled' ? 'req_left' : 'req_right';
    expect(await store.read.idempotency.list([key])).toMatchObject([{ requestId: winner, data: winner }]);
  });

  test('a reservation that is rolled back leaves the key free for the next request', async () => {
    const store = await createTestStore(database);
    let second: Promise<void> | undefined;
    const failing = store.transaction(async (tx) => {
      await reserveFor(tx, 'req_1');
      second = store.transaction((other) => reserveFor(other, 'req_2'));
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await second;
    expect(await store.read.idempotency.list([key])).toMatchObject([{ requestId: 'req_2' }]);
  });

  test('a key is free after it expires but not before, and scopes and accounts have separate keys', async () => {
    const store = await createTestStore(database);
    const reserve = (changes: Partial<typeof key>, now: number) =>
      store
        .transaction((tx) => reserveFor(tx, 'req_1', changes, now))
        .then(
          () => true,
          () => false,
        );
    expect(await reserve({}, 1)).toBe(true);
    expect(await reserve({}, 24 * HOUR)).toBe(false);
    expect(await reserve({ scope: '2 POST /messages' }, 1)).toBe(true);
    expect(await reserve({ accountId: 2 }, 1)).toBe(true);
    expect(await reserve({ key: 'order-2' }, 1)).toBe(true);
    expect(await reserve({}, 24 * HOUR + 1)).toBe(false);
    expect(await reserve({}, 24 * HOUR + 2)).toBe(true);
    expect(await reserve({}, 24 * HOUR + 3)).toBe(false);
  });

  test('a repeated callback inserts one message', async () => {
    const store = await createTestStore(database);
    const inbound = (id: string) =>
      store.transaction((tx) => tx.messages.insert(messageWith({ id, direction: 'in', externalId: 'wamid.in' })));
    const inserted = await Promise.all([inbound('msg_in_1'), inbound('msg_in_2'), inbound('msg_in_3')]);
    expect(inserted.filter(Boolean)).toHaveLength(1);
  });

  test('concurrent messages create one conversation', async () => {
    const store = await createTestStore(database);
    const person = { accountId: 1, connectionId: 'wa_1', channel: 'whatsapp', person: '905551112233' } as const;
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => store.transaction((tx) => tx.conversations.ensure(person, at))),
    );
    expect(new Set(ids).size).toBe(1);
    const other = await store.transaction((tx) => tx.conversations.ensure({ ...person, accountId: 2 }, 9));
    expect(other).not.toBe(ids[0]);
  });
});

test('on PostgreSQL batches that write the same rows in different orders do not deadlock', async () => {
  const url = await freshDatabase('postgres');
  const store = await openStore(url);
  onTestFinished(() => store.close());
  const connection = { channel: 'whatsapp', name: '', isActive: true, wabaId: null, accessToken: null } as const;
  const [first, second] = ['wa_1', 'wa_2'].map((id) => ({ accountId: 1, id })) as [Key, Key];
  await store.transaction(async (tx) => {
    for (const [index, key] of [first, second].entries()) {
      const own = { ...key, providerAppId: null, providerId: String(index), origins: [] };
      await tx.connections.insert({ ...connection, ...own }, 1);
    }
  });
  let runs = 0;
  const note = (keys: readonly Key[]) => () =>
    store.transaction((tx) => {
      runs += 1;
      return tx.connections.noteResponses(keys.map((key) => ({ ...key, failure: { most: 5, until: 1 } })));
    });
  const lock = (db: Knex) => db('connections').where({ id: first.id }).forUpdate().first('id');
  await contend(url, lock, [note([first, second]), note([second, first])]);
  expect(runs).toBe(2);
});

test('on PostgreSQL two transactions that deadlock both succeed', async () => {
  const store = await createTestStore('postgres');
  for (const accountId of [1, 2]) {
    await store.transaction((tx) => tx.webhooks.insert(webhookWith({ accountId })));
  }
  const holding: (() => void)[] = [];
  /** Resolves when both transactions hold their first row. The repeated transaction does not wait. */
  const both = () =>
    new Promise<void>((resolve) => {
      holding.push(resolve);
      if (holding.length >= 2) {
        for (const go of holding) {
          go();
        }
      }
    });
  let runs = 0;
  const inOrder = (first: number, second: number) =>
    store.transaction(async (tx) => {
      runs += 1;
      await tx.webhooks.findForUpdate(first);
      await both();
      await tx.webhooks.findForUpdate(second);
      await tx.webhooks.setAddress(first, `https://shop.example/${first}`, []);
    });
  await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
  expect(runs).toBe(3);
  expect((await store.read.webhooks.find(1))?.url).toBe('https://shop.example/1');
  expect((await store.read.webhooks.find(2))?.url).toBe('https://shop.example/2');
});
