import { readFileSync } from 'node:fs';
import { ConnectionError, Wigwag } from '@wigwag/sdk';
import { type Account, AdminError, type NewKey, WigwagAdmin } from '@wigwag/sdk/admin';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startDev } from '../dev/dev.ts';
import { readState } from '../dev/state.ts';
import { scratchFolder } from '../testing/cli.ts';

const TOKEN = 'token-of-the-operator';

/** Starts a server whose admin API this process can call. */
async function startAdmin() {
  const data = scratchFolder();
  const environment = { WIGWAG_LOG_LEVEL: 'silent' };
  const dev = await startDev({ port: 0, mockPort: 0, controlPort: 0, data, clock: 'virtual', environment });
  onTestFinished(() => dev.stop());
  return { url: new URL(dev.info.base_url).origin, token: readState(data)?.adminToken ?? '' };
}

test('the admin client manages accounts, keys and webhooks of a server', async () => {
  const { url, token } = await startAdmin();
  const admin = new WigwagAdmin({ token, url });
  const { account_id: id } = await admin.accounts.create({ name: 'Shop', country: 'TR', time_zone: 'Europe/Istanbul' });
  const { accounts } = await admin.accounts.list();
  expect(accounts).toContainEqual(expect.objectContaining({ account_id: id, name: 'Shop' }));
  const account = await admin.accounts.get(id);
  expectTypeOf(account).toEqualTypeOf<Account>();
  const made = await admin.accounts.createKey(id, { mode: 'live' });
  expectTypeOf(made).toEqualTypeOf<NewKey>();
  const wigwag = new Wigwag({ apiKey: made.key, baseUrl: `${url}/api/v1` });
  expect(await wigwag.account.me()).toMatchObject({ account: { id: String(id), name: 'Shop' } });

  await admin.webhook.set(id, { url: 'https://shop.example/webhooks' });
  expect(await admin.webhook.get(id)).toMatchObject({ url: 'https://shop.example/webhooks' });
  const { data, requestId } = await admin.deliveries.list(id, { state: ['failed', 'missed'], limit: 5 }).withResponse();
  expect([data.deliveries, requestId]).toEqual([[], expect.stringMatching(/^req_/)]);
});

test('a refusal is an AdminError with the field, the rule and the request ID', async () => {
  const { url, token } = await startAdmin();
  const admin = new WigwagAdmin({ token, url: `${url}/admin/v1/` });
  const unknown = await admin.accounts.get('999').catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(AdminError);
  expect(unknown).toMatchObject({
    name: 'AdminError',
    http: 404,
    message: expect.stringContaining('999'),
    requestId: expect.stringMatching(/^req_/),
  });
  const invalid = admin.accounts.create({ name: '' });
  await expect(invalid).rejects.toMatchObject({ http: 422, param: 'name' });
  const stranger = new WigwagAdmin({ token: 'another-token-of-someone', url });
  await expect(stranger.accounts.list()).rejects.toMatchObject({ name: 'AdminError', http: 401 });
  const nowhere = new WigwagAdmin({ token: TOKEN, url: 'http://127.0.0.1:1', maxRetries: 0 });
  await expect(nowhere.accounts.list()).rejects.toBeInstanceOf(ConnectionError);
});

test('every operation that the token opens is a method, and wrong options are refused', () => {
  const admin = new WigwagAdmin({ token: TOKEN });
  const methods = Object.values(admin).flatMap((group) => Object.keys(group));
  const document = readFileSync(new URL('../../openapi/admin.yaml', import.meta.url), 'utf8');
  const { paths } = parse(document) as { paths: Record<string, Record<string, { operationId?: string }>> };
  // The others need a session of the dashboard.
  const open = Object.values(paths).filter(({ servers }) => servers === undefined);
  const operations = open.flatMap((path) => Object.values(path).flatMap(({ operationId }) => operationId ?? []));
  expect(methods).toHaveLength(operations.length);
  expect(() => new WigwagAdmin({})).toThrow('No admin token. Pass `token` or set WIGWAG_ADMIN_TOKEN.');
  expect(() => new WigwagAdmin({ token: TOKEN, uri: 'https://a.example' } as never)).toThrow('Did you mean url?');
});
