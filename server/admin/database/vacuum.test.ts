import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockFile } from '../../store/lock.ts';
import { createTestServer } from '../../testing/server.ts';
import { sharedDatabase } from '../../testing/store.ts';
import { openAdmin } from '../open-admin.ts';
import { vacuum } from './vacuum.ts';

test('a file that is too large to rewrite while a server runs is rewritten when no server has it open', async () => {
  const databaseUrl = await sharedDatabase('sqlite');
  const { server, api } = await createTestServer({ config: { databaseUrl } });
  for (const email of ['zanzibar@contact.example', 'a@contact.example']) {
    await api('POST', '/contacts', { body: { phone: '905551112233', email } });
  }
  const path = databaseUrl.slice('sqlite:'.length);
  const isThere = () =>
    [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file, 'latin1').includes('zanzibar'));
  const admin = await openAdmin(server.app.config);
  expect([await vacuum(admin.app, 0), isThere()]).toEqual([false, true]);
  await server.stop();
  expect(isThere()).toBe(true);
  expect([await vacuum(admin.app, 0), isThere()]).toEqual([true, false]);
  await admin.close();
  // A server can start again.
  lockFile(path)();
});
