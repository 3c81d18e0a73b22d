import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen, scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

const TO = ['--to', '905551112233'];
const ID = /^msg_\d+$/;

/** Starts a dev server and runs `send` in its folder, where it finds the server and the key. */
async function createSender(flags?: string[]) {
  const dev = await startDev(flags ?? ['--data', '.wigwag']);
  const send = (args: string[], options: Parameters<typeof wigwag>[1] = {}) =>
    wigwag(['send', ...args], { cwd: dev.cwd, ...options });
  return { ...dev, send };
}

test('sends a text and prints its ID and status', async () => {
  const { send, customerWrites, control, info } = await createSender();
  await customerWrites();
  const { code, stdout, stderr } = await send(['Hello', ...TO]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^msg_\d+ queued\n$/);
  await control('POST', '/settle');
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  expect(body).toMatchObject([{ to: '905551112233', type: 'text', payload: { text: { body: 'Hello' } } }]);
});

test('reads the text from stdin, without the last line break', async () => {
  const { send, customerWrites, control, info } = await createSender();
  await customerWrites();
  expect((await send(['-', ...TO, '--wait', 'read'], { input: 'Grüße 👋\nand more\n' })).code).toBe(0);
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  expect(body).toMatchObject([{ payload: { text: { body: 'Grüße 👋\nand more' } } }]);
});

test('text from Windows arrives without its byte order mark and its carriage returns, also in UTF-16', async () => {
  const { send, customerWrites, control, info } = await createSender();
  await customerWrites();
  const text = '\ufeffGrüße 👋\r\nand more\r\n';
  const utf16 = Buffer.from(text, 'utf16le');
  for (const input of [text, utf16, Buffer.from(utf16).swap16()]) {
    expect(await send(['-', ...TO, '--wait', 'sent'], { input })).toMatchObject({ code: 0, stderr: '' });
  }
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  expect(body).toMatchObject(Array(3).fill({ payload: { text: { body: 'Grüße 👋\nand more' } } }));
});

test('text that is not UTF-8 is refused, and the error names the byte and the fix', async () => {
  const { send } = await createSender();
  const input = Buffer.from('\ufffd is valid\nGrüße', 'latin1');
  for (const [bytes, place] of [
    [input, 'line 1 has the byte 0xFD'],
    [Buffer.concat([Buffer.from('\ufffd is valid\n'), Buffer.from('Grüße', 'latin1')]), 'line 2 has the byte 0xFC'],
    [Buffer.from([0x61, 0xe2, 0x82]), 'line 1 has the byte 0xE2'],
  ] as const) {
    expect(await send(['-', ...TO], { input: bytes })).toEqual({
      code: 2,
      stdout: '',
      stderr: `wigwag: cannot read stdin: it is not UTF-8: ${place}. Save it as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8\n`,
    });
  }
});

test('--wait failed is refused with the reason', async () => {
  for (const command of [
    ['send', 'Hello', ...TO, '--wait', 'failed'],
    ['messages', 'wait', 'msg_1', '--for', 'failed'],
  ]) {
    const { code, stderr } = await wigwag(command);
    expect([code, stderr]).toEqual([2, expect.stringContaining('A message that fails ends the command')]);
  }
});

test('--wait read --json prints the message once it is read, alone on stdout', async () => {
  const { send, customerWrites } = await createSender();
  await customerWrites();
  const { code, stdout } = await send(['Hello', ...TO, '--wait', 'read', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ id: expect.stringMatching(ID), status: 'read', external_id: expect.any(String) }),
  ]);
  expect(stdout.match(/\n/g)).toHaveLength(1);
});

test('sends a template to someone who never wrote', async () => {
  const { send, control, info } = await createSender();
  const { code, stdout } = await send(['template', 'hello_world', ...TO, '--wait', 'sent', '--json']);
  expect([code, JSON.parse(stdout).id]).toEqual([0, expect.stringMatching(ID)]);
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  expect(body).toMatchObject([{ type: 'template', payload: { template: { name: 'hello_world' } } }]);
});

test('the same idempotency key sends once', async () => {
  const { send, customerWrites } = await createSender();
  await customerWrites();
  const once = ['Hello', ...TO, '--idempotency-key', 'order-4711'];
  const first = await send(once);
  expect(first.code).toBe(0);
  expect((await send(once)).stdout).toBe(first.stdout);
});

test('a refusal has its exit code, and prints its message, reason and fix on stderr', async () => {
  const { send, info, control } = await createSender();
  const { account_id } = info;
  const keyed = async (extra: object) =>
    (await control('POST', '/keys', { account_id, mode: 'live', ...extra })).body.key as string;
  const revoked = await keyed({ revoked: true });
  const readOnly = await keyed({ scopes: ['messages:read'] });
  const slow = await keyed({ requests_per_minute: 1 });
  await send(['template', 'hello_world', ...TO], { env: { WIGWAG_API_KEY: slow } });
  const env = (key: string) => ({ env: { WIGWAG_API_KEY: key } });
  for (const [args, options, exitCode, error] of [
    [['template', 'hello_world', ...TO], env(slow), 6, 'RATE_LIMITED'],
    [['Hello', ...TO], {}, 5, 'WINDOW_NEVER_OPENED'],
    [['Hello', '--to', 'nobody'], {}, 5, 'RECIPIENT_INVALID'],
    [['', ...TO], {}, 5, 'VALIDATION_FAILED'],
    [['template', 'nothing', ...TO], {}, 4, 'TEMPLATE_NOT_FOUND'],
    [['Hello', ...TO, '--connection', 'wa_99999'], {}, 4, 'CONNECTION_NOT_FOUND'],
    [['Hello', ...TO], env('ww_live_wrong'), 3, 'INVALID_API_KEY'],
    [['Hello', ...TO], env(revoked), 3, 'API_KEY_REVOKED'],
    [['Hello', ...TO], env(readOnly), 3, 'SCOPE_DENIED'],
  ] as const) {
    const { code, stdout, stderr } = await send([...args], options);
    expect([args, code, stdout]).toEqual([args, exitCode, '']);
    expect(stderr).toMatch(new RegExp(`^wigwag: ${error}: .+\nwigwag: {3}fix: .+\nwigwag: {3}http.+\n$`));
    expect(stderr).toMatch(new RegExp(`/developers/errors/${error} {2}req_\\S+\n$`));
  }
});

