import { expect, test } from 'vitest';
import { scratchFolder, wigwag } from '../../testing/cli.ts';

/** Runs commands of one user, who has one settings file. */
function user() {
  const cwd = scratchFolder();
  return { cwd, run: (...args: string[]) => wigwag(args, { cwd }) };
}

test('an option does not fill a placeholder, and -- allows an argument that starts with -', async () => {
  const { cwd, run } = user();
  await run('alias', 'set', 'hi', 'send "$1" --to $2 --dry-run --base-url http://127.0.0.1:1/api/v1');
  for (const args of [
    ['--verbose', 'Hello'],
    ['Hello', '--verbose'],
    ['Hello', '--'],
  ]) {
    const { code, stdout, stderr } = await run('hi', ...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toContain('the alias hi needs 2 arguments');
  }
  expect((await run('hi', '--verbose', 'Hello')).stderr).toBe(
    'wigwag: the alias hi needs 2 arguments, for `send "$1" --to $2 --dry-run --base-url http://127.0.0.1:1/api/v1`: ' +
      'write options after them, and -- before an argument that starts with -\n',
  );
  await run('alias', 'set', 'find', 'contacts list --search "$1" --base-url http://127.0.0.1:1/api/v1');
  for (const args of [
    ['--', '-x', '--dry-run'],
    ['-', '--dry-run'],
  ]) {
    const { stdout } = await wigwag(['find', ...args], { cwd, env: { WIGWAG_API_KEY: 'ww_test_key' } });
    expect([args, stdout]).toEqual([args, expect.stringMatching(/search=-(x)?&/)]);
  }
});

test('the last profile wins, so that one on the command line replaces the one of an alias', async () => {
  const { run } = user();
  await run('alias', 'set', 'who', 'me --profile first');
  for (const words of [
    ['who', '--profile', 'second'],
    ['--profile', 'second', 'who'],
    ['me', '--profile', 'first', '--profile=second'],
    ['contacts', '--profile', 'first', 'list', '--profile', 'second'],
  ]) {
    expect([words, (await run(...words)).stderr]).toEqual([words, expect.stringContaining('profile second')]);
  }
});
