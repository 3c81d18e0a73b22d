import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ANY_PORTS,
  createReceiver,
  RunningCommand,
  scratchFolder,
  startDev,
  takenPort,
  waitFor,
  wigwag,
} from '../../testing/cli.ts';

const statusOf = async ({ api }: Awaited<ReturnType<typeof startDev>>, id: string) =>
  (await api('GET', `/messages/${id}`)).body.data?.status;

test('--json prints one line of JSON with eight keys, and nothing else on stdout', async () => {
  const { dev, info } = await startDev();
  expect(Object.keys(info)).toEqual([
    'base_url',
    'live_key',
    'test_key',
    'signing_secret',
    'mock_provider_url',
    'control_url',
    'account_id',
    'dashboard_url',
  ]);
  expect(info).toEqual({
    base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/),
    live_key: expect.stringMatching(/^ww_live_\w{41}$/),
    test_key: expect.stringMatching(/^ww_test_\w{41}$/),
    signing_secret: expect.stringMatching(/^\S{20,}$/),
    mock_provider_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    control_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    account_id: expect.stringMatching(/^\d+$/),
    dashboard_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/#link=\w{43}$/),
  });
  const { code, stdout, stderr } = await dev.stop();
  expect([code, stdout, stderr]).toEqual([0, `${JSON.stringify(info)}\n`, '']);
});

test('with plain HTTP a customer writes, the reply is read, and each webhook is signed over its raw body', async () => {
  const { api, control, customerWrites, info } = await startDev();
  const receiver = await createReceiver();
  const { account_id } = info;
  expect((await control('PUT', '/webhook', { account_id, url: receiver.url })).body).toEqual({
    signing_secret: info.signing_secret,
  });
  expect((await customerWrites('Grüße 👋')).body).toEqual({ external_id: expect.stringMatching(/^wamid\./) });

  const sent = await api('POST', '/messages', { to: '905551112233', text: 'Hello' });
  expect(sent).toMatchObject({
    status: 202,
    body: { data: { id: expect.stringMatching(/^msg_\d+$/), status: 'queued' } },
  });
  const { id } = sent.body.data;
  const statuses = () =>
    receiver.deliveries
      .filter(({ event }) => event.data.message.id === id)
      .map(({ event }) => event.data.message.status);
  // Webhooks may arrive in any order (§6).
  await waitFor('three statuses', () => statuses().length >= 3);
  expect(statuses().sort()).toEqual(['delivered', 'read', 'sent']);
  expect(await api('GET', `/messages/${id}`)).toMatchObject({
    status: 200,
    body: { data: { id, status: 'read', external_id: expect.stringMatching(/^wamid\./), error: null } },
  });

  expect(receiver.deliveries[0]?.event).toMatchObject({
    event: 'message.received',
    api_version: 'v1',
    company_id: Number(account_id),
    attempt: 1,
    data: { message: { channel: 'whatsapp', from: { id: '905551112233', name: 'Ada' }, text: 'Grüße 👋' } },
  });
  for (const { headers, raw, event } of receiver.deliveries) {
    const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', info.signing_secret).update(`${t}.${raw}`).digest('hex'));
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(30);
    expect(headers).toMatchObject({
      'x-service-event': event.event,
      'x-service-delivery-id': event.id,
      'x-service-attempt': '1',
    });
  }
});

test.each(['SIGTERM', 'SIGINT'] as const)('exits with code 0 on %s', async (signal) => {
  const { dev } = await startDev();
  expect((await dev.stop(signal)).code).toBe(0);
});

test('a data folder keeps keys and messages across restarts, readable only by its owner', async () => {
  const data = join(scratchFolder(), 'deep', 'data');
  const first = await startDev(['--data', data]);
  await first.customerWrites();
  const { id } = (await first.api('POST', '/messages', { to: '905551112233', text: 'Hello' })).body.data;
  await waitFor('the message to be read', async () => (await statusOf(first, id)) === 'read');
  expect(statSync(join(data, 'dev.json')).mode & 0o777).toBe(0o600);
  await first.dev.stop();

  const second = await startDev(['--data', data]);
  const { live_key, test_key, signing_secret, account_id } = first.info;
  expect(second.info).toMatchObject({ live_key, test_key, signing_secret, account_id });
  expect(await statusOf(second, id)).toBe('read');
  const again = await second.api('POST', '/messages', { to: '905551112233', text: 'The window is still open' });
  expect(again.status).toBe(202);
  await waitFor('the second message to be read', async () => (await statusOf(second, again.body.data.id)) === 'read');
});

