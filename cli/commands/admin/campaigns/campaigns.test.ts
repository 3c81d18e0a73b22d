import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMockProvider } from '@wigwag/mock-provider';
import { openAdmin, readConfig } from '@wigwag/server';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { readState } from '../../../dev/state.ts';
import { adminOn } from '../../../testing/admin.ts';
import { createReceiver, RunningCommand, scratchFolder, startDev, waitFor, wigwag } from '../../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../../testing/terminal.ts';

const phoneOf = (index: number) => String(905551000000 + index);

/** Runs `wigwag admin campaigns` on a database. */
function campaignsOn(env: Record<string, string>, account: string) {
  const folder = scratchFolder();
  const { run, records, refusal, refusedByRule, notFound } = adminOn(env, ['--account', account]);
  return {
    run: (...args: string[]) => run('campaigns', ...args),
    records: (...args: string[]) => records('campaigns', ...args),
    refusal: (...args: string[]) => refusal('campaigns', ...args),
    refusedByRule: (...args: string[]) => refusedByRule('campaigns', ...args),
    notFound: (...args: string[]) => notFound('campaigns', ...args),
    /** Writes a list to a file. */
    list(text: string): string {
      const path = join(folder, 'people.csv');
      writeFileSync(path, text);
      return path;
    },
    folder,
  };
}

/** Starts a server and runs campaigns next to it on the same database. */
async function administer() {
  const data = scratchFolder();
  const dev = await startDev(['--data', data]);
  const { account_id } = dev.info;
  const env = {
    WIGWAG_SECRET_KEY: readState(data)?.secretKey ?? '',
    WIGWAG_DATABASE_URL: `sqlite:${join(data, 'wigwag.db')}`,
  };
  const sends = async () => (await dev.control('GET', `/provider/sends?account_id=${account_id}`)).body;
  return { dev, account: account_id, sends, ...campaignsOn(env, account_id) };
}

const send = (template: string, csv: string, ...more: string[]) =>
  ['send', '--template', template, '--csv', csv, ...more] as const;

test('a list is sent, skipped rows are counted, and the results are exported', async () => {
  const { dev, account, list, records, run, refusal, refusedByRule, notFound, folder, sends } = await administer();
  const hook = await createReceiver();
  await dev.control('PUT', '/webhook', { account_id: account, url: hook.url });
  await dev.api('POST', '/opt-outs', { phone: '905551112255' });
  await dev.api('POST', '/blocked-numbers', { phone: '905551112266' });
  // A file as spreadsheets write it: a byte order mark, semicolons, CRLF, quotes, and empty rows.
  const csv = list(
    [
      '\ufeffNumber;Name;E-mail',
      '0555 111 22 33;"Ada ""Countess"" Lovelace; London";ada@example.com',
      "'+90 555 111 22 44;=1+1;",
      ';;',
      '905551112255;Grace;',
      '905551112266;Alan;',
      '00905551112233;Ada again;',
      '',
    ].join('\r\n'),
  );
  const checked = await run(...send('promo_spring', csv, '--dry-run'));
  expect([checked.code, checked.stdout]).toEqual([0, '']);
  expect(checked.stderr).toContain('not used: E-mail\n');
  expect(checked.stderr).toContain('4 people, 1 duplicate, 2 skipped (1 opted_out, 1 blocked)\n');
  const counted = await run(...send('promo_spring', csv, '--dry-run', '--json'));
  expect(JSON.parse(counted.stdout || 'null')).toEqual({
    recipients: 4,
    duplicates: 1,
    skipped: 2,
    reasons: { opted_out: 1, blocked: 1 },
  });
  expect(await refusal(...send('promo_spring', csv))).toContain('add --yes');
  expect([await records('list'), await sends()]).toEqual([[], []]);

  const [sent] = await records(...send('promo_spring', csv, '--yes'));
  expect(sent).toMatchObject({ template: 'promo_spring', state: 'done', recipients: 4, waiting: 0, skipped: 2 });
  await waitFor('all to be read', async () => (await records('show', String(sent.campaign_id)))[0].read === 2);
  expect((await sends()).map(({ to }: { to: string }) => to).sort()).toEqual(['905551112233', '905551112244']);
  expect(hook.deliveries).toEqual([]);

  const exported = join(folder, 'results.csv');
  expect(await run('export', String(sent.campaign_id), '--file', exported)).toMatchObject({ code: 0, stdout: '' });
  expect(statSync(exported).mode & 0o777).toBe(0o600);
  const rows: Record<string, string>[] = parse(readFileSync(exported), { bom: true, columns: true });
  expect(rows.map(({ line, phone, name, status, reason }) => [line, phone, name, status, reason])).toEqual([
    ['2', '905551112233', 'Ada "Countess" Lovelace; London', 'read', ''],
    ['3', '905551112244', "'=1+1", 'read', ''],
    ['5', '905551112255', 'Grace', 'skipped', 'opted_out'],
    ['6', '905551112266', 'Alan', 'skipped', 'blocked'],
  ]);
  const { stdout } = await run('export', String(sent.campaign_id));
  expect(`\ufeff${stdout}`).toBe(readFileSync(exported, 'utf8'));
  const { body } = await dev.api('GET', `/messages/${rows[0]?.message_id}`);
  expect(body.data.status).toBe('read');

  // The same list is not sent twice by mistake.
  expect(await refusedByRule(...send('promo_spring', csv, '--yes'))).toMatch(
    /was already sent as campaign \d+, .*--again/,
  );
  const [again] = await records(...send('promo_spring', csv, '--yes', '--again'));
  expect([again.campaign_id, await sends()]).toEqual([sent.campaign_id + 1, expect.objectContaining({ length: 4 })]);
  expect((await records('list')).map(({ campaign_id }) => campaign_id)).toEqual([sent.campaign_id, again.campaign_id]);
  expect(await refusedByRule('stop', String(again.campaign_id))).toContain('it is done');
  expect(await notFound('show', '999')).toContain('no campaign 999');
});