test('if the message fails during --wait, the command ends with exit code 1 and the reason', async () => {
  const { send, customerWrites, control, info } = await createSender();
  await customerWrites();
  const { account_id } = info;
  await control('POST', '/provider/next', { account_id, channel: 'whatsapp', outcome: 'fail', code: 131026 });
  const { code, stdout, stderr } = await send(['Hello', ...TO, '--wait', 'read']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^wigwag: msg_\d+ failed: .+\nwigwag: {3}fix: The person may not use WhatsApp, .+\n$/);
});

test('--wait ends at its timeout', async () => {
  const { send, customerWrites, control, info } = await createSender();
  await customerWrites();
  const { account_id } = info;
  await control('POST', '/provider/next', { account_id, channel: 'whatsapp', outcome: 'statuses', statuses: [] });
  const { code, stdout, stderr } = await send(['Hello', ...TO, '--wait', 'read', '--timeout', '0.2']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^wigwag: msg_\d+ is still queued after 0\.2 s\n$/);
});

test('invalid usage is reported and sends nothing', async () => {
  const env = { WIGWAG_API_KEY: 'ww_live_x' };
  for (const [args, options, problem] of [
    [TO, { env }, 'nothing to send'],
    [['Hello'], { env }, 'no recipient: give --to RECIPIENT'],
    [['Hello', ...TO, '--base-url', 'nonsense'], { env }, 'the base URL must be'],
    [['Hello', ...TO, '--wait', 'read', '--timeout', 'soon'], { env }, 'It must be a number of seconds'],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(['send', ...args], options);
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringContaining(problem)]);
  }
  expect(await wigwag(['send', 'Hello', ...TO])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no API key for http://127.0.0.1:3000/api/v1: set WIGWAG_API_KEY'),
  });
});

test('a server that is unreachable, or is not a wigwag server, ends with exit code 7', async () => {
  const other = await listen(createServer((_, response) => response.end('<html>Welcome</html>')));
  const proxy = await listen(createServer((_, response) => response.writeHead(502).end('<html>Bad Gateway</html>')));
  const gone = createServer();
  const silent = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  for (const [baseUrl, problem] of [
    [
      `${silent}/api/v1`,
      /^wigwag: The server cannot be reached: .*\nwigwag: {3}fix: Start the server \(`wigwag dev`.*\n$/,
    ],
    [
      `${proxy}/api/v1`,
      /^wigwag: .* returned 502 from a proxy .*\nwigwag: {3}fix: Run the command again with --retries.*\n$/,
    ],
    [`${other}/api/v1`, /^wigwag: .* is not this API\.\nwigwag: {3}fix: Check the host and port of the base URL.*\n$/],
  ] as const) {
    const env = { WIGWAG_API_KEY: 'ww_live_x', WIGWAG_BASE_URL: baseUrl };
    const { code, stdout, stderr } = await wigwag(['send', 'Hello', ...TO], { env });
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toMatch(problem);
  }
});

test('the key of a local dev server is not sent to another server', async () => {
  const { cwd } = await createSender();
  const env = { WIGWAG_BASE_URL: 'http://127.0.0.1:4/api/v1' };
  const { code, stderr } = await wigwag(['send', 'Hello', ...TO], { cwd, env });
  expect([code, stderr]).toEqual([3, expect.stringContaining('no API key')]);
  expect((await wigwag(['send', 'Hello', ...TO], { cwd: scratchFolder() })).code).toBe(3);
});

test('titles with a comma between them are refused with the correct form; a title with a space may contain one', async () => {
  const env = { WIGWAG_API_KEY: 'ww_live_x' };
  const send = (...args: string[]) => wigwag(['send', 'Shall we?', ...TO, '--dry-run', ...args], { env });
  const bodyOf = (curl: string) => JSON.parse(/-d '(.*)'\n$/.exec(curl)?.[1] ?? '').interactive;
  for (const [args, fix] of [
    [
      ['--buttons', 'yes,no'],
      "give each choice as a separate argument, as in --buttons yes no; a title with a comma needs an ID, as 1='yes,no'",
    ],
    [['--buttons', 'y=Yes,n=No'], 'give each choice as a separate argument, as in --buttons y=Yes n=No'],
    [
      ['--list', 'Choose', '--rows', 'Red,Dark blue'],
      "give each choice as a separate argument, as in --rows Red 'Dark blue'",
    ],
  ] as const) {
    const { code, stdout, stderr } = await send(...args);
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringContaining(fix)]);
  }
  const one = await send('--buttons', 'Yes, please', '1=1,5 kg', '--buttons', 'no');
  expect(bodyOf(one.stdout).buttons).toEqual([
    { id: 'Yes, please', title: 'Yes, please' },
    { id: '1', title: '1,5 kg' },
    { id: 'no', title: 'no' },
  ]);
  const list = await send('--list', 'Choose', '--rows', 'r=Red|warm,bright', 'Blue|cold,dark');
  expect(bodyOf(list.stdout).sections).toMatchObject([
    {
      rows: [
        { title: 'Red', description: 'warm,bright' },
        { title: 'Blue', description: 'cold,dark' },
      ],
    },
  ]);
});