test('a database whose secret key is lost is refused, and the error says what to do', async () => {
  const data = scratchFolder();
  const { dev } = await startDev(['--data', data]);
  await dev.stop();
  rmSync(join(data, 'dev.json'));
  const { code, stdout, stderr } = await wigwag(['dev', '--data', data, ...ANY_PORTS]);
  const problem = `wigwag: ${data} has a database, but no dev.json with its secret key: restore the file, or delete the folder to start with a new database\n`;
  expect([code, stdout, stderr]).toEqual([2, '', problem]);
  expect(existsSync(join(data, 'dev.json'))).toBe(false);
});

test('messages queued at the stop are sent after the restart', async () => {
  const data = scratchFolder();
  const first = await startDev(['--data', data, '--clock', 'virtual']);
  const { account_id } = first.info;
  await first.customerWrites();
  await first.control('POST', '/provider/next', { account_id, channel: 'whatsapp', outcome: 'unavailable', times: 9 });
  const { id } = (await first.api('POST', '/messages', { to: '905551112233', text: 'Hello' })).body.data;
  await first.control('POST', '/settle');
  expect(await statusOf(first, id)).toBe('queued');
  expect((await first.dev.stop()).code).toBe(0);

  const second = await startDev(['--data', data, '--clock', 'virtual']);
  await second.control('POST', '/clock/advance', { seconds: 120 });
  expect(await statusOf(second, id)).toBe('read');
  const { body: sends } = await second.control('GET', `/provider/sends?account_id=${account_id}`);
  expect(sends).toMatchObject([{ channel: 'whatsapp', to: '905551112233', type: 'text' }]);
});

test('without flags it keeps its data in .wigwag and prints the next steps', async () => {
  const cwd = scratchFolder();
  const dev = new RunningCommand(['dev', ...ANY_PORTS], { cwd });
  await dev.until('the introduction', () => dev.stdout.includes('Press Ctrl-C to stop.'));
  const state = JSON.parse(readFileSync(join(cwd, '.wigwag', 'dev.json'), 'utf8'));
  for (const text of [state.baseUrl, state.account.liveKey, state.account.signingSecret, '/inbound', '/messages']) {
    expect(dev.stdout).toContain(text);
  }
  const [, webchat = ''] = /web chat +(\S+)\n/.exec(dev.stdout) ?? [];
  expect(webchat).toMatch(/\/webchat\/web_1$/);
  expect(await (await fetch(webchat)).text()).toContain('Chat with Demo');
  expect((await wigwag(['admin', 'keys', 'list'], { cwd })).code).toBe(0);
  const call = /^\d\d:\d\d:\d\d info {3}admin call {2}admin=listKeys {2}account=1 {2}status=200 {2}request=req_\w+ /m;
  await dev.until('the call in the log', () => call.test(dev.stderr));
  expect((await dev.stop()).code).toBe(0);
});

test.each([['--memory'], ['--data', 'elsewhere']])(
  'with %s it prints the settings that other commands need',
  async (...flags) => {
    const cwd = scratchFolder();
    const dev = new RunningCommand(['dev', ...flags, ...ANY_PORTS], { cwd });
    await dev.until('the introduction', () => dev.stdout.includes('Press Ctrl-C to stop.'));
    const lines = dev.stdout.matchAll(/^ {2}export (\w+)=(\S+)$/gm);
    const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
    expect(Object.keys(env)).toEqual(['WIGWAG_BASE_URL', 'WIGWAG_API_KEY', 'WIGWAG_CONTROL_URL']);
    expect((await wigwag(['trigger', 'message.received'], { cwd, env })).code).toBe(0);
    expect((await wigwag(['conversations', 'list'], { cwd, env })).stdout).toContain('905551112233');
    expect((await dev.stop()).code).toBe(0);
  },
);

/** Returns the message of the one line of JSON that reports an error. */
const messageOf = (stderr: string): string => {
  expect(stderr).toMatch(/^\{[^\n]*\}\n$/);
  return JSON.parse(stderr).error.message;
};