test('a template with a dynamic URL button is sent with values from columns or --button', async () => {
  const { list, records, refusal, sends } = await administer();
  const columns = list('phone,var1,var2,button0\n905551112233,Ada,A-1,a/1\n');
  await records(...send('order_update', columns, '--yes'));
  const option = list('phone,var1,var2\n905551112244,Grace,B-2\n');
  expect(await refusal(...send('order_update', option, '--yes'))).toContain('the column button0 is missing');
  await records(...send('order_update', option, '--yes', '--button', '0=b/{{var2}}'));
  const urls = (await sends()).map(
    ({ to, payload }: { to: string; payload: { template: { components: object[] } } }) => [
      to,
      payload.template.components.at(-1),
    ],
  );
  expect(urls).toEqual(
    [
      ['905551112233', 'a/1'],
      ['905551112244', 'b/B-2'],
    ].map(([to, text]) => [to, expect.objectContaining({ type: 'button', parameters: [{ type: 'text', text }] })]),
  );
});

test('all problems of a list are reported at once with their lines, and nothing is sent', async () => {
  const { list, refusal, refusedByRule, notFound, records, sends } = await administer();
  const csv = list('phone,first_name\n905551112233,Ada\n12,Grace\n905551112244,\n905551112255,Alan,x\n');
  expect(await refusal(...send('welcome_named', csv, '--yes'))).toBe(
    [
      'line 3: 12 is not a valid recipient: an international phone number, digits only, or a user ID such as US.13491208655302741918.',
      'line 4: variable first_name must not be empty.',
      'line 5: has 3 columns, unlike the first line',
      'wigwag: nothing was sent: 3 of 4 rows cannot be used',
      '',
    ].join('\n'),
  );
  expect(await notFound(...send('nothing', csv, '--yes'))).toContain(
    'no template nothing; `wigwag templates list` shows all templates\n',
  );
  expect(await refusedByRule(...send('multi_lang', csv, '--yes'))).toContain('en_US, tr');
  expect([await records('list'), await sends()]).toEqual([[], []]);
});

/** Starts a server that can be killed, with its provider, and runs campaigns on its database. */
async function withKillableServer() {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { credentials } = mock;
  const env = {
    WIGWAG_SECRET_KEY: 'at-least-16-characters',
    WIGWAG_DATABASE_URL: `sqlite:${join(scratchFolder(), 'wigwag.db')}`,
    WIGWAG_GRAPH_URL: url,
    WIGWAG_LOG_LEVEL: 'error',
    WIGWAG_APP_SECRET: credentials.app_secret,
    WIGWAG_ACCESS_TOKEN: credentials.access_token,
    WIGWAG_PORT: '0',
  };
  const admin = async (...args: string[]) => JSON.parse((await wigwag(['admin', ...args, '--json'], { env })).stdout);
  const { account_id } = await admin('accounts', 'add', '--name', 'Shop');
  const { app_id, callback_url } = await admin('apps', 'add');
  const { phone_number_id: number, waba_id: waba } = credentials.whatsapp;
  const line = ['--channel', 'whatsapp', '--app', app_id, '--id', number, '--waba', waba, '--force'];
  await admin('connections', 'add', '--account', account_id, ...line);
  const serve = async () => {
    const server = new RunningCommand(['serve'], { env });
    const origin = await server.until('its address', () => /wigwag serves (http\S+)\/api\/v1/.exec(server.stderr)?.[1]);
    mock.setCallbackUrl(origin + new URL(callback_url).pathname);
    return server;
  };
  return { mock, serve, env, ...campaignsOn(env, account_id) };
}

