import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listen, scratchFolder, startDev, wigwag } from '../testing/cli.ts';

const A = 'https://a.example/api/v1';
const B = 'https://b.example/api/v1';
const KEY_A = `ww_live_${'a'.repeat(41)}`;
const KEY_B = `ww_test_${'b'.repeat(41)}`;

/** Creates a home directory with the profiles a (the default) and b. */
async function createHome() {
  const home = scratchFolder();
  const run = (args: string[], { env = {}, cwd = home, ...rest }: Parameters<typeof wigwag>[1] = {}) =>
    wigwag(args, { ...rest, cwd, env: { HOME: home, ...env } });
  await run(['profiles', 'add', 'a', '--base-url', A], { input: `${KEY_A}\n` });
  await run(['profiles', 'add', 'b', '--base-url', `${B}/`], { env: { WIGWAG_API_KEY: KEY_B } });
  const shown = async (env: Record<string, string>, cwd = home, flags: string[] = []) => {
    const { code, stdout, stderr } = await run(['me', '--dry-run', '--verbose', ...flags], { env, cwd });
    return code === 0 ? stdout.match(/https?:\/\/[^']+(?=\/me)/)?.[0] : stderr;
  };
  const file = join(home, '.config/wigwag/profiles.json');
  return { home, run, shown, file };
}

test('keys are stored in a file that only the owner can read, and never shown in full', async () => {
  const { run, file } = await createHome();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).profiles.b.apiKey).toBe(KEY_B);
  const { stdout } = await run(['profiles', 'list', '--json']);
  expect(JSON.parse(stdout)).toEqual([
    { name: 'a', base_url: A, api_key: 'ww_live_...aaaa', in_use: true },
    { name: 'b', base_url: `${B}/`, api_key: 'ww_test_...bbbb', in_use: false },
  ]);
  chmodSync(file, 0o644);
  expect((await run(['profiles', 'list'])).stderr).toBe(
    `${file} contains keys, and other users can read it: chmod 600 ${file}\n`,
  );
  chmodSync(file, 0o600);
  expect((await run(['profiles', 'show', 'b', '--jq', '.api_key'])).stdout).toBe('ww_test_...bbbb\n');
  expect(await run(['profiles', 'use', 'b'])).toMatchObject({ code: 0, stderr: '' });
  expect((await run(['profiles', 'show', '--jq', '.base_url'])).stdout).toBe(`${B}\n`);
  expect(await run(['profiles', 'remove', 'b'])).toMatchObject({ code: 0 });
  expect((await run(['profiles', 'list', '--jq', '.[].name'])).stdout).toBe('a\n');
});

test('a link at the name of the unfinished file is not followed', async () => {
  const { home, run, file } = await createHome();
  const other = join(home, 'other.txt');
  writeFileSync(other, 'unchanged');
  symlinkSync(other, `${file}.new`);
  expect(await run(['profiles', 'use', 'b'])).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(other, 'utf8')).toBe('unchanged');
  expect(JSON.parse(readFileSync(file, 'utf8')).current).toBe('b');
});

test('the flag overrides the environment, which overrides the project file, which overrides the default profile', async () => {
  const { home, shown } = await createHome();
  const project = join(home, 'project/inner');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(home, 'project/wigwag.json'), JSON.stringify({ profile: 'b' }));
  expect(await shown({})).toBe(A);
  expect(await shown({}, project)).toBe(B);
  expect(await shown({ WIGWAG_PROFILE: 'a' }, project)).toBe(A);
  expect(await shown({ WIGWAG_PROFILE: 'a' }, project, ['--profile', 'b'])).toBe(B);
  expect(await shown({ WIGWAG_PROFILE: 'a', WIGWAG_BASE_URL: 'http://c.example/api/v1' }, project)).toBe(
    'http://c.example/api/v1',
  );
  expect(await shown({}, project, ['--base-url', 'http://d.example/api/v1/'])).toBe('http://d.example/api/v1');
});

test('a key is sent only to the server that it is stored for', async () => {
  const { run } = await createHome();
  for (const args of [
    ['me', '--base-url', B, '--profile', 'a'],
    ['me', '--base-url', 'http://127.0.0.1:1/api/v1'],
  ]) {
    expect(await run(args)).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('no API key for') });
  }
});

test('the dev server of a folder is found from every folder below it', async () => {
  const { info, cwd } = await startDev(['--data', '.wigwag']);
  const below = join(cwd, 'src', 'deep');
  mkdirSync(below, { recursive: true });
  const { code, stdout } = await wigwag(['profiles', 'show', '--json'], { cwd: below });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { base_url: info.base_url, found_in: '.wigwag' }]);
  expect(await wigwag(['me', '--jq', '.account.name'], { cwd: below })).toMatchObject({ code: 0, stdout: 'Demo\n' });
});

