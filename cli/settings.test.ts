import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder, wigwag } from './testing.ts';

const A = 'https://a.example/api/v1';
const B = 'https://b.example/api/v1';
const KEY_A = `ww_live_${'a'.repeat(41)}`;
const KEY_B = `ww_test_${'b'.repeat(41)}`;

/** A home with the profiles a (in use) and b. */
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

test('keys are kept in a file for the owner alone, and never shown whole', async () => {
  const { run, file } = await createHome();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).profiles.b.apiKey).toBe(KEY_B);
  const { stdout } = await run(['profiles', 'list', '--json']);
  expect(JSON.parse(stdout)).toEqual([
    { name: 'a', base_url: A, api_key: 'ww_live_...aaaa', in_use: true },
    { name: 'b', base_url: `${B}/`, api_key: 'ww_test_...bbbb', in_use: false },
  ]);
  expect((await run(['profiles', 'show', 'b', '--jq', '.api_key'])).stdout).toBe('ww_test_...bbbb\n');
  expect(await run(['profiles', 'use', 'b'])).toMatchObject({ code: 0, stderr: '' });
  expect((await run(['profiles', 'show', '--jq', '.base_url'])).stdout).toBe(`${B}\n`);
  expect(await run(['profiles', 'remove', 'b'])).toMatchObject({ code: 0 });
  expect((await run(['profiles', 'list', '--jq', '.[].name'])).stdout).toBe('a\n');
});

test('the flag wins over the environment, that over the project file, and that over the profile in use', async () => {
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

test('a key goes to no other server than the one it is kept for', async () => {
  const { run } = await createHome();
  for (const args of [
    ['me', '--base-url', B, '--profile', 'a'],
    ['me', '--base-url', 'http://127.0.0.1:1/api/v1'],
  ]) {
    expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no API key for') });
  }
});

test('a profile or file that cannot be used is named, with the way out', async () => {
  const { home, run, file } = await createHome();
  const said = async (args: string[], options: Parameters<typeof run>[1] = {}) => {
    const { code, stdout, stderr } = await run(args, options);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    return stderr;
  };
  expect(await said(['me', '--profile', 'c'])).toContain('there is no profile c (there are: a, b)');
  expect(await said(['profiles', 'use', 'toString'])).toContain('there is no profile toString');
  expect(await said(['profiles', 'add', 'd', '--base-url', A])).toContain('set WIGWAG_API_KEY, or give it on stdin');
  expect(await said(['profiles', 'add', 'd', '--base-url', 'd.example'], { input: KEY_A })).toContain('must be a URL');
  writeFileSync(join(home, 'wigwag.json'), JSON.stringify({ api_key: KEY_A }));
  expect(await said(['me'])).toContain('take out api_key');
  writeFileSync(join(home, 'wigwag.json'), '{');
  expect(await said(['me'])).toContain('is not JSON');
  writeFileSync(join(home, 'wigwag.json'), '{}');
  writeFileSync(file, '[]');
  expect(await said(['me'])).toContain('was not written by `wigwag profiles`');
});
