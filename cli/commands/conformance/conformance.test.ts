import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localCertificate } from '../../../lab/testing/certificate.ts';
import { RunningCommand, scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

test('runs against our own server, writes every report, and compares reports', async () => {
  const folder = scratchFolder();
  const file = (name: string) => join(folder, name);
  const reports = ['--json', file('r.json'), '--junit', file('r.xml'), '--html', file('r.html')];
  const { code, stdout } = await wigwag([
    'conformance',
    '--only',
    '4.3',
    '--clause',
    '5.6/revoked',
    '--strict',
    '--seed',
    '3',
    ...reports,
  ]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/4\.3 {3}Templates +16 of 16\n/)]);

  const report = JSON.parse(readFileSync(file('r.json'), 'utf8'));
  expect(report).toMatchObject({ suite: 'wigwag-conformance', seed: 3, totals: { pass: 17, fail: 0, untestable: 0 } });
  expect(readFileSync(file('r.xml'), 'utf8')).toContain(
    '<testsuite name="4.3 Templates" tests="16" failures="0" errors="0" skipped="0">',
  );
  const html = readFileSync(file('r.html'), 'utf8');
  expect(html).toContain('4.3/list-complete');
  expect(html).not.toMatch(/(src|href)="(?!#)/);

  const again = await wigwag(['conformance', 'diff', file('r.json'), file('r.json')]);
  expect([again.code, again.stdout]).toEqual([0, 'nothing changed\n']);
  const matrix = await wigwag(['conformance', 'matrix', file('r.json'), file('r.json'), '--html', file('m.html')]);
  expect([matrix.code, readFileSync(file('m.html'), 'utf8')]).toEqual([0, expect.stringContaining('17 pass, 0 fail')]);
});

test('stdout contains only the report, so that it can be piped', async () => {
  const { code, stdout, stderr } = await wigwag(['conformance', '--clause', '4.2/get-404', '--json', '-']);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { suite: 'wigwag-conformance', totals: { pass: 1, fail: 0 } }]);
  expect(stderr).toMatch(/4\.2 {3}Messages +1 of 1\n/);
});

test('the clauses are listed as lines of JSON', async () => {
  const { code, stdout } = await wigwag(['conformance', '--list']);
  const clauses = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(clauses.length).toBeGreaterThan(900);
  expect(clauses.find(({ id }) => id === '4.2/idempotent-header')).toEqual({
    id: '4.2/idempotent-header',
    section: '4.2',
    level: 'should',
    text: 'A repeat has the response header Idempotent-Replayed true.',
    cases: ['4.2/idempotent-header'],
  });
});

test('invalid options are refused in one line before any request is sent', async () => {
  const folder = scratchFolder();
  const broken = join(folder, 'broken.json');
  writeFileSync(broken, '{"suite":"wigwag-conformance","clauses":[null]}');
  for (const [args, said] of [
    [['--list', '--only', 'zzz'], /no clause is called zzz/],
    [['--html', folder], /cannot be written: it is a folder/],
    [['--json', join(folder, 'none', 'r.json')], /r\.json cannot be written: ENOENT/],
    [['--json', '-', '--html', '-'], /only one of --json, --junit, --html and --badge can be - /],
    [['diff', broken, broken], /broken\.json is not a conformance report/],
    [['matrix', broken, '--html', join(folder, 'm.html')], /broken\.json is not a conformance report/],
    [['receiver', '--url', 'hook', '--secret', 's'], /hook is not one/],
    [['receiver', '--url', 'http://a', '--secret', 's', '--status-url', 'http://a/m'], /--status-url .* with \{id\}/],
    [['--ca', join(folder, 'none.pem')], /--ca .*none\.pem is not a file of certificates: ENOENT/],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(['conformance', ...args]);
    expect([code, stdout, stderr.trimEnd()]).toEqual([2, '', expect.stringMatching(said)]);
    expect(stderr.trimEnd()).not.toContain('\n');
  }
});

test('an interrupted run writes its results and says that it is incomplete', async () => {
  let asked = 0;
  const url = await serving((_, response) => {
    if (++asked < 30) {
      response.setHeader('content-type', 'application/json').end('{"success":true,"data":{}}');
    }
  });
  const folder = scratchFolder();
  const file = (name: string) => join(folder, name);
  writeFileSync(file('t.yaml'), JSON.stringify({ base_url: `${url}/v1`, keys: KEYS }));
  const judging = new RunningCommand(['conformance', '--target', file('t.yaml'), '--json', file('r.json')]);
  await judging.until('cases that wait', () => asked >= 30);
  const { code, stdout } = await judging.stop('SIGINT');
  expect([code, stdout]).toEqual([130, expect.stringMatching(/\nINCOMPLETE: interrupted\n$/)]);
  const report = JSON.parse(readFileSync(file('r.json'), 'utf8'));
  expect([report.incomplete, report.totals.fail > 0]).toEqual(['interrupted', true]);
});

test('the report says each failed sentence once', async () => {
  const url = await serving(
    (_, response) => void response.setHeader('content-type', 'application/json').end('{"success":true,"data":{}}'),
  );
  const file = join(scratchFolder(), 't.yaml');
  writeFileSync(file, JSON.stringify({ base_url: `${url}/v1`, keys: KEYS }));
  const { code, stdout } = await wigwag(['conformance', '--target', file, '--clause', '2.9/detail-opt-out-changes']);
  expect(code).toBe(1);
  expect(stdout.match(/the status changes when the person is added to the list and removed again/g)).toHaveLength(1);
  expect(stdout).toContain('    got      {"before":');
});

test('a target that cannot be tested ends with exit code 2 and the reason', async () => {
  const { code, stderr } = await wigwag(['conformance', '--target', join(scratchFolder(), 'none.yaml')]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/none\.yaml cannot be read: ENOENT/)]);
  const unknown = await wigwag(['conformance', '--clause', '4.2/nothing']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no clause is called 4.2/nothing')]);
});

