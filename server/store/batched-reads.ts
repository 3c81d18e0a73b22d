import DataLoader from 'dataloader';
import { type Key, keyString } from '../engine/drivers/dialect.ts';
import type { Queries } from './queries.ts';

/** The maximum number of keys in a query: a statement accepts a limited number of values. */
const MAX_KEYS = 128;

/**
 * Returns the queries for tasks that run concurrently. Reads of one row in the same turn of the event loop become one
 * query. Nothing is cached, so each read sees everything that was committed before it.
 */
export function createBatchedReads(read: Queries): Queries {
  const many = <K, Found>(list: (keys: readonly K[]) => Promise<Map<string, Found>>, stringOf: (key: K) => string) => {
    const loader = new DataLoader<K, Found | undefined>(
      async (keys) => {
        const found = await list(keys);
        return keys.map((key) => found.get(stringOf(key)));
      },
      { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: setImmediate },
    );
    return (key: K) => loader.load(key);
  };
  /** Reads rows that belong to an account. */
  const byKey = <Found extends { accountId: number }>(
    list: (keys: readonly Key[]) => Promise<Found[]>,
    idOf: (found: Found) => string,
  ) => {
    const find = many(
      async (keys: readonly Key[]) =>
        new Map((await list(keys)).map((found) => [keyString({ accountId: found.accountId, id: idOf(found) }), found])),
      keyString,
    );
    return (accountId: number, id: string) => find({ accountId, id });
  };
  /** Reads the rows of accounts. */
  const byNumber = <Found>(list: (ids: readonly number[]) => Promise<Found[]>, numberOf: (found: Found) => number) =>
    many(
      async (ids: readonly number[]) => new Map((await list(ids)).map((found) => [String(numberOf(found)), found])),
      String,
    );
  const parts = many(
    async (keys: readonly Key[]) =>
      Map.groupBy(await read.parts.listOf(keys), ({ accountId, messageId }) => keyString({ accountId, id: messageId })),
    keyString,
  );
  const providerApps = many(
    async (ids: readonly string[]) =>
      new Map((await read.connections.listProviderApps(ids)).map((row) => [row.id, row])),
    String,
  );
  return withQueries(read, {
    connections: { ...read.connections, findProviderApp: providerApps },
    deliveries: { ...read.deliveries, find: byKey(read.deliveries.listByIds, ({ id }) => id) },
    messages: { ...read.messages, find: byKey(read.messages.listByIds, ({ id }) => id) },
    parts: { ...read.parts, list: async (accountId, id) => (await parts({ accountId, id })) ?? [] },
    webhooks: { ...read.webhooks, findReceivers: byNumber(read.webhooks.listReceivers, ({ account }) => account.id) },
  });
}

/** Returns queries with some replaced. */
const withQueries = (read: Queries, replaced: Partial<Queries>): Queries =>
  Object.create(read, Object.getOwnPropertyDescriptors(replaced));
