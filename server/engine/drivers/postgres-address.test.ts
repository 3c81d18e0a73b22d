import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { localCertificate } from '../../../lab/testing/certificate.ts';
import { openStore } from '../../store/index.ts';
import { freshDatabase, messageWith, rawDatabase } from '../../testing/store.ts';
import { DatabaseError } from './connect.ts';

/** The database, whose certificate is for 127.0.0.1, and the files of two authorities. */
let database: { url: string; own: string; other: string };

beforeEach(async () => {
  const url = await freshDatabase('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { rows } = await rawDatabase(url).raw('select pg_read_file(?) as cert', ['server.crt']);
  const write = (name: string, cert: string) => {
    writeFileSync(join(folder, name), cert);
    return join(folder, name);
  };
  database = { url, own: write('own.pem', rows[0].cert), other: write('other.pem', localCertificate().cert) };
});

/** Returns the URL of the database with these settings. `own` and `other` are the files of the authorities. */
function urlWith({ host = '127.0.0.1', ...settings }: Record<string, string>): string {
  const url = new URL(database.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(settings)) {
    url.searchParams.set(name, value === 'own' || value === 'other' ? database[value] : value);
  }
  return url.href;
}

test.each([
  [{ sslmode: 'disable' }, false],
  [{}, false],
  [{ sslmode: 'require' }, true],
  [{ sslmode: 'require', sslrootcert: 'own' }, true],
  [{ sslmode: 'verify-ca', sslrootcert: 'own', host: 'localhost' }, true],
  [{ sslmode: 'verify-full', sslrootcert: 'own' }, true],
])('on PostgreSQL with %j, the connections are encrypted: %s', async (settings, isEncrypted) => {
  const store = await openStore(urlWith({ ...settings, application_name: 'store' }));
  onTestFinished(() => store.close());
  await new Promise<void>((resolve) => store.signals.listen('work', resolve));
  await store.transaction((tx) => tx.messages.insert(messageWith()));
  const { rows } = await rawDatabase(database.url).raw(
    `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where datname = current_database() and application_name = 'store'`,
  );
  expect(rows).toEqual([{ ssl: isEncrypted }]);
});

test.each([
  [{ sslmode: 'verify-full' }, 'set sslrootcert to the file of the authority that signed the certificate'],
  [{ sslmode: 'verify-full', sslrootcert: 'other' }, 'set sslrootcert to the file of the authority'],
  [{ sslmode: 'require', sslrootcert: 'other' }, 'set sslrootcert to the file of the authority'],
  [{ sslmode: 'verify-full', sslrootcert: 'own', host: 'localhost' }, 'use a host name that the certificate contains'],
  [{ sslmode: 'verify-ca' }, 'add sslrootcert=FILE'],
  [
    { sslmode: 'verify-full', sslrootcert: '/nowhere/ca.pem' },
    'sslrootcert must be a file that this process can read: ENOENT',
  ],
  [{ sslmode: 'prefer' }, 'use disable, require, verify-ca or verify-full'],
  [{ sslmode: 'no-verify' }, 'use disable, require, verify-ca or verify-full'],
])('on PostgreSQL with %j, opening fails with the fix', async (settings, fix) => {
  const opening = openStore(urlWith(settings));
  await expect(opening).rejects.toThrow(DatabaseError);
  await expect(opening).rejects.toThrow(fix);
});

test('on PostgreSQL a process that opens a connection with sslmode=require prints no warning', () => {
  const program = `
    const { openStore } = await import(${JSON.stringify(fileURLToPath(new URL('../../store/index.ts', import.meta.url)))});
    const store = await openStore(process.argv[1]);
    await store.close();
  `;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=wigwag-source', '--input-type=module', '--eval', program, urlWith({ sslmode: 'require' })],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
});
