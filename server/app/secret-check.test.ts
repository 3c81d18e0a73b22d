import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createAccount } from '../domain/account/accounts.ts';
import { startServer } from '../process/start.ts';

test('a secret key that cannot decrypt the database is refused at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = (secretKey: string) =>
    startServer(
      readConfig({}, { databaseUrl: `sqlite:${join(folder, 'a.db')}`, port: 0, logLevel: 'silent', secretKey }),
    );
  const first = await start('the first secret key');
  await first.app.store.transaction((tx) => createAccount(first.app, tx, { name: 'Demo' }));
  await first.stop();
  await expect(start('another secret key')).rejects.toThrow('WIGWAG_SECRET_KEY cannot decrypt the secrets');
  await (await start('the first secret key')).stop();
});
