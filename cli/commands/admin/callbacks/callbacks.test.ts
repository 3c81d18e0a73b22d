import { isoOf, openAdmin, readConfig } from '@wigwag/server';
import { expect, test } from 'vitest';
import { devWithAdmin } from '../../../testing/admin.ts';
import { wigwag } from '../../../testing/cli.ts';

/** An hour ago, in microseconds. */
const AT = Math.floor(Date.now() / 1000 - 3600) * 1_000_000;
const TIME = isoOf(AT);

test('problems of callbacks are listed, and reports of Meta are shown as warnings', async () => {
  const { env, run, records, account, info } = await devWithAdmin();
  expect(await records('callbacks', 'list')).toEqual([]);
  const { app, close } = await openAdmin(readConfig(env), 'existing');
  await app.store.transaction(async (tx) => {
    const callbacks = [`cb_${AT}0000`, `cb_${AT}0001`].map((id) => ({
      id,
      providerAppId: '17',
      body: '{}',
      receivedAt: AT,
    }));
    await tx.callbacks.insertAll(callbacks);
    await tx.callbacks.finish(callbacks.map(({ id }) => ({ id, problem: 'unreadable: the body is not JSON' })));
    const report = { kind: 'account_update', event: 'ACCOUNT_RESTRICTION', detail: 'restriction_type ALL', at: AT };
    await tx.providerReports.store([{ accountId: Number(account), id: 'wa_1' }], report);
  });
  await close();

  expect(await records('callbacks', 'list')).toEqual([
    {
      last_at: TIME,
      first_at: TIME,
      app_id: '17',
      kind: 'unreadable',
      problem: 'the body is not JSON',
      callbacks: 2,
    },
  ]);
  expect((await run('callbacks', 'list')).stdout).toMatch(/^20\S+ +17 +unreadable +2 +the body is not JSON$/m);

  expect((await run('connections', 'list')).stdout).toMatch(/^wa_1 .* ACCOUNT_RESTRICTION$/m);
  expect((await run('connections', 'check')).stdout).toMatch(
    /^ {2}! Meta reported account_update ACCOUNT_RESTRICTION \(.*\n +fix: .*support/m,
  );
  const client = { env: { WIGWAG_API_KEY: info.live_key, WIGWAG_BASE_URL: info.base_url } };
  expect((await run('connections', 'set', 'wa_1', '--mark-as-read', 'on')).code).toBe(0);
  const typing = await wigwag(['conversations', 'typing', '905551119999'], client);
  expect([typing.code === 0, typing.stderr]).toEqual([false, expect.stringContaining('905551119999')]);
  const [shown, doctor] = await Promise.all([wigwag(['channels'], client), wigwag(['doctor'], client)]);
  expect(shown.stdout).toMatch(/^whatsapp .* ACCOUNT_RESTRICTION$/m);
  expect([doctor.code, doctor.stdout]).toEqual([
    0,
    expect.stringMatching(/^! wa_1 +Meta reported account_update ACCOUNT_RESTRICTION .*\n +hint: .*support/m),
  ]);
});
