import { expect, test } from 'vitest';
import { devWithAdmin } from '../../../testing/admin.ts';

test('endpoints are added, changed, paused, rotated and removed, and a wrong setting is refused by its name', async () => {
  const { account, records, refusedByRule, refusal, notFound } = await devWithAdmin();
  const run = (...args: string[]) => records('webhooks', ...args, '--account', account);
  const names = ['--url', 'https://crm.example.com/hooks', '--name', 'CRM', '--filter', 'channel == "whatsapp"'];
  const settings = ['--header', 'X-Tenant: 7', '--retry-minutes', '1,2'];
  const [added] = await run('add', ...names, ...settings);
  const id = String(added.id);
  expect(added).toMatchObject({
    name: 'CRM',
    events: ['message.received', 'message.status', 'template.status'],
    headers: ['x-tenant'],
    retry_minutes: [1, 2],
    signing_secret: expect.stringMatching(/^whsec_\w{40}$/),
  });
  expect(await run('update', id, '--no-filter', '--events', 'message.status')).toMatchObject([
    { filter: null, events: ['message.status'], headers: ['x-tenant'] },
  ]);
  expect(await run('pause', id)).toEqual([{ id: added.id, is_paused: true, resumed: 0 }]);
  expect(await run('resume', id)).toMatchObject([{ is_paused: false }]);
  expect(await run('enable', id)).toEqual([{ id: added.id, enabled: true, resumed: 0 }]);
  expect(await run('rotate-secret', id)).toMatchObject([{ overlap_ends_at: expect.stringMatching(/^2/) }]);
  expect(await run('end-overlap', id)).toEqual([{ id: added.id, ended: true }]);
  expect(await refusedByRule('webhooks', 'test', '1', '--account', account)).toContain('endpoint 1 has no URL');
  expect(await refusal('webhooks', 'test', id, '--event', 'message.sent', '--account', account)).toContain(
    'template.status',
  );
  expect((await run('list')).map((one) => one.id)).toEqual([1, added.id]);
  expect(await refusal('webhooks', 'update', id, '--filter', 'chanel == "web"', '--account', account)).toContain(
    'filter cannot be used: Unknown variable: chanel',
  );
  expect(await refusal('webhooks', 'update', id, '--header', 'nonsense', '--account', account)).toContain(
    'Name: value',
  );
  expect(await refusedByRule('webhooks', 'remove', '1', '--yes', '--account', account)).toContain('cannot be removed');
  expect(await run('remove', id, '--yes')).toEqual([{ id: added.id, removed: true }]);
  expect(await notFound('webhooks', 'show', id, '--account', account)).toContain('admin webhooks list');
});
