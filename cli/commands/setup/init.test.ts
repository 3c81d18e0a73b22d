import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, RunningCommand, scratchFolder, wigwag } from '../../testing/cli.ts';

test('init creates a project whose server starts and whose key works', async () => {
  const home = scratchFolder();
  const run = (args: string[], cwd = home) => wigwag(args, { cwd, env: { HOME: home } });
  const made = await run(['init', 'shop', '--json']);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('wigwag serve')]);
  const { live_key: key, profile } = JSON.parse(made.stdout);
  const folder = join(home, 'shop');
  expect(statSync(join(folder, 'wigwag.env')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('wigwag.env\nwigwag.db*\n');
  expect([profile, JSON.parse(readFileSync(join(folder, 'wigwag.json'), 'utf8'))]).toEqual([
    'shop',
    { profile: 'shop' },
  ]);
  const served = new RunningCommand(['serve'], { cwd: folder, env: { HOME: home, WIGWAG_PORT: '0' } });
  const baseUrl = await served.until('the address', () => served.stderr.match(/http\S+\/api\/v1/)?.[0]);
  const env = { HOME: home, WIGWAG_API_KEY: key, WIGWAG_BASE_URL: baseUrl };
  expect(await wigwag(['me', '--jq', '.account.name'], { cwd: folder, env })).toEqual({
    code: 0,
    stdout: 'shop\n',
    stderr: '',
  });
  // The operator's commands also find the database in the folder.
  expect((await run(['admin', 'accounts', 'list', '--json'], folder)).stdout).toContain('"name":"shop"');
  expect((await run(['profiles', 'show', '--jq', '.found_in'], folder)).stdout).toBe(
    'the profile shop (wigwag.json)\n',
  );
  const again = await run(['init', 'shop']);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  const other = await run(['init', 'elsewhere', '--name', 'shop']);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('the profile shop already exists')]);
});

test('init follows no link in the folder', async () => {
  const home = scratchFolder();
  const folder = join(home, 'shop');
  const other = join(home, 'other.txt');
  mkdirSync(folder);
  for (const name of ['wigwag.env', 'wigwag.json', 'wigwag.db', '.gitignore']) {
    writeFileSync(other, 'unchanged');
    symlinkSync(name === '.gitignore' ? other : join(home, 'nothing'), join(folder, name));
    const { code, stderr } = await wigwag(['init', 'shop'], { cwd: home, env: { HOME: home } });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/already exists|is a symbolic link/)]);
    expect([readFileSync(other, 'utf8'), existsSync(join(home, 'nothing'))]).toEqual(['unchanged', false]);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  }
});

test('init says when the port of its server is in use', async () => {
  const other = createServer((socket) => socket.destroy());
  // If another program uses the port, this call fails. In both cases the port is in use.
  await new Promise<void>((resolve) => other.once('error', () => resolve()).listen(3000, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const home = scratchFolder();
  const { code, stderr } = await wigwag(['init', 'shop'], { cwd: home, env: { HOME: home } });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Port 3000 is in use now.*add WIGWAG_PORT=PORT to wigwag\.env/),
  ]);
});

test('the command that init prints works for a name with spaces', async () => {
  const other = createServer((socket) => socket.destroy());
  // Either this server or another program uses the port.
  await new Promise<void>((resolve) => other.once('error', () => resolve()).listen(3000, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const home = scratchFolder();
  const { stderr } = await wigwag(['init', 'shop', '--name', "Ada's corner shop"], { cwd: home, env: { HOME: home } });
  const [, command = ''] = /correct the profile: (.*)$/m.exec(stderr) ?? [];
  const line = command.replace('PORT', '4000').replace('LIVE_KEY', 'ww_live_x');
  const shell = `wigwag() { "$NODE" "$BIN" "$@"; }; ${line}`;
  const env = { PATH: process.env.PATH, HOME: home, NODE: process.execPath, BIN };
  const { status, stderr: said } = spawnSync('sh', ['-c', shell], { cwd: home, env, encoding: 'utf8' });
  expect([line, status, said]).toEqual([line, 0, expect.stringContaining('stored in')]);
  const { profiles } = JSON.parse(readFileSync(join(home, '.config/wigwag/profiles.json'), 'utf8'));
  expect(profiles).toMatchObject({ "Ada's corner shop": { baseUrl: 'http://127.0.0.1:4000/api/v1' } });
});
