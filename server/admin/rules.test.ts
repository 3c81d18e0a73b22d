import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../testing/server.ts';
import { AdminError } from './admin-error.ts';
import {
  changeAccount,
  createAccount,
  createAgent,
  createKey,
  createLabel,
  createWebChat,
  deactivateAgent,
  enableWebhook,
  listAgents,
  listKeys,
  listLabels,
  replayDelivery,
  requireAccount,
  resumeCampaign,
  revokeKey,
  setConnectionActive,
  setOrigins,
  setWebhook,
} from './index.ts';

describe.each(DATABASES)('on %s', (database) => {
  test('a refusal names the field or the fix, and nothing is written', async () => {
    const { server, accountId } = await createTestServer({ database });
    const { app } = server;
    const keys = await listKeys(app, accountId);
    for (const [call, error] of [
      [() => createLabel(app, accountId, { name: '  ' }), { field: 'name', rule: 'must not be empty' }],
      [() => createLabel(app, accountId, { name: 'VIP', color: 'red' }), { field: 'color' }],
      [() => createAgent(app, accountId, { name: '\t' }), { field: 'name', rule: 'must not be empty' }],
      [() => createAccount(app, { name: ' ' }), { field: 'name' }],
      [() => createAccount(app, { name: 'Shop', country: 'XX' }), { field: 'country' }],
      [() => changeAccount(app, accountId, { timeZone: 'Europe/Atlantis' }), { field: 'time_zone' }],
      [() => createKey(app, { accountId, mode: 'live', scopes: ['messages:sned'] }), { field: 'scopes' }],
      [() => createKey(app, { accountId, mode: 'live', allowedIps: ['10/8'] }), { field: 'allowed_ips' }],
      [() => createWebChat(app, { accountId, name: 'Chat', origins: ['shop'] }), { status: 422 }],
      [
        () => setOrigins(app, accountId, 'wa_1', []),
        { status: 404, hint: expect.stringContaining('connections list') },
      ],
      [() => setWebhook(app, accountId, { url: 'https://10.0.0.1/in' }), { status: 422 }],
      [() => enableWebhook(app, accountId), { status: 422, hint: expect.stringContaining('webhook set') }],
      [() => replayDelivery(app, accountId, 'whd_1'), { status: 404 }],
      [() => requireAccount(app, '99'), { status: 404, message: 'account 99 does not exist' }],
      [() => revokeKey(app, accountId, 99), { status: 404 }],
      [() => setConnectionActive(app, accountId, 'wa_99', false), { status: 404 }],
      [() => deactivateAgent(app, accountId, 99), { status: 404 }],
      [() => resumeCampaign(app, accountId, 99), { status: 404 }],
    ] as const) {
      const refusal = await call().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect([String(call), refusal]).toEqual([String(call), expect.any(AdminError)]);
      expect(refusal).toMatchObject(error);
    }
    expect(await listLabels(app, accountId)).toEqual([]);
    expect(await listAgents(app, accountId)).toEqual([]);
    expect(await listKeys(app, accountId)).toEqual(keys);
    expect(await app.store.read.accounts.list()).toHaveLength(1);
  });

  test('labels and agents are listed completely, even if they fill several pages', async () => {
    const { server, accountId } = await createTestServer({ database });
    const names = Array.from({ length: 101 }, (_, index) => `Label ${index}`);
    for (const name of names) {
      await createLabel(server.app, accountId, { name });
    }
    expect((await listLabels(server.app, accountId)).map(({ name }) => name)).toEqual(names);
    const id = await createAgent(server.app, accountId, { name: 'Grace' });
    expect(await deactivateAgent(server.app, accountId, id)).toEqual({ id, name: 'Grace', isActive: false });
  });
});
