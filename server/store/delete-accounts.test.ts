import { expect, test } from 'vitest';
import { fillEverything } from '../testing/everything.ts';
import { createTestServer, DATABASES } from '../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../testing/store.ts';
import { ACCOUNT_TABLES } from './tables.ts';

test.each(DATABASES)('deleting an account deletes its rows in every table of accounts, on %s', async (database) => {
  const databaseUrl = await sharedDatabase(database);
  const filled = await createTestServer({ config: { databaseUrl } });
  const { accountId, server } = filled;
  await fillEverything(filled);
  const { store } = server.app;
  const tables = async () => {
    const everything = await readEverything(rawDatabase(databaseUrl));
    const withRows = ACCOUNT_TABLES.filter((table) =>
      everything.get(table)?.some((row) => row.account_id === accountId),
    );
    return { withRows, accounts: (everything.get('accounts') ?? []).map(({ id }) => id) };
  };
  const before = await tables();
  // The tables through which processes on one database coordinate, and what only a move fills.
  const ofWorkers = ['line_paces', 'key_rates', 'account_changes'];
  expect(ACCOUNT_TABLES.filter((table) => !before.withRows.includes(table) && !ofWorkers.includes(table))).toEqual([]);

  await store.deleteAccounts([accountId + 1_000]);
  expect(await tables()).toEqual(before);
  await store.deleteAccounts([accountId]);
  expect(await tables()).toEqual({ withRows: [], accounts: before.accounts.filter((id) => id !== accountId) });
});
