import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { devWithAdmin } from '../../../testing/admin.ts';
import { createReceiver } from '../../../testing/cli.ts';

test("a person's data is exported and erased while a server runs", async () => {
  const { api, control, customerWrites, data, account, run, records, refusal } = await devWithAdmin();
  await customerWrites('Zanzibar, please');
  await control('POST', '/settle');
  const here = ['--account', account];
  const file = join(data, 'ada.json');
  expect(await run('people', 'export', '0555 111 22 33', ...here, '--file', file)).toMatchObject({
    code: 0,
    stdout: '',
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    person: ['0555 111 22 33', '905551112233', expect.stringMatching(/^TR\.\d+$/)],
    contacts: [{ phone: '905551112233', display_name: 'Ada' }],
    conversations: [{ last_message_text: 'Zanzibar, please', last_inbound_at: expect.stringMatching(/\+00:00$/) }],
    messages: [{ text: 'Zanzibar, please', content: { from: { id: '905551112233' } } }],
    events: [{ event: 'message.received', data: { message: { text: 'Zanzibar, please' } } }],
    callbacks: [{ body: { object: 'whatsapp_business_account' } }],
  });
  expect(await refusal('people', 'export', '905551112233', ...here, '--file', file)).toContain('cannot write');

  const erase = ['people', 'erase', '905551112233', ...here];
  expect(await refusal(...erase)).toContain('add --yes');
  expect((await records(...erase, '--dry-run'))[0]).toMatchObject({ messages: 1, events: 1, callbacks: 1 });
  expect((await api('GET', '/contacts/905551112233')).status).toBe(200);
  expect((await records(...erase, '--yes'))[0]).toMatchObject({ messages: 1, events: 1, callbacks: 1, left: 0 });
  expect((await api('GET', '/contacts/905551112233')).status).toBe(404);
  const gone = await run(...erase, '--yes');
  expect([gone.code, gone.stderr]).toEqual([4, `wigwag: nothing is stored about 905551112233 in account ${account}\n`]);
});

test('--dry-run counts exactly what the erasure then erases', async () => {
  const { api, control, customerWrites, data, account, records, advance } = await devWithAdmin();
  const hook = await createReceiver();
  await control('PUT', '/webhook', { account_id: account, url: hook.url });
  await customerWrites('Zanzibar, please');
  await api('POST', '/messages', { to: '905551112233', text: 'To Zanzibar by boat' });
  await control('POST', '/settle');
  const csv = join(data, 'people.csv');
  writeFileSync(csv, 'phone,name\n905551112233,Ada\n');
  const here = ['--account', account];
  await records('campaigns', 'send', '--template', 'promo_spring', '--csv', csv, '--yes', '--no-wait', ...here);
  await advance(60);
  // A message that the provider has not accepted is stopped.
  await control('POST', '/provider/next', {
    account_id: account,
    channel: 'whatsapp',
    outcome: 'unavailable',
    times: 9,
  });
  await api('POST', '/messages', { to: '905551112233', text: 'Or by air' });
  await control('POST', '/settle');
  const erase = ['people', 'erase', '905551112233', ...here];
  const [counted] = await records(...erase, '--dry-run');
  expect(counted).toMatchObject({ messages: 4, stopped: 1, campaign_recipients: 1, left: 0 });
  expect(await records(...erase, '--yes')).toEqual([counted]);
});

test('after an erasure no byte of the database files contains the person, while the server runs or after it stops', async () => {
  const { dev, api, control, customerWrites, file, account, records } = await devWithAdmin();
  await customerWrites('Zanzibar, please');
  for (const text of ['To Zanzibar by boat', 'Or by air']) {
    expect((await api('POST', '/messages', { to: '905551112233', text })).status).toBe(202);
    await control('POST', '/settle');
  }
  /** The provider's IDs also contain the number. */
  const hers = ['905551112233', 'Zanzibar', 'by air', Buffer.from('905551112233').toString('base64').slice(0, 14)];
  const found = () => {
    const bytes = ['', '-wal', '-journal']
      .map((ending) => file + ending)
      .map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : ''));
    return hers.filter((one) => bytes.some((text) => text.includes(one)));
  };
  expect(found()).toEqual(hers);
  expect(await records('people', 'erase', '905551112233', '--account', account, '--yes')).toMatchObject([{ left: 0 }]);
  expect(found()).toEqual([]);
  // The server still works on the cleaned file.
  await customerWrites('Madeira, please');
  expect((await api('GET', '/contacts')).body.data.contacts).toMatchObject([{ phone: '905551112233' }]);
  expect(await records('people', 'erase', '905551112233', '--account', account, '--yes')).toMatchObject([{ left: 0 }]);
  await dev.stop();
  expect(found()).toEqual([]);
});
