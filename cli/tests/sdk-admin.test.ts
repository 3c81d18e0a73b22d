import { ConnectionError, Wigwag } from '@wigwag/sdk';
import { type Account, AdminError, type NewKey, WigwagAdmin } from '@wigwag/sdk/admin';
import { expect, expectTypeOf, test } from 'vitest';
import { ADMIN_OPERATIONS } from '../../openapi/admin.ts';
import { startAdmin, TOKEN } from '../../server/testing/admin-api.ts';

test('the admin client manages accounts, keys and webhooks of a server', async () => {
  const { server } = await startAdmin();
  const admin = new WigwagAdmin({ token: TOKEN, url: server.origin });
  const { account_id: id } = await admin.accounts.create({ name: 'Shop', country: 'TR', time_zone: 'Europe/Istanbul' });
  const { accounts } = await admin.accounts.list();
  expect(accounts).toContainEqual(expect.objectContaining({ account_id: id, name: 'Shop' }));
  const account = await admin.accounts.get(id);
  expectTypeOf(account).toEqualTypeOf<Account>();
  const made = await admin.accounts.createKey(id, { mode: 'live' });
  expectTypeOf(made).toEqualTypeOf<NewKey>();
  const wigwag = new Wigwag({ apiKey: made.key, baseUrl: `${server.origin}/api/v1` });
  expect(await wigwag.account.me()).toMatchObject({ account: { id: String(id), name: 'Shop' } });

  await admin.webhook.set(id, { url: 'https://shop.example/webhooks' });
  expect(await admin.webhook.get(id)).toMatchObject({ url: 'https://shop.example/webhooks' });
  const { data, requestId } = await admin.deliveries.list(id, { state: ['failed', 'missed'], limit: 5 }).withResponse();
  expect([data.deliveries, requestId]).toEqual([[], expect.stringMatching(/^req_/)]);
});

test('a refusal is an AdminError with the field, the rule and the request ID', async () => {
  const { server } = await startAdmin();
  const admin = new WigwagAdmin({ token: TOKEN, url: `${server.origin}/admin/v1/` });
  const unknown = await admin.accounts.get(999).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(AdminError);
  expect(unknown).toMatchObject({
    name: 'AdminError',
    http: 404,
    message: expect.stringContaining('999'),
    requestId: expect.stringMatching(/^req_/),
  });
  const invalid = admin.accounts.create({ name: '' });
  await expect(invalid).rejects.toMatchObject({ http: 422, param: 'name' });
  const stranger = new WigwagAdmin({ token: 'another-token-of-someone', url: server.origin });
  await expect(stranger.accounts.list()).rejects.toMatchObject({ name: 'AdminError', http: 401 });
  const nowhere = new WigwagAdmin({ token: TOKEN, url: 'http://127.0.0.1:1', maxRetries: 0 });
  await expect(nowhere.accounts.list()).rejects.toBeInstanceOf(ConnectionError);
});

test('every operation that the token opens is a method, and wrong options are refused', () => {
  const admin = new WigwagAdmin({ token: TOKEN });
  const methods = Object.values(admin).flatMap((group) => Object.keys(group));
  expect(methods).toHaveLength(ADMIN_OPERATIONS.length);
  expect(() => new WigwagAdmin({})).toThrow('No admin token. Pass `token` or set WIGWAG_ADMIN_TOKEN.');
  expect(() => new WigwagAdmin({ token: TOKEN, uri: 'https://a.example' } as never)).toThrow('Did you mean url?');
});
