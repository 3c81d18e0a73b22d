import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkConnection } from '../../domain/connections/check-connection.ts';
import { createTestServer } from '../../testing/server.ts';
import { READ_FIELDS } from '../whatsapp/callback.ts';
import { fieldsOf, SUBSCRIBED_FIELDS } from './subscribed-fields.ts';

test('the guide lists each field, and what is lost without it', () => {
  const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8');
  const tables = guide.split('| Field | Lost without it |').slice(1);
  const rows = tables.map((text) =>
    Object.fromEntries([...text.matchAll(/^\| `(\w+)` \| ([^|]+) \|$/gm)].map(([, field, lost]) => [field, lost])),
  );
  const upper = (lost: string) => lost.charAt(0).toUpperCase() + lost.slice(1);
  expect(rows).toEqual(
    Object.values(SUBSCRIBED_FIELDS).map((fields) =>
      Object.fromEntries(Object.entries(fields).map(([field, lost]) => [field, upper(lost)])),
    ),
  );
});

test('the guide asks for every field of WhatsApp that is read', () => {
  expect(fieldsOf('whatsapp')).toEqual(expect.arrayContaining([...READ_FIELDS]));
});

test.each(['messenger', 'instagram'] as const)('a check on %s names the fields that are missing', async (channel) => {
  const server = await createTestServer();
  const { app } = server.server;
  const connection = await app.store.read.connections.find(server.accountId, server.connections[channel] ?? '');
  if (!connection) {
    throw new Error(`there is no connection on ${channel}`);
  }
  const fields = fieldsOf(channel);
  const base = channel === 'messenger' ? app.config.graphUrl : app.config.instagramUrl;
  const subscribe = (wanted: string[]) =>
    fetch(`${base}/v25.0/${connection.providerId}/subscribed_apps?subscribed_fields=${wanted.join(',')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.business.access_token}` },
    });
  const last = async () => (await checkConnection(app, connection)).at(-1);
  await subscribe(fields.filter((field) => field !== 'standby'));
  expect(await last()).toEqual({
    ok: true,
    what: 'an app is subscribed to its callbacks, but not to standby',
    fix: expect.stringContaining(`subscribed_fields=${fields.join(',')} `),
  });
  await subscribe(fields);
  expect(await last()).toEqual({ ok: true, what: 'an app is subscribed to its callbacks' });
});