test('an environment key is never sent to an address that a folder names, except on this machine', async () => {
  const { home, run } = await createHome();
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, data: { account: {} }, request_id: 'req_1' }));
  });
  const here = `${await listen(server)}/api/v1`;
  // The same machine under a name that looks like another machine.
  const elsewhere = here.replace('127.0.0.1', '127.0.0.1.nip.example');
  const stranger = scratchFolder();
  const env = { WIGWAG_API_KEY: KEY_B, XDG_CONFIG_HOME: join(home, '.config') };
  const names = (file: string, content: object) => {
    mkdirSync(dirname(join(stranger, file)), { recursive: true });
    writeFileSync(join(stranger, file), JSON.stringify(content));
  };
  const refused = async (args: string[], source: string) => {
    const { code, stdout, stderr } = await run(args, { cwd: stranger, env });
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringMatching(/^wigwag: [^\n]*\n$/)]);
    expect(stderr).toContain('WIGWAG_API_KEY is not sent to ');
    expect(stderr).toContain(`because ${source}`);
    expect(stderr).toMatch(/: set WIGWAG_BASE_URL=\S+ if the key is for that server/);
  };

  names('wigwag.json', { base_url: elsewhere });
  await refused(['me'], 'wigwag.json of this folder');
  await refused(['listen'], 'wigwag.json of this folder');
  const doctor = await run(['doctor'], { cwd: stranger, env });
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ key +WIGWAG_API_KEY is not sent[^\n]*\n +fix: set WIGWAG_BASE_URL=/),
  ]);
  // A profile's key is only for its own server, whatever profile a folder chooses.
  names('wigwag.json', { profile: 'a' });
  await refused(['me'], 'the profile a (wigwag.json)');
  rmSync(join(stranger, 'wigwag.json'));
  names('.wigwag/dev.json', { secretKey: 'x', businesses: [], baseUrl: elsewhere });
  await refused(['me'], '.wigwag of this folder');
  rmSync(join(stranger, '.wigwag'), { recursive: true });
  // The server's settings also do not choose the server for a key.
  writeFileSync(join(stranger, 'wigwag.env'), `WIGWAG_BASE_URL=${here}\nWIGWAG_PROFILE=b\n`);
  expect((await run(['doctor'], { cwd: stranger, env })).stdout).toContain(`${A}, from the profile a`);
  expect(seen).toEqual([]);

  names('wigwag.json', { base_url: here });
  expect(await run(['me', '--json'], { cwd: stranger, env })).toMatchObject({ code: 0, stderr: '' });
  names('wigwag.json', { base_url: elsewhere });
  for (const [args, more] of [
    [['me', '--base-url', here], {}],
    [['me'], { WIGWAG_BASE_URL: here }],
  ] as const) {
    expect(await run([...args], { cwd: stranger, env: { ...env, ...more } })).toMatchObject({ code: 0 });
  }
  expect(seen).toEqual(Array(3).fill(`Bearer ${KEY_B}`));
});

test('a server whose environment has a secret key reads nothing from the folder', async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'wigwag.env'), 'WIGWAG_PORT=no port\n');
  const { stderr } = await wigwag(['serve'], { cwd, env: { WIGWAG_SECRET_KEY: 'short' } });
  expect(stderr).toContain('WIGWAG_SECRET_KEY must');
  expect(stderr).not.toContain('WIGWAG_PORT');
  expect((await wigwag(['serve'], { cwd })).stderr).toContain('WIGWAG_PORT');
});