test.each<[how: string, listener: RequestListener, said: RegExp]>([
  [
    'returns HTML',
    (_, response) => void response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    /returned 200 with text\/html instead of JSON\. Check that base_url is correct/,
  ],
  ['returns nothing', (_, response) => void response.writeHead(204).end(), /returned 204 with no Content-Type/],
  ['hangs', () => {}, /cannot be tested: GET \/v1\/me got no response: no response within 15 s/],
  ['resets', (request) => void request.socket.destroy(), /cannot be tested: GET \/v1\/me got no response/],
])('a target that %s ends with exit code 2 and the reason', async (_, listener, said) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const file = join(scratchFolder(), 'target.yaml');
  const { port } = server.address() as AddressInfo;
  writeFileSync(file, `base_url: http://127.0.0.1:${port}/v1\nkeys: { live: env:THEIR_KEY }\n`);
  const { code, stderr } = await wigwag(['conformance', '--target', file], { env: { THEIR_KEY: 'k' } });
  expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
});

/** Starts a server for the test. @returns its address */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const KEYS = {
  live: 'ww_live_SECRETKEYLIVE0123456789',
  test: 'ww_test_SECRETKEYTEST0123456789',
  revoked: 'ww_live_SECRETREVOKED0000/+000',
  no_scope: 'ww_live_SECRETNOSCOPE000',
  ip_denied: 'ww_live_SECRETIPDENIED00',
};

test.each<[how: string, listener: RequestListener]>([
  [
    'echoes its request',
    (request, response) => {
      const { authorization = '' } = request.headers;
      const echo = { authorization, url: request.url, list: [Buffer.from(authorization).toString('base64')] };
      const error = { code: authorization, message: `\u001b[31m\u009b${authorization}`, request_id: authorization };
      response.writeHead(request.url?.endsWith('/me') ? 200 : 418, {
        'content-type': 'application/json',
        'x-request-id': authorization,
      });
      response.end(JSON.stringify({ success: false, error, data: echo }));
    },
  ],
  [
    'returns 200 for everything',
    (_, response) => void response.setHeader('content-type', 'application/json').end('{"success":true,"data":{}}'),
  ],
])('no report and no terminal shows a key of a target that %s', async (_, listener) => {
  const url = await serving(listener);
  const folder = scratchFolder();
  const file = (name: string) => join(folder, name);
  const recipients = { open: '905551110100', closed: '905551110101', never: '905551110102' };
  const templates = { plain: 'a', positional: 'b', named: 'c', marketing: 'd', pending: 'e' };
  writeFileSync(file('t.yaml'), JSON.stringify({ base_url: `${url}/v1`, keys: KEYS, recipients, templates }));
  const sections = ['4.1', '4.2', '5.3', '5.4', '5.6'].flatMap((section) => ['--only', section]);
  const reports = ['--json', file('r.json'), '--junit', file('r.xml'), '--html', file('r.html')];
  const { code, stdout, stderr } = await wigwag(['conformance', '--target', file('t.yaml'), ...sections, ...reports]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/cases/)]);
  const texts = [stdout, stderr, ...['r.json', 'r.xml', 'r.html'].map((name) => readFileSync(file(name), 'utf8'))];
  const traces = Object.values(KEYS).flatMap((key) => [
    key,
    encodeURIComponent(key),
    Buffer.from(key).toString('base64').slice(0, 20),
    Buffer.from(`Bearer ${key}`).toString('base64').slice(-20, -4),
  ]);
  for (const text of texts) {
    expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
    expect(text).not.toMatch(/SECRET(KEY|REV|NOS|IPD)/);
  }
  expect(JSON.parse(texts[2] ?? '').clauses.find(({ id }: { id: string }) => id === '5.4/path-revoked').verdict).toBe(
    'fail',
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test('a receiver with a certificate of another authority is tested with --ca', async () => {
  const pair = localCertificate();
  const server = createSecureServer(pair, (request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const ca = join(scratchFolder(), 'ca.pem');
  writeFileSync(ca, pair.cert);
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grade = ['conformance', 'receiver', '--url', url, '--secret', 'whsec_1'];
  const refused = await wigwag(grade);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --ca FILE to trust')]);
  const { code, stdout } = await wigwag([...grade, '--ca', ca]);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/pass {2}raw-body:[\s\S]*pass {2}pieces:/)]);
});

