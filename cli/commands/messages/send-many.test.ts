import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, RunningCommand, scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

const phone = (row: number) => `90555${1_000_000 + row}`;

/** Starts a dev server, with a file of people who never wrote and a key with this rate limit per minute. */
async function createMailing(people: number, requestsPerMinute = 100_000) {
  const dev = await startDev(['--data', '.wigwag']);
  const { cwd, control, info } = dev;
  const { account_id } = info;
  const { key } = (await control('POST', '/keys', { account_id, mode: 'live', requests_per_minute: requestsPerMinute }))
    .body;
  const rows = Array.from({ length: people }, (_, index) => `${phone(index + 1)},"Person ${index + 1}, Jr."`);
  // The format that spreadsheets write.
  writeFileSync(join(cwd, 'people.csv'), `\ufeffphone,first_name\r\n${rows.join('\r\n')}\r\n`);
  const options = { cwd, env: { WIGWAG_API_KEY: key } };
  const args = ['send', 'template', 'welcome_named', '--csv', 'people.csv'];
  const results = join(cwd, 'people.csv.results.csv');
  const noted = () => (existsSync(results) ? readFileSync(results, 'utf8').trimEnd().split('\n').slice(1) : []);
  /** Returns the recipients that the provider received messages for. */
  const sentTo = async () => {
    await control('POST', '/settle');
    const { body } = await control('GET', `/provider/sends?account_id=${account_id}`);
    return (body as { to: string }[]).map(({ to }) => to).sort();
  };
  return { ...dev, options, args, results, noted, sentTo };
}

const everybody = (people: number) => Array.from({ length: people }, (_, index) => phone(index + 1));

test('every row is sent with its own values, recorded, and not sent again', async () => {
  const { options, args, noted, sentTo, control, info } = await createMailing(30);
  const first = await wigwag([...args, '--json'], options);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([
    0,
    { total: 30, sent: 30, refused: 0, skipped: 0, results: 'people.csv.results.csv' },
  ]);
  expect(first.stderr).toMatch(
    /^30 sent, 0 refused, 0 sent before, of 30 in \d:\d\d; recorded in people\.csv\.results\.csv\n$/,
  );
  expect(noted()).toHaveLength(30);
  const again = await wigwag([...args, '--json', '--quiet'], options);
  expect([again.code, again.stderr, JSON.parse(again.stdout)]).toMatchObject([0, '', { sent: 0, skipped: 30 }]);
  expect(await sentTo()).toEqual(everybody(30));
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  expect(JSON.stringify(body)).toContain('"Person 30, Jr."');
});

test('after Ctrl-C, a kill or a full disk the run resumes within the rate limit, and no one gets two messages', async () => {
  // 600 per minute means at most 20 per second, so the run takes a while.
  const { options, args, results, noted, sentTo, cwd } = await createMailing(60, 600);
  const started = new RunningCommand(args, options);
  await started.until('some rows', () => noted().length >= 5);
  const stopped = await started.stop('SIGINT');
  expect([stopped.code, stopped.stdout]).toEqual([130, '']);
  expect(stopped.stderr).toContain('interrupted; run the same command again to resume');
  const afterStop = noted().length;
  expect(afterStop).toBeLessThan(60);

  const killed = new RunningCommand(args, options);
  await killed.until('more rows', () => noted().length >= afterStop + 3);
  await killed.stop('SIGKILL');

  // bash counts in blocks of 1,024 bytes.
  const blocks = Math.floor(readFileSync(results).length / 1024) + 1;
  const full = spawn('bash', ['-c', `ulimit -f ${blocks}; exec "$NODE" "$BIN" ${args.join(' ')}`], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, NODE: process.execPath, BIN, ...options.env },
  });
  let said = '';
  full.stderr.on('data', (text) => (said += text));
  expect(await once(full, 'close')).toEqual([1, null]);
  expect(said).toMatch(/wigwag: cannot write people\.csv\.results\.csv: EFBIG[^\n]*no one gets a second message\n$/);

  expect(readFileSync(results, 'utf8')).not.toMatch(/\n$/); // the last line is cut

  const last = await wigwag([...args, '--json'], options);
  expect([last.code, JSON.parse(last.stdout).refused]).toEqual([0, 0]);
  expect(await sentTo()).toEqual(everybody(60));
  const rows = noted().map((line) => line.split(',')[0]);
  expect(new Set(rows).size).toBe(60);
  expect(noted().filter((line) => line.split(',').length !== 7)).toEqual([]);
});

