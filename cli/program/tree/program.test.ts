import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { ROOT } from '../../../lab/testing/projects.ts';
import { scratchFolder, wigwag } from '../../testing/cli.ts';
import { overview } from './overview.ts';
import { createProgram } from './program.ts';

/** Returns the words of every command, including those below `admin`. */
function commands(program: Command, above: string[] = []): string[][] {
  const there = program.commands.filter((command) => command.name() !== 'help');
  return there.flatMap((command) => {
    const name = [...above, command.name()];
    return command.commands.length > 0 ? commands(command, name) : [name];
  });
}

test('the help of each command shows an example', async () => {
  const program = await createProgram();
  expect(program.commands.map((command) => command.name())).toEqual(
    expect.arrayContaining(['demo', 'dev', 'serve', 'send', 'listen']),
  );
  for (const name of commands(program)) {
    let help = '';
    const command = name.reduce((at, part) => at.commands.find((one) => one.name() === part) ?? at, program);
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect([name, help]).toEqual([name, expect.stringMatching(/Examples?:\n {2}\$ (\w+=\S+ |echo \w+ \| )*wigwag /)]);
    expect(help).toContain(`wigwag ${name.join(' ')}`);
  }
});

test('the overview fits a terminal of 80 columns', async () => {
  const { code, stdout, stderr } = await wigwag(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('help fits a terminal of 40 columns, without its usage, terms and examples', async () => {
  const tooWide = (help: string) => help.split('\n').filter((line) => line.length > 40);
  expect(tooWide(overview({}, 40))).toEqual([]);
  expect(overview({}, 40)).toContain('  inbox\n      read, reply to, assign and close\n');
  const program = await createProgram();
  const check = (command: Command) => {
    const help = command.configureOutput({ getOutHelpWidth: () => 40 }).helpInformation();
    expect(tooWide(help).filter((line) => !/^(Usage: | {2}\S)/.test(line))).toEqual([]);
    command.commands.forEach(check);
  };
  program.commands.forEach(check);
});

test('docs/cli.md lists every command', async () => {
  const readme = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
  const told = [...readme.matchAll(/`wigwag ([a-z][a-z-]*)((?: [a-z][a-z-]*(?:\\\|[a-z-]+)*)?)[^`]*`/g)];
  const listed = told.flatMap(([, name = '', below = '']) =>
    below === ''
      ? [name]
      : [
          name,
          ...below
            .trim()
            .split('\\|')
            .map((inner) => `${name} ${inner}`),
        ],
  );
  const there = commands(await createProgram(), []).map((name) => name.join(' '));
  // The page summarizes the admin commands in one row, and lists `send` in several forms.
  const own = there.filter((name) => !name.startsWith('admin'));
  expect(listed).toEqual(expect.arrayContaining(own));
  expect(there.concat([...new Set(there.map((name) => name.split(' ')[0] ?? ''))])).toEqual(
    expect.arrayContaining(listed.filter((name) => !/^(completion|admin) /.test(name))),
  );
});

test('a test calls every command as a process', async () => {
  const tests = globSync('**/*.test.ts', { cwd: new URL('../../', import.meta.url), exclude: ['dist/**'] })
    .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .filter((text) =>
      /\b(wigwag|Running|openTerminal|startDev|adminOn|devWithAdmin)\b[^;]* from '(\.\.\/)+testing\//.test(text),
    );
  const written = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
  const begins = (text: string, words: readonly string[]) =>
    text.includes(`[${written(words)}`) || text.includes(`(${written(words)}`);
  // Some tests give the first words once: `run('list')` next to `['flows', ...args]`.
  const calls = (text: string, words: readonly string[]) =>
    begins(text, words) ||
    words.some(
      (_, at) =>
        ['[', '('].some((bracket) => text.includes(`${bracket}${written(words.slice(0, at))}, ...`)) &&
        begins(text, words.slice(at)),
    );
  const missing = commands(await createProgram(), []).filter(
    (name) =>
      !tests.some(
        (text) =>
          calls(text, name) || (name[0] === 'admin' && /adminOn|devWithAdmin/.test(text) && calls(text, name.slice(1))),
      ),
  );
  expect(missing).toEqual([]);
});

test('the help of a command goes to stdout with exit code 0', async () => {
  for (const args of [[], ['--help'], ['send', '--help'], ['help', 'dev']]) {
    const { code, stdout, stderr } = await wigwag(args);
    expect([args, code, stderr]).toEqual([args, 0, '']);
    expect(stdout).toContain('Usage: wigwag');
  }
});

test('--version prints the version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await wigwag(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('an unknown command or option is refused with a suggestion', async () => {
  for (const [args, said] of [
    [['sned'], "unknown command 'sned'\n(Did you mean send?)"],
    [['dev', '--memoyr'], "unknown option '--memoyr'\n(Did you mean --memory?)"],
    [['admin', 'keys', 'create'], "unknown command 'create'\n(Did you mean add?)"],
    [['contacts', 'add'], "unknown command 'add'\n(Did you mean create?)"],
    [['flows', 'show', '1'], "unknown command 'show'\n(Did you mean get?)"],
    [['profiles', 'delete', 'x'], "unknown command 'delete'\n(Did you mean remove?)"],
    [['contacts', 'lst'], "unknown command 'lst'\n(Did you mean one of list, ls?)"],
    [
      ['history', '905551112233'],
      "unknown command 'history'\n(To read a conversation, run `wigwag conversations history`.)",
    ],
    [['flows', 'create'], "required option '-f, --file <file>' not specified"],
    [['demo', 'extra'], "too many arguments for 'demo'"],
    [
      ['send', 'tempalte', 'hello_world'],
      "too many arguments for 'send'. Expected 1 argument but got 2: tempalte, hello_world.\n(Quote a text with spaces. To send a template, run `wigwag send template NAME`.)\n",
    ],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(args);
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringMatching(/^wigwag: /)]);
    expect([args, stderr]).toEqual([args, expect.stringContaining(`wigwag: ${said}`)]);
    expect(stderr).toContain('(add --help for the options and examples)');
  }
});

test('an old Node prints a one-line error', async ({ skip }) => {
  const node = '/usr/bin/node';
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (!/^v(1\d|20|21)\./.test(version)) {
    console.log(`skipped: ${node} is ${version || 'missing'}, and not an old Node`);
    skip();
  }
  const { code, stdout, stderr } = await wigwag(['--version'], { node });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^wigwag needs Node 22\.18 or newer, but runs on [\d.]+\. [^\n]+\n$/);

  // The advice works in a project that has the packages, but no other Node.
  const cwd = scratchFolder();
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../@wigwag/cli/bin/wigwag.js', join(cwd, 'node_modules/.bin/wigwag'));
  symlinkSync(join(ROOT, 'node_modules/@wigwag'), join(cwd, 'node_modules/@wigwag'));
  const advice = /`(npx .*)`/.exec(stderr)?.[1] ?? '';
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: process.env.HOME,
    npm_config_yes: 'true',
    npm_config_prefer_offline: 'true',
  };
  const advised = spawnSync('sh', ['-c', `${advice} --version`], { cwd, env, encoding: 'utf8' });
  expect([advised.status, advised.stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});
