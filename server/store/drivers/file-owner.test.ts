import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../admin/backup.ts';
import { openAdmin } from '../../admin/open-admin.ts';
import { restore } from '../../admin/restore.ts';
import { readConfig } from '../../process/config.ts';

const SERVER = 65_534;
const isRoot = process.getuid?.() === 0;
const asRoot = test.runIf(isRoot);
if (!isRoot) {
  process.stderr.write('Tests of file owners are skipped: only root can change the owner of a file.\n');
}

/** Returns the configuration of a server whose folder belongs to a separate user. */
function ownedByServer() {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chownSync(folder, SERVER, SERVER);
  const secretKey = 'a secret key for tests';
  const config = readConfig({}, { databaseUrl: `sqlite:${join(folder, 'wigwag.db')}`, secretKey, logLevel: 'silent' });
  const owners = () => readdirSync(folder).map((name) => statSync(join(folder, name)).uid);
  return { folder, config, owners };
}

asRoot('a database, a backup and a restored database that root creates belong to the owner of the folder', async () => {
  const { folder, config, owners } = ownedByServer();
  await (await openAdmin(config)).close();
  const file = join(folder, 'backup.db');
  await backUp(config, file);
  await restore(config, file);
  // The database, the backup, the lock and the earlier files.
  expect(owners().length).toBeGreaterThan(3);
  expect(new Set(owners())).toEqual(new Set([SERVER]));
});