test('dev prints each request, and logs follows them from another terminal', async () => {
  const cwd = scratchFolder();
  expect(await wigwag(['logs'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no request log: run `wigwag dev`'),
  });
  const dev = new RunningCommand(['dev', ...ANY_PORTS], { cwd });
  await dev.until('the introduction', () => dev.stdout.includes('Press Ctrl-C to stop.'));
  expect(dev.stdout).toContain('wigwag send "Hello Ada" --to 905551112233');
  expect(await wigwag(['me', '--quiet', '--json'], { cwd })).toMatchObject({ code: 0 });
  const line = /^\d\d:\d\d:\d\d GET {4}\/api\/v1\/me {2}200 {2}\d+ ms {2}req_\w+$/m;
  await dev.until('the request', () => line.test(dev.stdout));

  const logs = new RunningCommand(['logs', '-f'], { cwd });
  await logs.until('the earlier request', () => line.test(logs.stdout));
  expect(await wigwag(['flows', 'get', '99'], { cwd })).toMatchObject({ code: 4 });
  const refused = /GET {4}\/api\/v1\/flows\/99 {2}404 {2}\d+ ms {2}req_\w+ {2}FLOW_NOT_FOUND$/m;
  await logs.until('the new request', () => refused.test(logs.stdout));
  expect((await logs.stop('SIGINT')).code).toBe(0);

  const { stdout } = await wigwag(['logs', '--no-follow', '--json'], { cwd });
  const served = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(served).toContainEqual({
    at: expect.stringMatching(/Z$/),
    method: 'GET',
    path: '/api/v1/flows/99',
    status: 404,
    ms: expect.any(Number),
    request_id: expect.stringMatching(/^req_/),
    error: 'FLOW_NOT_FOUND',
    key: expect.any(Number),
    ip: '127.0.0.1',
  });
  const found = async (...filters: string[]) =>
    (await wigwag(['logs', '--no-follow', ...filters], { cwd })).stdout.split('\n').filter((one) => one !== '');
  expect(await found('--status', '4xx', '--path', '/flows')).toEqual([expect.stringMatching(refused)]);
  expect(await found('--code', 'flow_not_found', '--method', 'get')).toHaveLength(1);
  expect(await found('--code', 'FLOW_NOT_FOUND', '--status', '2xx', '500')).toEqual([]);
  expect(await found('--ip', '::ffff:127.0.0.1', '--path', '/flows')).toHaveLength(1);
  expect(await found('--ip', '203.0.113.7')).toEqual([]);
  expect(await wigwag(['logs', '--ip', '203.0.113'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It must be an IP address such as 203.0.113.7 or 2001:db8::1.'),
  });
  expect(statSync(join(cwd, '.wigwag', 'requests.jsonl')).mode & 0o777).toBe(0o600);
  expect((await dev.stop()).code).toBe(0);
});

test('a second dev in the same folder is refused in one line, and the first continues', async () => {
  const cwd = scratchFolder();
  const first = await startDev(['--data', '.wigwag'], { cwd });
  const { code, stdout, stderr } = await wigwag(['dev', ...ANY_PORTS], { cwd });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `wigwag: a \`wigwag dev\` of this folder is already running at ${first.info.base_url}; stop it first\n`,
  );
  expect((await first.api('GET', '/me')).status).toBe(200);
});

test('two dev servers run in two folders, and a restart is not confused by the other', async () => {
  const [here, there] = [scratchFolder(), scratchFolder()];
  const first = await startDev(['--data', '.wigwag'], { cwd: here });
  await first.dev.stop();
  const port = new URL(first.info.base_url).port;
  await startDev(['--data', '.wigwag', '--port', port], { cwd: there });
  const again = await startDev(['--data', '.wigwag'], { cwd: here });
  expect(again.info.live_key).toBe(first.info.live_key);
});

test('dev replaces a usual port in use by the next free one and prints a note', async () => {
  const env = { WIGWAG_PORT: await takenPort() };
  const refused = await wigwag(['dev', '--memory', '--mock-port', '0', '--control-port', '0'], { env });
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `wigwag: the port ${env.WIGWAG_PORT} for the API is in use; choose another one with --port\n`,
  ]);
  const first = await startUsual();
  const second = await startUsual();
  const portOf = (url: string) => Number(new URL(url).port);
  for (const [name, usual, what] of [
    ['base_url', 3000, 'API'],
    ['mock_provider_url', 3001, 'mock provider'],
    ['control_url', 3002, 'control port'],
  ] as const) {
    const port = portOf(second.info[name]);
    expect([name, portOf(first.info[name]) === port]).toEqual([name, false]);
    expect(second.stderr).toContain(`the port ${usual} is in use; the ${what} uses ${port} instead\n`);
  }
});

