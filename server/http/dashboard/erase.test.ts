import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startDashboard } from '../../testing/dashboard.ts';
import { rawDatabase, sharedDatabase } from '../../testing/store.ts';

const PHONE = '905551112233';

test('an erasure by a person overwrites the rows, but does not rewrite the file; one by the operator does', async () => {
  const databaseUrl = await sharedDatabase('sqlite');
  const { enter, customerWrites, accountId, call, place, settle } = await startDashboard({ databaseUrl });
  const db = rawDatabase(databaseUrl);
  const path = databaseUrl.slice('sqlite:'.length);
  /** Each rewriting of the file changes it. */
  const rewritings = async () => (await db.raw('pragma schema_version'))[0].schema_version as number;
  const owner = await enter('owner');
  const erase = { person: PHONE };

  await customerWrites('Zanzibar, please', PHONE);
  await settle();
  const before = await rewritings();
  const { status, body } = await owner.call('POST', `/admin/v1/accounts/${accountId}/people/erase`, erase);
  expect([status, body]).toMatchObject([200, { messages: 1, left: 0, remains: true }]);
  expect(JSON.stringify(body)).not.toContain(path);
  expect(await rewritings()).toBe(before);
  const gone = await owner.call('POST', `/admin/v1/accounts/${accountId}/people/erase`, erase);
  expect([gone.status, await rewritings()]).toEqual([404, before]);
  await db.raw('pragma wal_checkpoint(truncate)');
  expect(readFileSync(path, 'latin1')).not.toContain('Zanzibar');

  // The operator's command for the same person rewrites the file.
  expect([(await call('POST', `${place}/people/erase`, { body: erase })).status, await rewritings()]).toEqual([
    404,
    before + 1,
  ]);
  await customerWrites('Madeira, please', PHONE);
  const erased = await call('POST', `${place}/people/erase`, { body: erase });
  expect([erased.body.remains, await rewritings()]).toEqual([false, before + 2]);
});