test('rows that a rule refuses are recorded, the others are sent, and a second run tries only the refused ones', async () => {
  const { options, control, info, cwd, sentTo } = await createMailing(1);
  writeFileSync(join(cwd, 'chat.csv'), 'to,name\n905551112233,Ada\n905551112234,Bob\n');
  const inbound = (id: string) =>
    control('POST', '/inbound', {
      account_id: info.account_id,
      channel: 'whatsapp',
      from: { id, name: 'A' },
      type: 'text',
      text: 'Hi',
    });
  await inbound('905551112233');
  const args = ['send', 'Hello {{name}}', '--csv', 'chat.csv', '--results', 'r.csv'];
  const first = await wigwag(args, options);
  expect([first.code, first.stdout]).toEqual([
    5,
    expect.stringMatching(/^total +2\nsent +1\nrefused +1\nskipped +0\n/),
  ]);
  expect(first.stderr).toMatch(/wigwag: 1 of 2 rows were refused; see r\.csv for the reasons[^\n]*\n$/);
  expect(readFileSync(join(cwd, 'r.csv'), 'utf8')).toMatch(/\n2,905551112234,refused,,"?WINDOW_NEVER_OPENED: /);
  await inbound('905551112234');
  const second = await wigwag([...args, '--json'], options);
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, { sent: 1, skipped: 1, refused: 0 }]);
  expect(await sentTo()).toEqual(['905551112233', '905551112234']);
});

test('results escape formulas for spreadsheets, and an escaped number is read as before', async () => {
  const { options, cwd, sentTo } = await createMailing(1);
  writeFileSync(join(cwd, 'a.csv'), `to\n+${phone(1)}\n=1+1\n`);
  const send = (...args: string[]) => wigwag(['send', 'template', 'hello_world', ...args], options);
  expect((await send('--csv', 'a.csv', '--results', 'r.csv')).code).toBe(5);
  const rows: { to: string; status: string }[] = parse(readFileSync(join(cwd, 'r.csv')), { columns: true });
  expect(rows.map(({ to }) => to).sort()).toEqual([`'+${phone(1)}`, "'=1+1"]);
  writeFileSync(join(cwd, 'b.csv'), `to\n'+${phone(2)}\n`);
  expect(await send('--csv', 'b.csv', '--quiet', '--jq', '.sent')).toEqual({ code: 0, stdout: '1\n', stderr: '' });
  expect(await sentTo()).toEqual([phone(1), phone(2)]);
});

test('removing, adding or moving a row does not affect the others, and identical rows are each sent', async () => {
  const { options, args, cwd, sentTo } = await createMailing(1);
  const send = async (...rows: string[]) => {
    writeFileSync(join(cwd, 'people.csv'), `phone,first_name\n${rows.join('\n')}\n`);
    const { stdout } = await wigwag([...args, '--json', '--quiet'], options);
    const { sent, skipped, refused } = JSON.parse(stdout);
    return [sent, skipped, refused];
  };
  const [ada, bob, eve] = [`${phone(1)},Ada`, `${phone(2)},Bob`, `${phone(3)},Eve`] as const;
  expect(await send('12,Nobody', ada, bob, bob)).toEqual([3, 0, 1]);
  expect(await send(bob, eve, ada, bob)).toEqual([1, 3, 0]);
  expect(await sentTo()).toEqual([phone(1), phone(2), phone(2), phone(3)]);
});

test('a rehearsal with the test key, or with another account, does not count as sent', async () => {
  const { options, args, cwd, control, info, sentTo } = await createMailing(3);
  const rehearsal = await wigwag([...args, '--json'], { cwd, env: { WIGWAG_API_KEY: info.test_key } });
  expect([rehearsal.code, JSON.parse(rehearsal.stdout)]).toMatchObject([0, { sent: 3 }]);
  expect(await sentTo()).toEqual([]);
  const real = await wigwag([...args, '--json'], options);
  expect([real.code, JSON.parse(real.stdout)]).toMatchObject([0, { sent: 3, skipped: 0 }]);
  expect(await sentTo()).toEqual(everybody(3));
  // A new key of the same account resumes the run.
  const { account_id } = info;
  const { key } = (await control('POST', '/keys', { account_id, mode: 'live' })).body;
  const renewed = await wigwag([...args, '--json'], { cwd, env: { WIGWAG_API_KEY: key } });
  expect(JSON.parse(renewed.stdout)).toMatchObject({ sent: 0, skipped: 3 });
});

