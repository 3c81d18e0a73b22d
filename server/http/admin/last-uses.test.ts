import { expect, test } from 'vitest';
import { startAdmin } from '../../testing/admin-api.ts';
import { DATABASES } from '../../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../../testing/store.ts';

/** The shortest time between two writes of the same use, in seconds. */
const INTERVAL = 300;

test.each(DATABASES)(
  'a key shows when it was last used, written at most every five minutes, on %s',
  async (database) => {
    const databaseUrl = await sharedDatabase(database);
    const { of, api, advance, clock, accountId, server } = await startAdmin({ databaseUrl }, { database });
    const { id, key } = await of('POST', '/keys', { mode: 'live', scopes: ['messages:read'] });
    const lastUse = async () =>
      (await of('GET', '/keys')).keys.find((one: { id: number }) => one.id === id).last_used_at as string | null;
    const shown = (milliseconds: number) => new Date(milliseconds).toISOString().replace('Z', '000+00:00');
    expect(await lastUse()).toBe(null);

    const first = clock.now();
    // A request that the scopes forbid is a use: the key is correct.
    expect((await api('GET', '/contacts', { key })).status).toBe(403);
    await advance(2);
    await expect.poll(lastUse).toBe(shown(first));

    await api('GET', '/me', { key });
    await advance(INTERVAL - 60);
    expect(await lastUse()).toBe(shown(first));
    const last = clock.now();
    await api('GET', '/me', { key });
    await advance(120);
    await expect.poll(lastUse).toBe(shown(last));

    // What was not written yet is written when the server stops.
    const end = clock.now();
    await api('GET', '/me', { key });
    await server.stop();
    const row = { account_id: accountId, kind: 'key', subject: String(id) };
    const stored = await rawDatabase(databaseUrl)('last_uses').where(row).first('at');
    expect(Number(stored?.at)).toBe(end * 1000); // PostgreSQL returns a text
  },
);

test.each(DATABASES)('a connection shows the last callback, which need not be a message, on %s', async (database) => {
  const { of, callback, statusCallback, customerWrites, advance, clock } = await startAdmin({}, { database });
  const shown = async () =>
    Object.fromEntries(
      (await of('GET', '/connections')).connections.map(
        ({ connection_id: id, last_callback_at: at, last_inbound_at: inbound }: Record<string, unknown>) => [
          id,
          [at, inbound],
        ],
      ),
    );
  expect((await shown()).wa_1).toEqual([null, null]);
  const before = clock.now();
  await callback(statusCallback({ id: 'wamid.unknown', status: 'sent' }));
  await advance(2);
  await expect.poll(async () => (await shown()).wa_1[0]).toEqual(expect.any(String));
  const { wa_1: whatsapp, web_1: web } = await shown();
  expect(Date.parse(whatsapp[0])).toBeGreaterThanOrEqual(before);
  expect(whatsapp[1]).toBe(null);
  expect(web).toEqual([null, null]);

  // A callback that is processed when it arrives counts also.
  await advance(400);
  const later = clock.now();
  await customerWrites('Hello');
  await advance(2);
  await expect.poll(async () => Date.parse((await shown()).wa_1[0])).toBeGreaterThanOrEqual(later);
});
