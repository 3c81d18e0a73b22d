import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../../program/tree/program.ts';
import { BIN, scratchFolder, startDev, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openShell } from '../../testing/terminal.ts';

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await wigwag(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/**
 * Scripts that ask each shell for its completions of these words. For bash and zsh they call the completion function.
 * They read the script from a file, because it is too long for an argument.
 */
const ASKING: Record<string, (file: string, words: readonly string[]) => string> = {
  bash: (file, words) => `source ${file}
    COMP_WORDS=(wigwag ${quoted(words)}); COMP_CWORD=${words.length}
    _wigwag; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (file, words) => `compdef() { }; compadd() { print -l -- "\${@:2}" }; _describe() { print -l -- \${known%%:*} }
    source ${file}
    words=(wigwag ${quoted(words)}); CURRENT=${words.length + 1}
    _wigwag`,
  fish: (file, words) => `source ${file}\ncomplete -C "wigwag ${words.join(' ')}"`,
};

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined;

test.each(['bash', 'zsh', 'fish'])('%s offers commands, options and choices', async (shell) => {
  const script = await scriptFor(shell);
  if (!isThere(shell)) {
    console.log(`not run: ${shell} is not installed; only the text of its script is checked below`);
    return;
  }
  const file = join(scratchFolder(), 'script');
  writeFileSync(file, script);
  const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
  const offered = (...words: string[]): string[] => {
    const { stdout, stderr } = spawnSync(shell, ['-c', ASKING[shell]?.(file, words) ?? ''], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: scratchFolder() },
    });
    expect(stderr).toBe('');
    const begun = words.at(-1) ?? '';
    const lines = stdout.trim().split('\n');
    return lines.map((line) => line.split('\t')[0] ?? '').filter((word) => word.startsWith(begun));
  };
  expect(offered('con').sort()).toEqual(['contacts', 'conformance', 'conversations'].sort());
  expect(offered('contacts', '')).toEqual(expect.arrayContaining(['list', 'get', 'create', 'update', 'window']));
  expect(offered('contacts', 'list', '--se')).toEqual(['--search']);
  expect(offered('send', 'Hello', '--channel', 'm')).toEqual(['messenger']);
  expect(offered('send', 'template', '--head')).toContain('--header-url');
});

/** How each shell starts without the user's settings, and loads a script as a user would. */
const INTERACTIVE: Record<string, { start: string; load: (file: string) => string }> = {
  bash: { start: 'bash --norc -i', load: (file) => `source ${file}` },
  zsh: { start: 'zsh -f', load: (file) => `autoload -Uz compinit && compinit -u -D && source ${file}` },
  fish: { start: 'fish --no-config', load: (file) => `source ${file}` },
};

test.each(['bash', 'zsh', 'fish'])('Tab completes commands, choices and names in %s on a terminal', async (shell) => {
  const { start, load } = INTERACTIVE[shell] ?? expect.unreachable();
  if (!isThere(shell) || !hasTerminals()) {
    console.log(`skipped: ${shell} or tmux is not installed, so nothing is completed in ${shell}`);
    return;
  }
  const folder = scratchFolder();
  writeFileSync(join(folder, 'script'), await scriptFor(shell));
  writeFileSync(join(folder, 'wigwag'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`, { mode: 0o755 });
  const profile = ['profiles', 'add', 'staging', '--base-url', 'http://127.0.0.1:1/api/v1'];
  expect(await wigwag(profile, { cwd: folder, env: { WIGWAG_API_KEY: 'ww_test_key' } })).toMatchObject({ code: 0 });
  expect(await wigwag(['alias', 'set', 'newest', 'contacts list'], { cwd: folder })).toMatchObject({ code: 0 });
  const PATH = `${folder}:${process.env.PATH}`;
  const terminal = openShell({ cwd: folder, columns: 100, rows: 40, env: { PATH, PS1: '$ ' } }, start);
  terminal.type(`${load(join(folder, 'script'))}; printf 'script-%s\\n' loaded`);
  terminal.press('Enter');
  await terminal.until('script-loaded');
  for (const [typed, completed] of [
    ['wigwag contacts wind', 'wigwag contacts window'],
    ['wigwag send Hello --channel mes', 'wigwag send Hello --channel messenger'],
    ['wigwag profiles use stag', 'wigwag profiles use staging'],
    ['wigwag newe', 'wigwag newest'],
    ['wigwag alias delete new', 'wigwag alias delete newest'],
  ] as const) {
    terminal.type(typed);
    terminal.press('Tab');
    await terminal.until(completed);
    terminal.press('C-u');
  }
});

