import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

/** Runs commands of one user, who has one settings file. */
function user(cwd = scratchFolder()) {
  const file = join(cwd, '.config', 'wigwag', 'profiles.json');
  return { cwd, file, run: (...args: string[]) => wigwag(args, { cwd }) };
}

test('an alias is set, listed, replaced and deleted, next to the profiles', async () => {
  const { cwd, file, run } = user();
  const profile = ['profiles', 'add', 'staging', '--base-url', 'http://127.0.0.1:1/api/v1'];
  expect(await wigwag(profile, { cwd, env: { WIGWAG_API_KEY: 'ww_test_key' } })).toMatchObject({ code: 0 });
  expect(await run('alias', 'set', 'find', 'contacts list --search "$1"', '--json')).toEqual({
    code: 0,
    stdout: '{"name":"find","command":"contacts list --search \\"$1\\""}\n',
    stderr: '',
  });
  expect(await run('alias', 'set', 'keys', 'admin keys list')).toMatchObject({ code: 0 });
  expect(await run('alias', 'set', 'keys', 'admin keys list --json')).toMatchObject({ code: 0 });
  // Profiles and aliases do not delete each other.
  expect(await run('profiles', 'remove', 'staging')).toMatchObject({ code: 0 });
  expect(JSON.parse((await run('alias', 'list', '--json')).stdout)).toEqual([
    { name: 'find', command: 'contacts list --search "$1"' },
    { name: 'keys', command: 'admin keys list --json' },
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ profiles: {}, aliases: { keys: expect.anything() } });
  expect(await run('alias', 'delete', 'keys', '--json')).toMatchObject({
    code: 0,
    stdout: '{"name":"keys","command":"admin keys list --json","deleted":true}\n',
  });
  expect(await run('alias', 'list', '--jq', '.[].name')).toMatchObject({ stdout: 'find\n' });
  expect(await run('alias', 'delete', 'keys')).toEqual({
    code: 4,
    stdout: '',
    stderr: 'wigwag: there is no alias keys; `wigwag alias list` lists them\n',
  });
});

test('an alias runs its command with the arguments in place, and the others at the end', async () => {
  const { cwd, run } = user();
  await startDev(['--data', '.wigwag'], { cwd });
  await run('alias', 'set', 'hi', `send "Hello $1, '\\$9' or" --to $2`);
  await run('alias', 'set', 'price', `send 'It is $1' --to 905551112233`);
  await run('alias', 'set', 'people', 'contacts ls');
  const sent = await run('hi', 'Ada Lovelace', '905551112233', '--dry-run');
  expect([sent.code, sent.stderr]).toEqual([0, '']);
  expect(sent.stdout).toContain(`"text":"Hello Ada Lovelace, '\\''$9'\\'' or"`);
  expect((await run('price', '--dry-run')).stdout).toContain('"text":"It is $1"');
  expect(await run('people', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  expect(await run('hi', 'Ada')).toEqual({
    code: 2,
    stdout: '',
    stderr: `wigwag: the alias hi needs 2 arguments, for \`send "Hello $1, '\\$9' or" --to $2\`\n`,
  });
  await run('alias', 'set', 'flow', 'flows get $1 --json');
  const missing = await run('flow', '99');
  expect([missing.code, JSON.parse(missing.stderr).error.code]).toEqual([4, 'FLOW_NOT_FOUND']);
  expect(await run('--profile', 'nope', 'people')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the profile nope does not exist'),
  });
});

test('a name of a command, a wrong name and a wrong command are refused', async () => {
  const { file, run } = user();
  for (const [name, command, said] of [
    ['send', 'contacts list', '`wigwag send` is a command: choose another name for the alias'],
    ['help', 'contacts list', '`wigwag help` is a command: choose another name for the alias'],
    ['a b', 'contacts list', 'the name of an alias consists of letters, digits, - and _; it is "a b"'],
    [
      'people',
      'contcats list',
      'an alias must start with a command, and contcats is not one; `wigwag --help` lists all commands',
    ],
    ['people', '', 'an alias must start with a command; `wigwag --help` lists all commands'],
    ['people', 'contacts list --search "', 'the command has an open quote: contacts list --search "'],
  ] as const) {
    const { code, stdout, stderr } = await run('alias', 'set', name, command);
    expect([name, command, code, stdout, stderr]).toEqual([name, command, 2, '', `wigwag: ${said}\n`]);
  }
  expect((await run('alias', 'list', '--json')).stdout).toBe('[]\n');
  // A file from an earlier version can have a name that has become a command.
  await run('alias', 'set', 'people', 'contacts list');
  writeFileSync(file, readFileSync(file, 'utf8').replace('people', 'me'));
  expect(await run('me', '--help')).toMatchObject({ stdout: expect.stringContaining('Usage: wigwag me') });
  writeFileSync(file, '{"profiles":{},"aliases":{"people":1}}');
  expect(await run('people')).toMatchObject({ code: 2, stderr: expect.stringContaining('or is damaged') });
  expect(await run('--help')).toMatchObject({ code: 0, stderr: '' });
});

test('help shows what an alias does', async () => {
  const { run } = user();
  await run('alias', 'set', 'find', 'contacts list --search "$1"');
  const { stdout, stderr } = await run('--help');
  expect([stdout, stderr]).toEqual([
    expect.stringContaining('Aliases:\n  find           contacts list --search "$1"\n'),
    '',
  ]);
  for (const words of [
    ['help', 'find'],
    ['find', '--help'],
    ['find', '-h'],
  ]) {
    expect(await run(...words)).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^`wigwag find` is an alias of `wigwag contacts list --search "\$1"`\.\n\nUsage: wigwag contacts list\|ls \[options\]\n/,
      ),
      stderr: '',
    });
  }
  expect(await run('completion', '--names', 'aliases')).toEqual({ code: 0, stdout: 'find\n', stderr: '' });
});