test('files with settings may have a byte order mark, and an environment file must be UTF-8', async () => {
  const { home, run, shown, file } = await createHome();
  const withMark = (path: string, text: string) => writeFileSync(path, `\ufeff${text.replaceAll('\n', '\r\n')}`);
  withMark(file, readFileSync(file, 'utf8'));
  expect(await shown({})).toBe(A);
  withMark(join(home, 'wigwag.json'), '{"profile": "b"}\n');
  expect(await shown({})).toBe(B);
  const environment = join(home, 'wigwag.env');
  withMark(environment, 'WIGWAG_SECRET_KEY=short\nWIGWAG_PORT=1\n');
  expect((await run(['serve'])).stderr).toContain('WIGWAG_SECRET_KEY must');
  writeFileSync(environment, Buffer.from('\ufeffWIGWAG_SECRET_KEY=short\r\n', 'utf16le'));
  expect((await run(['serve'])).stderr).toContain('WIGWAG_SECRET_KEY must');
  writeFileSync(environment, Buffer.from('# Grüße\n', 'latin1'));
  expect(await run(['serve'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot read wigwag.env: it is not UTF-8: line 1 has the byte 0xFC'),
  });
});

test('an unusable profile or file is named with its fix', async () => {
  const { home, run, file } = await createHome();
  const said = async (args: string[], options: Parameters<typeof run>[1] = {}) => {
    const { code, stdout, stderr } = await run(args, options);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    return stderr;
  };
  for (const key of ['ww_live_a\nb', 'ww_live_a\r', 'ww_live_\u00e9', 'ww live']) {
    expect(await said(['me'], { env: { WIGWAG_BASE_URL: A, WIGWAG_API_KEY: key } })).toMatch(
      /^wigwag: the API key .*\n$/,
    );
  }
  for (const url of ['https://user:pass@a.example/api/v1', 'https://a.exa\nmple/api/v1', 'https://a.example/a b']) {
    const stderr = await said(['me'], { env: { WIGWAG_BASE_URL: url, WIGWAG_API_KEY: KEY_A } });
    expect(stderr).toMatch(/^wigwag: the base URL m/);
    expect(stderr).not.toMatch(/:pass|\n\s+at /);
  }
  for (const path of ['/../../x', '/a/%2e%2e/../..', '/..']) {
    expect(await said(['api', 'GET', path])).toContain(`must stay within ${A}`);
  }
  expect(await said(['me', '--profile', 'c d'])).toContain("add it with `wigwag profiles add 'c d'`");
  expect(await said(['me', '--profile', 'c'])).toContain('the profile c does not exist (known profiles: a, b)');
  expect(await said(['profiles', 'use', 'toString'])).toContain('the profile toString does not exist');
  expect(await said(['profiles', 'add', 'd', '--base-url', A])).toContain('set WIGWAG_API_KEY, or pipe it to stdin');
  expect(await said(['profiles', 'add', 'd', '--base-url', 'd.example'], { input: KEY_A })).toContain('must be a URL');
  writeFileSync(join(home, 'wigwag.json'), JSON.stringify({ api_key: KEY_A }));
  expect(await said(['me'])).toContain('remove api_key');
  writeFileSync(join(home, 'wigwag.json'), '{');
  expect(await said(['me'])).toContain('is not JSON');
  writeFileSync(join(home, 'wigwag.json'), '{}');
  for (const text of ['[]', '"a"', '{"base_url":1}']) {
    writeFileSync(join(home, 'wigwag.json'), text);
    expect(await said(['me'])).toContain('must be an object of strings');
  }
  writeFileSync(join(home, 'wigwag.json'), '{}');
  writeFileSync(file, JSON.stringify({ current: 'a', profiles: { a: { baseUrl: A, apiKey: 5 } } }));
  expect(await said(['me'])).toContain('was not written by `wigwag profiles`');
  writeFileSync(file, '[]');
  expect(await said(['me'])).toContain('was not written by `wigwag profiles`');
});

test.each([
  ['https://a.example', A],
  ['https://a.example/', A],
  ['https://a.example/api', A],
  ['https://a.example/api/v1/me', A],
  ['https://a.example/api/v1?x=1', A],
  ['https://a.example/wigwag', 'https://a.example/wigwag/api/v1'],
])('the base URL %s is refused at once, and the error shows the correct one', async (url, right) => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'wigwag.json'), JSON.stringify({ base_url: url }));
  const refusal = `wigwag: the base URL must end in /api/v1; it is "${url}": use ${right}\n`;
  const env = { WIGWAG_API_KEY: KEY_A };
  for (const [args, more] of [
    [['profiles', 'add', 'd', '--base-url', url], {}],
    [['profiles', 'show'], {}],
    [['me', '--base-url', url, '--dry-run'], {}],
    [['listen'], { WIGWAG_BASE_URL: url }],
  ] as const) {
    const ended = await wigwag([...args], { cwd, env: { ...env, ...more } });
    expect([args, ended]).toEqual([args, { code: 2, stdout: '', stderr: refusal }]);
  }
  expect(existsSync(join(cwd, '.config'))).toBe(false);
});

test('a password in a base URL is not shown', async () => {
  const args = ['profiles', 'add', 'd', '--base-url', 'ftp://user:pass@a.example'];
  const { code, stdout, stderr } = await wigwag(args, { input: KEY_A });
  expect([code, stdout, stderr]).toEqual([2, '', expect.not.stringContaining('pass@')]);
});
