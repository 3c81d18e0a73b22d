import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

test('GET /me and GET /channels show the records of the key’s account', async () => {
  const { api, accountId, testKey, key } = await createTestServer();
  const me = await api('GET', '/me', { key: await key({ scopes: ['messages:send'] }) });
  expect(me.body.data).toEqual({
    key: { mode: 'live', scopes: ['messages:send'] },
    account: { id: String(accountId), name: 'Demo' },
    modules: { api: true, webhook: true, flows: true },
    license: { status: 'active', expires_at: null },
    channels: ['whatsapp', 'instagram', 'messenger', 'web'],
  });
  expect(me.body.request_id).toBe(me.headers['x-request-id']);
  const test = await api('GET', '/me', { key: testKey });
  expect(test.body.data.key).toEqual({ mode: 'test', scopes: ['*'] });
  expect(test.headers['x-service-mode']).toBe('test');
  const { channels } = (await api('GET', '/channels')).body.data;
  expect(channels.map((one: { channel: string }) => one.channel)).toEqual([
    'whatsapp',
    'instagram',
    'messenger',
    'web',
  ]);
  expect(channels.map((one: { window_hours: number }) => one.window_hours)).toEqual([24, 24, 24, null]);
  expect(channels[0].connections).toEqual([{ id: 'wa_1', name: 'Demo whatsapp', is_default: true, reports: [] }]);
  expect(channels[3]).toMatchObject({
    capabilities: { text: true, media: true, location: false, interactive: false, template: false },
    connections: [{ id: 'web_1', name: 'Demo web', is_default: true, reports: [] }],
  });
});

test('GET /me shows when the license expires and which modules are enabled', async () => {
  const { api, anotherAccount, clock } = await createTestServer();
  const end = clock.now() + 3_600_000;
  const { liveKey, accountId } = await anotherAccount({
    name: 'Another',
    licenseExpiresAt: end * 1000,
    modules: { api: true, webhook: false, flows: false },
  });
  const { data } = (await api('GET', '/me', { key: liveKey })).body;
  expect(data).toMatchObject({
    account: { id: String(accountId), name: 'Another' },
    modules: { api: true, webhook: false, flows: false },
    license: { status: 'active', expires_at: new Date(end).toISOString().replace('Z', '000+00:00') },
  });
});

test('a disabled connection does not count as connected, and the oldest active connection is the default', async () => {
  const { api, server, accountId, connections } = await createTestServer();
  const { store } = server.app;
  const first = await store.read.connections.find(accountId, connections.whatsapp ?? '');
  const insert = (id: string, isActive: boolean) =>
    store.transaction((tx) =>
      tx.connections.insert({ ...(first ?? expect.unreachable()), id, name: id, isActive }, server.app.monotonicNow()),
    );
  await insert('wa_71', true);
  await insert('wa_72', false);
  const whatsapp = async () => (await api('GET', '/channels')).body.data.channels[0].connections;
  expect(await whatsapp()).toEqual([
    { id: 'wa_1', name: 'Demo whatsapp', is_default: true, reports: [] },
    { id: 'wa_71', name: 'wa_71', is_default: false, reports: [] },
  ]);
  await store.transaction((tx) => tx.connections.setActive(accountId, 'wa_1', false));
  expect(await whatsapp()).toEqual([{ id: 'wa_71', name: 'wa_71', is_default: true, reports: [] }]);
  await store.transaction((tx) => tx.connections.setActive(accountId, 'wa_71', false));
  expect((await api('GET', '/me')).body.data.channels).toEqual(['instagram', 'messenger', 'web']);
});