test('names of profiles, templates, flows, agents and accounts come from the server', async () => {
  const { cwd, info, control } = await startDev(['--data', '.wigwag'], { cwd: scratchFolder() });
  await control('POST', '/agents', { account_id: info.account_id, name: 'Grace' });
  const names = async (kind: string) => {
    const { code, stdout, stderr } = await wigwag(['completion', '--names', kind], { cwd });
    expect([kind, code, stderr]).toEqual([kind, 0, '']);
    return stdout.trim().split('\n');
  };
  expect(await names('templates')).toEqual(expect.arrayContaining(['hello_world', 'order_update']));
  expect(await names('accounts')).toEqual([info.account_id]);
  expect(await names('agents')).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
  await wigwag(['profiles', 'add', 'staging', '--base-url', info.base_url], {
    cwd,
    env: { WIGWAG_API_KEY: info.live_key },
  });
  expect(await names('profiles')).toEqual(['staging']);
  expect(await names('nothing')).toEqual(['']);
  // Without a server, a shell gets no names and no error.
  expect(await wigwag(['completion', '--names', 'templates'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const script = await scriptFor('bash');
  for (const place of ["'contacts list --profile'", "'admin keys list --account'", "'conversations assign --agent'"]) {
    expect(script).toContain(`${place}) COMPREPLY=($(compgen -W "$(wigwag completion --names `);
  }
  expect(script).toMatch(/'templates get'\) COMPREPLY=.*wigwag completion --names templates/);
  expect(script).toMatch(/'flows get'\) COMPREPLY=.*wigwag completion --names flows/);
});

test('ls and rm are aliases of list, delete and remove', async () => {
  const program = await createProgram();
  const aliases = program.commands.flatMap((one) =>
    one.commands.filter((inner) => inner.aliases().length > 0).map((inner) => `${one.name()} ${inner.aliases()}`),
  );
  expect(aliases).toEqual(expect.arrayContaining(['contacts ls', 'flows rm', 'blocks rm', 'profiles rm']));
  const { code, stdout } = await wigwag(['help', 'flows', 'ls']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: wigwag flows list|ls [options]')]);
});

/** Returns whether every opened quote is closed, by the quoting rules that all three shells share. */
function isClosed(script: string): boolean {
  const rest = script
    // A `#` inside a word, as in `"$#"`, does not start a comment.
    .replace(/^#.*$/gm, '')
    .replace(/\\.|'[^']*'|"(\\.|[^"\\])*"/gs, '');
  return !/['"]/.test(rest);
}

test('the scripts name every command and close every quote and block', async () => {
  const program = await createProgram();
  const paths = program.commands.flatMap((one) => [
    one.name(),
    ...one.commands.map((inner) => `${one.name()} ${inner.name()}`),
  ]);
  expect(paths).toEqual(expect.arrayContaining(['send template', 'flows runs', 'admin campaigns', 'completion']));
  expect([isClosed(`'it'\\''s' "a \\" b"`), isClosed(`'it's'`), isClosed('"')]).toEqual([true, false, false]);
  for (const [shell, first, place, open, close] of [
    [
      'bash',
      /^# Completions of wigwag for bash/,
      (path: string) => `    '${path}') COMPREPLY=(`,
      /\bcase\b/g,
      /\besac\b/g,
    ],
    ['zsh', /^#compdef wigwag\n/, (path: string) => `    '${path}') known=(`, /\bcase\b/g, /\besac\b/g],
    [
      'fish',
      /^# Completions of wigwag for fish/,
      (path: string) => `'__wigwag_place "${path}"'`,
      /^ *(function|for)\b/gm,
      /^ *end\b/gm,
    ],
  ] as const) {
    const script = await scriptFor(shell);
    expect(script).toMatch(first);
    expect([shell, isClosed(script)]).toEqual([shell, true]);
    // Removes quoted text and its apostrophes, because descriptions contain keywords of the shell.
    const bare = script.replaceAll("'\\''", '').replace(/'[^']*'/g, '');
    expect([shell, bare.match(open)?.length]).toEqual([shell, bare.match(close)?.length]);
    expect(paths.filter((path) => !script.includes(place(path)))).toEqual([]);
  }
  const other = await wigwag(['completion', 'tcsh']);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('not for tcsh')]);
  expect(await wigwag(['completion'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'wigwag: name a shell: bash, zsh, fish; for example, run `wigwag completion bash`\n',
  });
});