test('stdin and pipes, which can be read only once, can be sent', async () => {
  const { options, cwd, sentTo } = await createMailing(1);
  const text = (row: number) => `phone,first_name\n${phone(row)},Ada\n`;
  const args = ['send', 'template', 'welcome_named', '--json', '--csv'];
  for (const name of ['-', '/dev/stdin']) {
    const { code, stdout } = await wigwag([...args, name], { ...options, input: text(name.length) });
    expect([name, code, JSON.parse(stdout)]).toMatchObject([name, 0, { sent: 1, results: 'stdin.results.csv' }]);
  }
  const again = await wigwag([...args, '-'], { ...options, input: text(1) });
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { sent: 0, skipped: 1 }]);
  spawnSync('mkfifo', [join(cwd, 'pipe')]);
  const piped = new RunningCommand([...args, 'pipe'], options);
  await writeFile(join(cwd, 'pipe'), text(2));
  expect(await piped.end()).toMatchObject({ code: 0 });
  expect(await sentTo()).toEqual([phone(1), phone(2), phone(10)]);
  const empty = await wigwag([...args, '-'], { ...options, input: 'to\n' });
  expect([empty.code, JSON.parse(empty.stderr)]).toMatchObject([2, { error: { message: '- has no rows' } }]);
  const both = await wigwag(['send', '-', '--csv', '-'], { ...options, input: text(3) });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
});

test('a file with mixed line endings has one row per line', async () => {
  const { cwd, options, sentTo } = await createMailing(1);
  writeFileSync(join(cwd, 'a.csv'), `to\r\n${phone(1)}\n${phone(2)}\r${phone(3)}\r\n`);
  expect(
    await wigwag(['send', 'template', 'hello_world', '--csv', 'a.csv', '--results', '/dev/null'], options),
  ).toMatchObject({ code: 0 });
  expect(await sentTo()).toEqual(everybody(3));
});

test('a template takes the columns that it names, and the command reports the others', async () => {
  const { cwd, options, sentTo } = await createMailing(1);
  const send = (template: string, file: string, text: string, ...more: string[]) => {
    writeFileSync(join(cwd, file), text);
    return wigwag(['send', 'template', template, '--csv', file, ...more], options);
  };
  const named = await send('welcome_named', 'a.csv', `phone\tcity\tfirst_name\n${phone(1)}\tİzmir\tAda\n`);
  expect([named.code, named.stderr]).toEqual([0, expect.stringMatching(/^not used: city\n1 sent/)]);
  const none = await send('hello_world', 'b.csv', `to;name\n${phone(2)};Ada\n`);
  expect([none.code, none.stderr]).toEqual([0, expect.stringMatching(/^not used: name\n1 sent/)]);
  const positional = await send('order_update', 'c.csv', `to,name,order\n${phone(3)},Ada,4711\n`);
  expect([positional.code, positional.stderr]).toEqual([
    2,
    'wigwag: order_update needs var1, var2, but c.csv has no such column (it has: to, name, order): rename a column, or map it with --var "{{COLUMN}}" ..., in order\n',
  ]);
  const button = ['--button', '0=4711'];
  const numbered = await send('order_update', 'd.csv', `to,var2,var1\n${phone(4)},4711,Ada\n`, ...button);
  expect([numbered.code, numbered.stderr]).toEqual([0, expect.stringMatching(/^1 sent/)]);
  expect(await sentTo()).toEqual([phone(1), phone(2), phone(4)]);
});

