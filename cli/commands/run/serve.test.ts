import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANY_PORTS, RunningCommand, scratchFolder, takenPort, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../testing/terminal.ts';

const GOOD = {
  WIGWAG_SECRET_KEY: 'a secret key for tests',
  WIGWAG_DATABASE_URL: 'sqlite:./kept/wigwag.db',
  WIGWAG_PORT: '0',
  WIGWAG_LOG_LEVEL: 'error',
};

test('serves the API until a signal stops it', async () => {
  const serve = new RunningCommand(['serve'], { env: GOOD });
  const baseUrl = await serve.until('its address', () => /wigwag serves (http\S+)/.exec(serve.stderr)?.[1]);
  const response = await fetch(`${baseUrl}/me`);
  expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
    401,
    'MISSING_API_KEY',
  ]);
  expect(await serve.stop('SIGINT')).toMatchObject({ code: 0, stdout: '' });
});

test('names all invalid variables at once, one line each', async () => {
  const { code, stdout, stderr } = await wigwag(['serve'], {
    env: {
      WIGWAG_SECRET_KEY: 'short',
      WIGWAG_DATABASE_URL: 'mysql://user:password@host/db',
      WIGWAG_HOST: 'all of them',
      WIGWAG_PORT: '123456',
      WIGWAG_PUBLIC_URL: 'ftp://example',
      WIGWAG_GRAPH_URL: 'graph',
      WIGWAG_INSTAGRAM_URL: 'instagram',
      WIGWAG_GRAPH_VERSION: '25',
      WIGWAG_TRUST_PROXY: '10.0.0.0/99',
      WIGWAG_ROLE: 'boss',
      WIGWAG_LOG_LEVEL: 'loud',
    },
  });
  expect([code, stdout]).toEqual([2, '']);
  const names = stderr
    .trimEnd()
    .split('\n')
    .map((line) => /^wigwag: (WIGWAG_\w+) must /.exec(line)?.[1]);
  expect(names.sort()).toEqual([
    'WIGWAG_DATABASE_URL',
    'WIGWAG_GRAPH_URL',
    'WIGWAG_GRAPH_VERSION',
    'WIGWAG_HOST',
    'WIGWAG_INSTAGRAM_URL',
    'WIGWAG_LOG_LEVEL',
    'WIGWAG_PORT',
    'WIGWAG_PUBLIC_URL',
    'WIGWAG_ROLE',
    'WIGWAG_SECRET_KEY',
    'WIGWAG_TRUST_PROXY',
  ]);
  // The value may contain a password.
  expect(stderr).not.toContain('password');
});

test('refuses to start without a secret key', async () => {
  const { code, stderr } = await wigwag(['serve'], { env: { ...GOOD, WIGWAG_SECRET_KEY: '' } });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^wigwag: WIGWAG_SECRET_KEY must be set [^\n]*\n$/)]);
});

test('a port in use is reported in one line', async () => {
  const port = await takenPort();
  const { code, stdout, stderr } = await wigwag(['serve'], { env: { ...GOOD, WIGWAG_PORT: port } });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`wigwag: the port ${port} on 127.0.0.1 is in use; choose another one with WIGWAG_PORT\n`);
});

test('an unusable database folder is reported in one line', async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'kept'), 'a file in the place of the folder');
  const { code, stdout, stderr } = await wigwag(['serve'], { cwd, env: GOOD });
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^wigwag: [^\n]*kept[^\n]*\n$/)]);
});

test.each(['/proc/none/wigwag.db', '/proc/wigwag.db'])('%s is refused at once', async (path) => {
  const { code, stderr } = await wigwag(['serve'], { env: { ...GOOD, WIGWAG_DATABASE_URL: `sqlite:${path}` } });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^wigwag: [^\n]*\n$/)]);
});

test('a metrics port in use is reported with its own variable', async () => {
  const port = await takenPort();
  const { code, stderr } = await wigwag(['serve'], { env: { ...GOOD, WIGWAG_METRICS_PORT: port } });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`the port ${port} on 127.0.0.1 is in use; choose another one with WIGWAG_METRICS_PORT`),
  ]);
});

test('a second server on the same file is refused in one line, even over a symbolic link', async () => {
  const cwd = scratchFolder();
  const first = new RunningCommand(['serve'], { cwd, env: GOOD });
  await first.until('its address', () => first.stderr.includes('wigwag serves'));
  symlinkSync('wigwag.db', join(cwd, 'kept', 'link.db'));
  for (const url of [GOOD.WIGWAG_DATABASE_URL, 'sqlite:./kept/link.db']) {
    const { code, stderr } = await wigwag(['serve'], { cwd, env: { ...GOOD, WIGWAG_DATABASE_URL: url } });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^wigwag: [^\n]* is in use by process \d+[^\n]*\n$/)]);
  }
});

test('on a terminal, dev shows at once that it starts, and serve writes its log as text', async () => {
  if (!hasTerminals()) {
    return;
  }
  const dev = openTerminal(['dev', '--memory', ...ANY_PORTS], { rows: 60 });
  await dev.until('wigwag is ready');
  expect(dev.history().split('\n')[0]).toBe('Starting the API, the mock provider and the control port...');

  const env = { ...GOOD, WIGWAG_LOG_LEVEL: 'info' };
  const serve = openTerminal(['serve'], { env, columns: 200 });
  await serve.until('wigwag serves');
  const [first, ...log] = serve.history().trim().split('\n');
  expect(first).toBe('Starting the server...');
  expect(log[0]).toMatch(/^\d\d:\d\d:\d\d info +migrating the schema/);

  const piped = new RunningCommand(['serve'], { env });
  await piped.until('its address', () => piped.stderr.includes('wigwag serves'));
  expect(JSON.parse(piped.stderr.split('\n')[0] ?? '')).toMatchObject({ level: 30 });
});
