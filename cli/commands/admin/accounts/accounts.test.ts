import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { devWithAdmin } from '../../../testing/admin.ts';
import { createReceiver, startDev, waitFor } from '../../../testing/cli.ts';

/** Returns a short form of an API response. */
const answerOf = ({ status, body }: Awaited<ReturnType<Awaited<ReturnType<typeof devWithAdmin>>['api']>>) => [
  status,
  body.error?.code,
];

test('a running server applies account changes from the next request', async () => {
  const { api, account, records, run } = await devWithAdmin();
  const me = async () => answerOf(await api('GET', '/me'));
  const set = async (...args: string[]) => (await records('accounts', 'set', account, ...args))[0];
  const [before] = await records('accounts', 'list');
  expect(before).toMatchObject({
    account_id: account,
    is_active: true,
    license_expires_at: null,
    modules: ['api', 'webhook', 'flows'],
  });
  expect(await me()).toEqual([200, undefined]);

  expect(await set('--license-until', '2026-01-01T01:00:00+01:00')).toEqual({
    ...before,
    license_expires_at: '2026-01-01T00:00:00.000000+00:00',
  });
  expect(await me()).toEqual([402, 'LICENSE_EXPIRED']);
  expect(await set('--license-until', 'unlimited', '--modules', 'webhook')).toEqual({
    ...before,
    modules: ['webhook'],
  });
  expect(await me()).toEqual([403, 'MODULE_DISABLED']);
  await set('--modules', 'api');
  expect([await me(), answerOf(await api('GET', '/flows'))]).toEqual([
    [200, undefined],
    [403, 'FLOW_MODULE_DISABLED'],
  ]);
  expect(await set('--modules', 'flows', 'api', 'webhook', '--name', 'Corner', '--country', 'DE')).toEqual({
    ...before,
    name: 'Corner',
    country: 'DE',
  });
  expect(await records('accounts', 'deactivate', account)).toMatchObject([{ is_active: false, name: 'Corner' }]);
  expect(await me()).toEqual([403, 'ACCOUNT_INACTIVE']);
  expect((await run('accounts', 'activate', account)).stdout).toMatch(/^is_active +yes$/m);
  expect(await me()).toEqual([200, undefined]);
  await set('--name', 'a\n\u001b[31mis_active');
  expect((await run('accounts', 'list')).stdout).toMatch(/^\d+ +a is_active +yes +DE /m);
});

test('invalid account changes are refused and change nothing', async () => {
  const { account, records, refusal, notFound } = await devWithAdmin();
  const before = await records('accounts', 'list');
  const set = (...args: string[]) => refusal('accounts', 'set', account, ...args);
  expect(await set()).toContain('nothing to change');
  expect(await set('--name', ' ')).toContain('--name must not be empty');
  expect(await set('--country', 'XX')).toContain('it is "XX"');
  expect(await set('--time-zone', 'Moon')).toContain('it is "Moon"');
  expect(await set('--name', 'x', '--license-until', '2027-01-01')).toContain('--license-until must be a time');
  expect(await set('--license-until', '+275760-09-13T00:00:00Z')).toContain('--license-until must be a time');
  expect(await notFound('accounts', 'set', '2147483648', '--name', 'x')).toContain('account 2147483648 does not exist');
  expect(await set('--modules', 'sms')).toContain('api, webhook, flows');
  expect(await notFound('accounts', 'set', '77', '--name', 'x')).toContain('account 77 does not exist');
  expect(await notFound('accounts', 'deactivate', 'x')).toContain('account x does not exist');
  expect(await records('accounts', 'list')).toEqual(before);
});

test('pending deliveries resume when the webhook module is enabled', async () => {
  const { account, control, customerWrites, advance, records, run } = await devWithAdmin();
  await control('PUT', '/webhook', { account_id: account, url: 'http://127.0.0.1:1/refused' });
  await customerWrites('Where is it?');
  const states = async () => (await records('deliveries', 'list', '--account', account)).map(({ state }) => state);
  await advance(1);
  expect(await states()).toEqual(['pending']);
  await records('accounts', 'set', account, '--modules', 'api');
  await advance(60);
  expect(await states()).toEqual(['waiting']);
  const { url, deliveries } = await createReceiver();
  await control('PUT', '/webhook', { account_id: account, url });
  await advance(1);
  expect([await states(), deliveries.length]).toEqual([['waiting'], 0]);
  const on = await run('accounts', 'set', account, '--modules', 'api', 'webhook');
  expect([on.code, on.stderr]).toEqual([0, '1 pending delivery resumed\n']);
  await waitFor('the pending delivery', () => deliveries.length === 1);
  expect(deliveries[0]?.event).toMatchObject({ attempt: 2, data: { message: { text: 'Where is it?' } } });
});

test('renewing the signing secret shows it once and signs all later deliveries with it', async () => {
  const { dev, data, info, account, control, customerWrites, records, refusal } = await devWithAdmin(undefined, 'real');
  const { url, deliveries } = await createReceiver();
  await control('PUT', '/webhook', { account_id: account, url });
  const isSignedWith = (secret: string, at: number) => {
    const { raw, headers } = deliveries[at] ?? expect.unreachable();
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-service-signature'])) ?? expect.unreachable();
    return createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex') === v1;
  };
  await customerWrites('one');
  await waitFor('the first', () => deliveries.length === 1);
  const before = info.signing_secret;
  expect(isSignedWith(before, 0)).toBe(true);

  expect(await refusal('webhook', 'renew-secret', '--account', account)).toContain('nothing was changed: add --yes');
  const [{ signing_secret: fresh }] = await records('webhook', 'renew-secret', '--account', account, '--yes');
  expect(fresh).toMatch(/^whsec_\w{40}$/);
  await customerWrites('two');
  await waitFor('the second', () => deliveries.length === 2);
  expect([isSignedWith(fresh, 1), isSignedWith(before, 1)]).toEqual([true, false]);
  await dev.stop();
  expect((await startDev(['--data', data])).info.signing_secret).toBe(fresh);
});

test('an account, its webhook address and the apps are shown', async () => {
  const { account, control, records, notFound } = await devWithAdmin();
  expect(await records('accounts', 'show', account)).toEqual(await records('accounts', 'list'));
  expect(await notFound('accounts', 'show', '99')).toContain('account 99 does not exist');
  const show = async () => (await records('webhook', 'show', '--account', account))[0];
  expect(await show()).toMatchObject({ url: null, is_enabled: false });
  const { url } = await createReceiver();
  await control('PUT', '/webhook', { account_id: account, url, events: ['message.received'] });
  expect(await show()).toEqual({ url, is_enabled: true, events: ['message.received'], consecutive_failures: 0 });
  const [app] = await records('apps', 'list');
  expect(app).toEqual({
    app_id: expect.any(String),
    callback_url: expect.stringMatching(new RegExp(`^http://127.0.0.1:\\d+/callbacks/meta/${app.app_id}$`)),
  });
});