/** Starts `wigwag dev` without choosing ports. */
async function startUsual() {
  const dev = new RunningCommand(['dev', '--memory', '--json']);
  await dev.until('its output', () => dev.stdout.includes('\n'));
  return { info: JSON.parse(dev.stdout), stderr: dev.stderr };
}

test('WIGWAG_PORT sets the port of the API', async () => {
  const free = await takenPort();
  const dev = new RunningCommand(['dev', '--json', '--memory', '--mock-port', '0', '--control-port', '0'], {
    env: { WIGWAG_PORT: '0' },
  });
  await dev.until('its output', () => dev.stdout.includes('\n'));
  expect(JSON.parse(dev.stdout).base_url).not.toMatch(new RegExp(`:(3000|${free})/`));
  const wrong = await wigwag(['dev', '--memory'], { env: { WIGWAG_PORT: 'http' } });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("from env 'WIGWAG_PORT' is invalid")]);
});

test('all chosen ports that are in use are reported at once', async () => {
  const [api, mock] = [await takenPort(), await takenPort()];
  const { code, stderr } = await wigwag(['dev', '--memory', '--port', api, '--mock-port', mock]);
  expect([code, stderr]).toEqual([
    2,
    `wigwag: the port ${api} for the API is in use; choose another one with --port\nwigwag: the port ${mock} for the mock provider is in use; choose another one with --mock-port\n`,
  ]);
});

test.each([
  ['--port', 'port'],
  ['--mock-port', 'mock provider'],
  ['--control-port', 'control port'],
])('a port in use for the %s is reported in one line', async (flag, name) => {
  const port = await takenPort();
  const { code, stdout, stderr } = await wigwag(['dev', '--json', '--memory', ...ANY_PORTS, flag, port]);
  expect([code, stdout]).toEqual([2, '']);
  const message = messageOf(stderr);
  expect(message).toMatch(/^the port .* is in use; choose another one with --[a-z-]+$/);
  expect(message.endsWith(`with ${flag}`)).toBe(true);
  expect(message).toContain(port);
  expect(message).toContain(name);
});

test('an unusable data folder is reported in one line', async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'file'), 'not a folder');
  mkdirSync(join(cwd, 'other'));
  for (const [state, data] of [
    ['', 'file'],
    ['', 'file/below'],
    ['{"name":"of another program"}', 'other'],
    ['null', 'other'],
    ['{broken', 'other'],
  ] as const) {
    writeFileSync(join(cwd, 'other', 'dev.json'), state);
    const { code, stdout, stderr } = await wigwag(['dev', ...ANY_PORTS, '--data', data], { cwd });
    expect([data, state, code, stdout]).toEqual([data, state, 2, '']);
    expect(stderr).toMatch(/^wigwag: [^\n]*\n$/);
    expect(stderr).toContain(data);
  }
});

test('an address of another machine is reported in one line', async () => {
  const { code, stderr } = await wigwag(['dev', '--memory', ...ANY_PORTS, '--host', '192.0.2.1']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^wigwag: cannot listen on 192\.0\.2\.1:0: [^\n]*\n$/)]);
});

test('invalid flags are refused before anything starts', async () => {
  for (const [flags, problem] of [
    [['--memory', '--data', 'x'], '--memory keeps all data in memory, and --data stores it on disk'],
    [['--port', '99999'], 'must be a port from 0 to 65535'],
    [['--clock', 'slow'], 'Allowed choices are real, virtual'],
    [['--database', 'mysql://u:p@h/d'], 'must be sqlite:PATH or postgres://'],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(['dev', ...flags]);
    expect([flags, code, stdout, stderr]).toEqual([flags, 2, '', expect.stringContaining(problem)]);
  }
});