test('after a kill in mid-campaign the server resumes and sends no message twice', async () => {
  const { mock, serve, list, records, run, env } = await withKillableServer();
  const count = 120;
  const csv = list(`phone\n${Array.from({ length: count }, (_, index) => phoneOf(index)).join('\n')}\n`);
  const [{ campaign_id }] = await records(...send('hello_world', csv, '--yes', '--no-wait'));
  const id = String(campaign_id);
  // The command warns that no server is running.
  const lonely = new RunningCommand(['admin', 'campaigns', 'resume', id, '--account', '1'], { env });
  await lonely.until('the warning', () => lonely.stderr.includes('no server is running on this database'));
  expect(await lonely.stop('SIGINT')).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('the server continues campaign'),
  });

  for (const [index, goal] of [20, 60].entries()) {
    const server = await serve();
    await waitFor(`${goal} sends`, () => mock.sends().length >= goal);
    await server.stop('SIGKILL');
    expect([index, mock.sends().length < count]).toEqual([index, true]);
  }
  await serve();
  // Running the same command resumes the campaign.
  const [done] = await records(...send('hello_world', csv, '--yes'));
  expect(done).toMatchObject({ campaign_id, state: 'done', recipients: count, waiting: 0, failed: 0, skipped: 0 });
  const sentTo = mock.sends().map(({ to }) => to);
  expect(new Set(sentTo).size).toBe(sentTo.length);
  // It is unknown whether sends in flight at the kill reached the provider: they are not repeated, and the results list
  // them.
  const rows: Record<string, string>[] = parse((await run('export', id)).stdout, { columns: true });
  const missing = rows.filter(({ phone }) => !sentTo.includes(String(phone)));
  expect(missing.map(({ status }) => status)).toEqual(missing.map(() => 'queued'));
  expect([rows.length, missing.length <= 2 * 32]).toEqual([count, true]);
});

test('a command killed while it loads the list has sent nothing, and starts over', async () => {
  const { list, records, env, serve, mock, run } = await withKillableServer();
  const count = 20_000;
  const csv = list(`phone\n${Array.from({ length: count }, (_, index) => phoneOf(index)).join('\n')}\n`);
  const { app, close } = await openAdmin(readConfig(env));
  onTestFinished(close);
  await serve();
  const args = ['admin', 'campaigns', 'send', '--account', '1', '--template', 'hello_world', '--csv', csv];
  const command = new RunningCommand([...args, '--yes', '--no-wait'], { env });
  const written = async () => (await app.store.read.campaigns.count(1, 1)).waiting ?? 0;
  await waitFor('some of the list', async () => (await written()) > 0);
  await command.stop('SIGKILL');
  const left = await written();
  expect([left < count, (await records('show', '1'))[0].state]).toEqual([true, 'loading']);
  expect((await run('resume', '1')).stderr).toContain('send it again');
  const interrupted = new RunningCommand([...args, '--yes', '--no-wait'], { env });
  await interrupted.until('the interrupted command to resume', () =>
    interrupted.stderr.includes('campaign 1 already has this list'),
  );
  expect(await interrupted.stop('SIGINT')).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringContaining('nothing was sent; run the same command to start over'),
  });
  expect(mock.sends()).toEqual([]);
  if (hasTerminals()) {
    const asked = openTerminal(args, { env });
    await asked.until('to 20000 people? [y/N]');
    asked.press('C-c');
    await asked.until('nothing was sent', 'exit code 130');
    expect(asked.isRestored()).toBe(true);
  }

  const again = await run(...send('hello_world', csv, '--yes', '--no-wait'));
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('campaign 1 already has this list') });
  const stops = await Promise.all(['stop', 'stop', 'stop', 'stop'].map((stop) => run(stop, '1', '--json')));
  const [stopped, ...late] = stops.toSorted((a, b) => Number(a.code) - Number(b.code));
  expect(JSON.parse(stopped?.stdout ?? '')).toEqual({ campaign_id: 1, state: 'stopped' });
  for (const { code, stderr } of late) {
    expect([code, stderr]).toEqual([5, expect.stringContaining('campaign 1 is not sending: it is stopped')]);
  }
  const [shown] = await records('show', '1');
  expect(shown).toMatchObject({ state: 'stopped', recipients: count });
});