test('the run waits while the server is down, and each row keeps its key', async () => {
  const keys: string[] = [];
  let isAway = false;
  const server = createServer((request, response) => {
    if (keys.length === 3 && !isAway) {
      isAway = true;
      server.close();
      server.closeAllConnections();
      return;
    }
    const key = request.headers['idempotency-key'];
    if (key !== undefined) {
      keys.push(String(key));
    }
    const data =
      key === undefined
        ? { key: { mode: 'live' }, account: { id: '1' } }
        : { id: `msg_${keys.length}`, status: 'queued' };
    response.writeHead(202, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ success: true, data, request_id: 'req_1' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'p.csv'), `to\n${everybody(8).join('\n')}\n`);
  const env = { WIGWAG_BASE_URL: `http://127.0.0.1:${port}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' };
  const running = new RunningCommand(['send', 'Hello', '--csv', 'p.csv', '--parallel', '1', '--json'], { cwd, env });
  await running.until('the outage', () => running.stderr.includes('The server cannot be reached'));
  server.listen(port, '127.0.0.1');
  const { code, stdout } = await running.end();
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { sent: 8, refused: 0 }]);
  expect(new Set(keys).size).toBe(8);
});

test('invalid files and options are reported before any message is sent', async () => {
  const cwd = scratchFolder();
  const files = {
    'people.csv': 'to,name\n905551112233,Ada\n',
    'no-recipients.csv': 'name\nAda\n',
    'gap.csv': 'to,name\n905551112233,Ada\n,Bob\n',
    'empty.csv': 'to,name\n',
    'rounded.csv': 'to,name\n905551112233,Ada\n9.05551E+11,Bob\n',
    'broken.csv': 'to,name\n905551112233,"Ada\n',
    'other.txt': 'my notes\n',
    'twice-to.csv': 'to,to\n905551112233,905551112234\n',
    'twice-name.csv': 'to,name,name\n905551112233,Ada,Eve\n',
    'both.csv': 'to,phone\n905551112233,905551112234\n',
    'break.csv': 'to\n"905551112233\n905551112234"\n',
    'latin1.csv': Buffer.from('to,name\n905551112233,Jos\u00e9\n', 'latin1'),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cwd, name), text);
  }
  const env = { WIGWAG_BASE_URL: 'http://127.0.0.1:1/api/v1', WIGWAG_API_KEY: 'ww_live_x' };
  for (const [args, said] of [
    [['Hello {{nme}}', '--csv', 'people.csv'], '{{nme}} is not a column of people.csv; it has: to, name'],
    [['Hello', '--csv', 'no-recipients.csv'], 'no-recipients.csv needs a column `to` (or `phone`)'],
    [['Hello', '--csv', 'gap.csv'], 'gap.csv: row 2 has no recipient'],
    [['Hello', '--csv', 'empty.csv'], 'empty.csv has no rows'],
    [['Hello', '--csv', 'rounded.csv'], 'rounded.csv: row 2: a spreadsheet has rounded the number to 9.05551E+11'],
    [['Hello', '--csv', 'broken.csv'], 'cannot read broken.csv: '],
    [['Hello', '--csv', 'twice-to.csv'], 'twice-to.csv has two columns `to`'],
    [['Hello', '--csv', 'twice-name.csv'], 'twice-name.csv has two columns `name`'],
    [['Hello', '--csv', 'both.csv'], 'both.csv has a column `to` and a column `phone`'],
    [['Hello', '--csv', 'break.csv'], 'break.csv: row 1: has a line break in its number'],
    [['Hello', '--csv', 'latin1.csv'], 'line 2: is not in UTF-8'],
    [['Hello', '--csv', 'missing.csv'], 'cannot read missing.csv: '],
    [['Hello', '--csv', 'people.csv', '--results', 'other.txt'], 'other.txt is not a results file'],
    [['Hello', '--csv', 'people.csv', '--results', '/dev/full'], 'cannot use /dev/full: ENOSPC'],
    [['Hello', '--csv', 'people.csv', '--parallel', '101'], 'It must be a whole number from 1 to 100.'],
    [['Hello', '--csv', 'people.csv', '--to', '905551112233'], 'remove --to and --wait'],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(['send', ...args], { cwd, env });
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringContaining(said)]);
  }
  writeFileSync(join(cwd, 'twice.csv'), 'to;name\n905551112233;Ada\n+90 555 111 22 33;Ada L.\n905551112234;Bob\n');
  const dry = await wigwag(['send', 'Hello {{name}}', '--csv', 'twice.csv', '--dry-run'], { cwd, env });
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('"text":"Hello Ada"')]);
  expect(dry.stderr).toBe(
    '1 of 3 rows repeat the recipient of an earlier row; each row sends a message\n3 rows would be sent; this is the first\n',
  );
  const badEnd = await wigwag(['send', 'Hello', '--csv', 'gap.csv', '--dry-run'], { cwd, env });
  expect([badEnd.code, badEnd.stderr]).toEqual([2, expect.stringContaining('row 2 has no recipient')]);
  expect(existsSync(join(cwd, 'people.csv.results.csv'))).toBe(false);
});