test('a receiver that accepts everything is tested', async () => {
  const careless = createServer((request, response) => request.resume().on('end', () => response.end())).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => careless.once('listening', resolve));
  onTestFinished(() => void careless.close());
  const url = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`;
  const grade = (at: string) =>
    wigwag(['conformance', 'receiver', '--url', at, '--secret', 'env:THEIRS'], { env: { THEIRS: 'whsec_1' } });
  const { code, stdout, stderr } = await grade(url);
  expect([code, stderr]).toEqual([1, '']);
  for (const rule of ['unsigned', 'wrong-secret', 'changed-body', 'changed-time', 'malformed-signature', 'old']) {
    expect(stdout).toContain(`fail  ${rule}:`);
  }
  expect(stdout).toContain('pass  raw-body:');
  const more = ['--retired-secret', 'whsec_0', '--status-url', `${url}/{id}`];
  const extended = await wigwag(['conformance', 'receiver', '--url', url, '--secret', 'whsec_1', ...more]);
  expect(extended.stdout).toContain('fail  retired-secret:');
  expect(extended.stdout).toMatch(/fail {2}forward: After read, .* the receiver shows read\.; showed *\n/);
  careless.removeAllListeners('request').on('request', (request, response) => {
    request.resume().on('end', () => response.writeHead(401).end());
  });
  const strict = await grade(url);
  expect([strict.code, strict.stderr]).toEqual([
    1,
    expect.stringContaining('the receiver accepted no signed delivery: check that --secret'),
  ]);
  careless.closeAllConnections();
  await new Promise((resolve) => careless.close(resolve));
  const nobody = await grade(url);
  expect([nobody.code, nobody.stderr]).toEqual([
    2,
    `wigwag: nothing listens at ${url}: start the receiver, or correct --url\n`,
  ]);
});

test('a run against `wigwag dev` deletes its accounts, and keeps those of the user', async () => {
  const { info, control, api, cwd } = await startDev(['--data', '.wigwag']);
  const { body: mine } = await control('POST', '/accounts', {});
  const { base_url, control_url, mock_provider_url } = info;
  writeFileSync(join(cwd, 'target.yaml'), JSON.stringify({ base_url, control_url }));
  const { code, stderr } = await wigwag(['conformance', '--target', 'target.yaml', '--only', '4.3', '--only', '5.6'], {
    cwd,
  });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const accounts = await wigwag(['admin', 'accounts', 'list', '--json'], { cwd });
  expect(JSON.parse(accounts.stdout)).toEqual([
    expect.objectContaining({ account_id: info.account_id }),
    expect.objectContaining({ account_id: mine.account_id }),
  ]);
  expect((await api('GET', '/templates', undefined, mine.live_key)).body.data.templates.length).toBeGreaterThan(0);
  const { businesses } = (await (await fetch(`${mock_provider_url}/_mock/lab`)).json()) as { businesses: unknown[] };
  // Each of the two accounts has a number, a page and an Instagram account.
  expect(businesses).toHaveLength(6);
  expect(JSON.parse(readFileSync(join(cwd, '.wigwag/dev.json'), 'utf8')).businesses).toHaveLength(1);
});
