import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount } from '../../domain/account/accounts.ts';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { type RunningServer, startServer } from '../../process/start.ts';
import { makeBeforeRelease } from '../../testing/migrations.ts';
import { advanceAll, callApi, createTestServer } from '../../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../../testing/store.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const to = '905551112233';

/** Returns a server with one message that was queued at the time of the backup and sent afterward. */
async function sentAfterBackup() {
  const databaseUrl = await sharedDatabase('sqlite');
  const { server, api, mock, clock, advance, settle, accountId, liveKey } = await createTestServer({
    config: { databaseUrl },
  });
  mock.faults.next({ outcome: 'unavailable' });
  const { id } = (await api('POST', '/messages/template', { body: { to, name: 'hello_world' } })).body.data;
  await settle();
  const { app } = server;
  const campaignId = await app.store.transaction((tx) =>
    createCampaign(app, tx, accountId, { template: 'hello_world' }, [{ phone: '905551112244' }]),
  );
  const file = join(databaseUrl.slice('sqlite:'.length), '..', 'backup.db');
  await backUp(app.config, file);
  await advance(60);
  const ledger = () =>
    mock
      .sends()
      .map((send) => send.to)
      .sort();
  expect(ledger()).toEqual([to, '905551112244']);
  await server.stop();

  return {
    id: id as string,
    file,
    config: app.config,
    ledger,
    campaignId,
    accountId,
    /** Starts a server on the current files, and moves the clock forward. */
    async startAndWait(seconds: number): Promise<{ server: RunningServer; status(id: string): Promise<object> }> {
      const again = await startServer(app.config, { clock });
      onTestFinished(() => again.stop());
      await advanceAll({ server: again, mock, clock }, seconds);
      const status = async (message: string) =>
        (await callApi(`${again.origin}/api/v1`, 'GET', `/messages/${message}`, { key: liveKey })).body.data;
      return { server: again, status };
    },
  };
}

test('messages that were queued at the time of the backup are not sent again', async () => {
  const { id, file, config, ledger, campaignId, accountId, startAndWait } = await sentAfterBackup();
  const restored = await restore(config, file);
  expect(restored.heldBack).toEqual({ messages: 1, campaigns: 1 });
  const { server, status } = await startAndWait(20 * 60);
  expect(ledger()).toEqual([to, '905551112244']);
  expect(await status(id)).toMatchObject({ status: 'failed', error: { code: 'unconfirmed' } });
  const campaign = await server.app.store.read.campaigns.find(accountId, campaignId);
  expect(campaign).toMatchObject({ state: 'stopped', problem: expect.stringContaining('restored from a backup') });
});

test('queued messages are sent if the server had stopped before the backup', async () => {
  const { id, file, config, ledger, startAndWait } = await sentAfterBackup();
  expect((await restore(config, file, { keepSends: true })).heldBack).toEqual({ messages: 0, campaigns: 0 });
  const { status } = await startAndWait(120);
  // They had already been sent, so this is a misuse of the flag.
  expect(ledger()).toEqual([to, to, '905551112244', '905551112244']);
  expect(await status(id)).toMatchObject({ error: null });
});

test('a backup that cannot be used changes nothing', async () => {
  const databaseUrl = await sharedDatabase('sqlite');
  const target = databaseUrl.slice('sqlite:'.length);
  const folder = join(target, '..');
  const { server } = await createTestServer({ config: { databaseUrl } });
  const { config, store } = server.app;
  const backup = join(folder, 'backup.db');
  await backUp(config, backup);
  await expect(backUp(config, backup)).rejects.toThrow('will not be overwritten');
  await store.transaction((tx) => createAccount(server.app, tx, { name: 'Second shop' }));
  await server.stop();

  const bad = (name: string): string => {
    const path = join(folder, name);
    copyFileSync(backup, path);
    return path;
  };
  const cut = bad('cut.db');
  truncateSync(cut, statSync(cut).size - 40_960);
  const text = join(folder, 'text.db');
  writeFileSync(text, 'SQLite it is not');
  const newer = bad('newer.db');
  await rawDatabase(`sqlite:${newer}`)('knex_migrations').insert({ name: '9999-later', batch: 9, migration_time: 0 });
  const changed = async (name: string, ...statements: string[]): Promise<string> => {
    const path = bad(name);
    const db = rawDatabase(`sqlite:${path}`);
    for (const statement of statements) {
      await db.raw(statement);
    }
    return path;
  };
  const trigger = await changed(
    'trigger.db',
    'create trigger later after insert on messages begin delete from accounts; end',
  );
  const replaced = await changed(
    'replaced.db',
    'drop trigger contacts_search_insert',
    'create trigger contacts_search_insert after insert on contacts begin delete from accounts; end',
  );
  const view = await changed(
    'view.db',
    'alter table accounts rename to renamed',
    'create view accounts as select * from renamed',
  );
  const ledger = await changed(
    'ledger.db',
    'alter table knex_migrations rename to renamed',
    'create view knex_migrations as select * from renamed',
  );
  const column = await changed('column.db', 'alter table deliveries drop column traceparent');
  const table = await changed('table.db', 'drop table delivery_attempts');
  const unguarded = await changed('unguarded.db', 'drop trigger contacts_search_delete');
  const fifo = join(folder, 'fifo.db');
  spawnSync('mkfifo', [fifo, `${bad('log.db')}-wal`]);
  const old = join(folder, 'old.db');
  await makeBeforeRelease(`sqlite:${old}`);
  const foreign = join(folder, 'foreign.db');
  await rawDatabase(`sqlite:${foreign}`).raw('create table things (id integer)');
  for (const [path, problem] of [
    [cut, 'malformed'],
    [text, 'it cannot be read as a database'],
    [newer, '9999-later'],
    [old, 'it was created by a version before 0.1.0'],
    [foreign, 'it is not a wigwag database'],
    [trigger, 'it contains the trigger later, which wigwag does not create'],
    [replaced, 'it contains the trigger contacts_search_insert'],
    [view, 'it contains the view accounts'],
    [ledger, 'it is not a wigwag database'],
    [column, 'it lacks the column traceparent text of the table deliveries'],
    [table, 'it lacks the table delivery_attempts'],
    [unguarded, 'it lacks the trigger contacts_search_delete'],
    [fifo, 'fifo.db is not a file'],
    [join(folder, 'log.db'), 'log.db-wal is not a file'],
    [folder, 'is not a file'],
    [join(folder, 'none.db'), 'there is no file'],
  ] as const) {
    await expect(restore(config, path)).rejects.toThrow(problem);
  }
  const otherKey = { ...config, secretKey: 'another key of 16 characters' };
  await expect(restore(otherKey, backup)).rejects.toThrow('WIGWAG_SECRET_KEY cannot decrypt');
  await restore(config, backup, { dryRun: true });
  expect(readdirSync(folder).filter((name) => /restoring|before|pid/.test(name))).toEqual([]);
  expect(await rawDatabase(databaseUrl)('accounts').pluck('name')).toContain('Second shop');
});
