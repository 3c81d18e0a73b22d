import type { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';
import { EXIT_CODES } from '../errors/exit-codes.ts';
import { createProgram } from './program.ts';

/** Commands whose output is not a record or a list of records, with the reason. */
const WITHOUT_RECORDS: Record<string, string> = {
  demo: 'plays a script',
  dev: 'runs until it is stopped; --json prints one line when ready',
  serve: 'runs until it is stopped',
  logs: 'prints requests until it is stopped; --json prints each as a line',
  mock: 'runs until it is stopped; --json prints one line when ready',
  'mock diff': 'compares; --json prints the differences',
  record: 'runs until it is stopped; --json prints one line when ready',
  replay: 'runs until the cassette is played; --json prints one line when ready, and each difference as a line',
  listen: 'prints events until it is stopped; --json prints each as a line',
  mcp: 'speaks the protocol of agents',
  completion: 'prints a shell script',
  help: 'prints help',
  'admin people export': 'writes one JSON document',
  'admin campaigns export': 'writes one CSV file',
  conformance: 'writes reports; --json names the file',
  'conformance diff': 'compares reports',
  'conformance integration': 'writes reports; --json names the file',
  'conformance matrix': 'writes an HTML page',
  'conformance receiver': 'prints verdicts as they come; --json prints each as a line',
};

/** Commands that find nothing, so that the exit code is that of a missing thing. */
const MISSING = [
  'messages get msg_1',
  'messages wait msg_1',
  'templates get nothing',
  'templates preview nothing',
  'send template nothing --to 905551112233',
  'conversations get 905550000001',
  'conversations history 905550000001',
  'conversations assign 905550000001 --nobody',
  'conversations close 905550000001',
  'conversations open 905550000001',
  'conversations read 905550000001',
  'conversations typing 905550000001',
  'contacts get 905550000001',
  'contacts update 905550000001 --name Ada',
  'flows get 99',
  'flows delete 99',
  'flows activate 99',
  'flows deactivate 99',
  'flows runs 99',
  'flows stats 99',
  'flows test 99 --to 905551112233',
  'api GET /flows/99',
  'admin accounts show 99',
  'admin webhook show --account 99',
  'admin accounts set 99 --name Shop',
  'admin accounts activate 99',
  'admin accounts deactivate 99',
  'admin keys add --account 99',
  'admin keys list --account 99',
  'admin keys revoke 99',
  'admin keys rotate 99',
  'admin connections list --account 99',
  'admin connections set-token wa_99 --force',
  'admin connections activate wa_99',
  'admin connections deactivate wa_99',
  'admin connections set wa_99 --mark-as-read on',
  'admin connections origins web_99 --none',
  'admin templates sync --connection wa_99',
  'admin labels list --account 99',
  'admin agents deactivate 99',
  'admin agents invite 99 --email grace@shop.example',
  'admin logins reset 99',
  'admin logins disable 99',
  'admin logins enable 99',
  'admin operators reset 99',
  'admin deliveries list --account 99',
  'admin campaigns show 99',
  'admin campaigns stop 99',
  'admin campaigns resume 99',
  'admin campaigns export 99',
  'admin people export 905550000001',
  'admin people erase 905550000001 --yes',
  'admin webhook enable --account 99',
  'alias delete nothing',
];

/** Lists of an account that has nothing yet. */
const EMPTY = [
  'templates list',
  'conversations list',
  'contacts list',
  'opt-outs list',
  'blocks list',
  'flows list',
  'labels list',
  'agents list',
  'profiles list',
  'alias list',
  'admin callbacks list',
];
const EMPTY_FOR_OPERATORS = ['labels', 'agents', 'connections', 'deliveries', 'campaigns'].map(
  (noun) => `admin ${noun} list`,
);

/** Commands that print one record or a filled list, wherever they run. `me` is last, because it changes the last use of a key. */
const FILLED = [
  'admin accounts list',
  'admin apps list',
  'admin webhook show',
  'admin keys list',
  'admin connections check',
  'profiles show',
  'me',
];

/** Returns every command that does something, by its words. */
function leaves(program: Command, above: string[] = []): { name: string; command: Command }[] {
  return program.commands.flatMap((command) => {
    const path = [...above, command.name()];
    const inner = leaves(command, path);
    return inner.length > 0 && !['send', 'conformance', 'mock'].includes(command.name())
      ? inner
      : [{ name: path.join(' '), command }, ...inner];
  });
}

/** Runs commands a few at a time, and returns their results in order. */
async function runAll<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 4) {
    results.push(...(await Promise.all(items.slice(at, at + 4).map(run))));
  }
  return results;
}

/** The last line of stderr, which is the error: notes can precede it. */
const errorIn = (stderr: string) => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;

test('every command that prints records has the same output options', async () => {
  const all = leaves(await createProgram());
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(WITHOUT_RECORDS)));
  for (const { name, command } of all.filter(({ name }) => !(name in WITHOUT_RECORDS))) {
    const options = Object.fromEntries(command.options.map((option) => [option.long, option.argChoices ?? true]));
    expect([name, options]).toEqual([
      name,
      expect.objectContaining({
        '--json': true,
        '--jsonl': true,
        '--jq': true,
        '--output': expect.arrayContaining(['table', 'json', 'jsonl', 'csv']),
        '--quiet': true,
        '--no-color': true,
      }),
    ]);
    expect([name, command.options.some(({ long, mandatory }) => long === '--account' && mandatory)]).toEqual([
      name,
      false,
    ]);
  }
});

test('every command refuses an unknown option with 2, and as JSON under --json', async () => {
  // `conformance --json` names a file.
  const all = leaves(await createProgram()).filter(
    ({ name }) => !/^(help|conformance( diff| integration| matrix)?)$/.test(name),
  );
  await runAll(all, async ({ name }) => {
    const { code, stdout, stderr } = await wigwag([...name.split(' '), '--nonsense', '--json']);
    expect([name, code, stdout]).toEqual([name, EXIT_CODES.usage, '']);
    expect([name, JSON.parse(stderr).error]).toEqual([
      name,
      {
        code: 'USAGE',
        // Commander reports a required option first.
        message: expect.stringMatching(/^(unknown option '--nonsense'|required option '.+' not specified)$/),
        exit_code: EXIT_CODES.usage,
      },
    ]);
  });
  expect(await wigwag(['flows', 'get', '--nonsense'])).toEqual({
    code: EXIT_CODES.usage,
    stdout: '',
    stderr: "wigwag: unknown option '--nonsense'\n(add --help for the options and examples)\n",
  });
});

test('every command that calls the API exits with 3 without a key', async () => {
  const calls = [...EMPTY, ...MISSING].filter((line) => !/^(admin|profiles|alias) /.test(line));
  await runAll(['me', 'channels', 'stats', 'listen', 'inbox', ...calls], async (line) => {
    const { code, stdout, stderr } = await wigwag([...line.split(' '), '--json']);
    expect([line, code, stdout]).toEqual([line, EXIT_CODES.key, '']);
    expect([line, errorIn(stderr)]).toEqual([
      line,
      { code: 'MISSING_API_KEY', message: expect.stringContaining('no API key for'), exit_code: EXIT_CODES.key },
    ]);
  });
});

test('a missing thing has exit code 4 in every command', async () => {
  const { cwd } = await startDev(['--data', '.wigwag']);
  const env = { WIGWAG_ACCESS_TOKEN: 'token' };
  await runAll(MISSING, async (line) => {
    const { code, stdout, stderr } = await wigwag([...line.split(' '), '--json'], { cwd, env });
    // Exports have no --json, but their errors are JSON if the word is there.
    const isExport = /^admin (people|campaigns) export/.test(line);
    expect([line, code, stdout]).toEqual([line, isExport ? EXIT_CODES.usage : EXIT_CODES.notFound, '']);
    expect([line, errorIn(stderr)]).toEqual([line, expect.objectContaining({ exit_code: code })]);
  });
  await runAll(
    MISSING.filter((line) => line.includes('export')),
    async (line) => {
      const { code, stdout, stderr } = await wigwag(line.split(' '), { cwd, env });
      expect([line, code, stdout, stderr]).toEqual([
        line,
        EXIT_CODES.notFound,
        '',
        expect.stringMatching(/^wigwag: /m),
      ]);
    },
  );
});

test('an empty list looks the same in every command', async () => {
  const { cwd, info } = await startDev(['--data', '.wigwag']);
  const admin = async (...args: string[]) =>
    JSON.parse((await wigwag(['admin', ...args, '--json'], { cwd })).stdout) as Record<string, string>;
  const { account_id = '' } = await admin('accounts', 'add', '--name', 'Empty');
  const { key = '' } = await admin('keys', 'add', '--account', account_id);
  const env = { WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: key };
  const lines = [...EMPTY, ...EMPTY_FOR_OPERATORS.map((line) => `${line} --account ${account_id}`)];
  await runAll(lines, async (line) => {
    const run = (...flags: string[]) => wigwag([...line.split(' '), '--quiet', ...flags], { cwd, env });
    const [json, jq, jsonl, csv, table] = [
      await run('--json'),
      await run('--jq', 'length'),
      await run('--output', 'jsonl'),
      await run('--output', 'csv'),
      await wigwag(line.split(' '), { cwd, env }),
    ];
    expect([line, json, jq, jsonl]).toEqual([
      line,
      { code: 0, stdout: '[]\n', stderr: '' },
      { code: 0, stdout: '0\n', stderr: '' },
      { code: 0, stdout: '', stderr: '' },
    ]);
    expect([line, csv]).toEqual([
      line,
      { code: 0, stdout: expect.stringMatching(/^[a-z_.]+(,[a-z_.]+)+\n$/), stderr: '' },
    ]);
    expect([line, table]).toEqual([line, { code: 0, stdout: '', stderr: expect.stringMatching(/(^|\n)none\n$/) }]);
  });
});

test('a record or list has the same data in every format, and words for people', async () => {
  const { cwd } = await startDev(['--data', '.wigwag']);
  await runAll(FILLED, async (line) => {
    const run = async (...flags: string[]) => {
      const { code, stdout, stderr } = await wigwag([...line.split(' '), '--quiet', ...flags], { cwd });
      expect([line, flags, code, stderr]).toEqual([line, flags, 0, '']);
      return stdout;
    };
    // `startDev` has used the key, which the server may store between two of these commands.
    const read = (text: string) => JSON.parse(text, (name, value) => (name === 'last_used_at' ? null : value));
    const json = read(await run('--json'));
    const lines = (await run('--output', 'jsonl')).trimEnd().split('\n');
    expect([line, lines.map(read)]).toEqual([line, [json].flat()]);
    expect([line, read(await run('--jq', '.'))]).toEqual([line, json]);
    expect([line, parse(await run('--output', 'csv'), { columns: true })]).toEqual([
      line,
      expect.objectContaining({ length: [json].flat().length }),
    ]);
    const table = await run('--output', 'table');
    expect([line, table]).toEqual([
      line,
      expect.not.stringMatching(/\b(true|false|null|undefined)\b|T\d\d:\d\d:\d\d\./),
    ]);
  });
});

test('--account is needed only if there are several accounts', async () => {
  const { cwd } = await startDev(['--data', '.wigwag']);
  const run = (...args: string[]) => wigwag(['admin', ...args], { cwd });
  expect(await run('keys', 'list', '--quiet')).toMatchObject({ code: 0, stderr: '' });
  await run('accounts', 'add', '--name', 'Second');
  const { code, stdout, stderr } = await run('keys', 'list', '--quiet');
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringContaining('there are 2 accounts: choose one with --account'),
  ]);
});

test('help, versions and pointers need no server', async () => {
  const run = (line: string) =>
    wigwag(
      line.split(' ').filter((word) => word !== ''),
      { cwd: scratchFolder() },
    );
  for (const [line, begins] of [
    ['', 'Usage: wigwag <command>'],
    ['help', 'Usage: wigwag <command>'],
    ['contacts', 'Usage: wigwag contacts [options] [command]'],
    ['admin keys', 'Usage: wigwag admin keys [options] [command]'],
    ['help contacts', 'Usage: wigwag contacts [options] [command]'],
    ['help contacts get', 'Usage: wigwag contacts get [options] <phone>'],
    ['help admin keys add', 'Usage: wigwag admin keys add [options]'],
    ['help send template', 'Usage: wigwag send template [options] <name>'],
  ] as const) {
    expect([line, await run(line)]).toEqual([line, { code: 0, stdout: expect.stringContaining(begins), stderr: '' }]);
  }
  for (const line of ['-v', '-V', '--version', 'version']) {
    expect([line, await run(line)]).toEqual([
      line,
      { code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' },
    ]);
  }
  for (const [line, said] of [
    ['help nope', "unknown command 'nope'"],
    ['help contacts lst', "unknown command 'lst'\n(Did you mean one of list, ls?)"],
    ['help send nope', "unknown command 'nope'"],
    ['login', '`wigwag profiles add`'],
    ['config', '`wigwag profiles show`'],
    ['tail', '`wigwag listen`'],
    ['keys', '`wigwag admin keys`'],
  ] as const) {
    expect([line, await run(line)]).toEqual([line, { code: 2, stdout: '', stderr: expect.stringContaining(said) }]);
  }
  const asJson = await run('login --json');
  expect(JSON.parse(asJson.stderr).error).toEqual({
    code: 'USAGE',
    message: "unknown command 'login'",
    fix: 'To save a server and its key, run `wigwag profiles add`.',
    exit_code: 2,
  });
});

test('--profile can precede the command', async () => {
  const { info, cwd } = await startDev();
  const add = ['profiles', 'add', 'here', '--base-url', info.base_url];
  expect(await wigwag(add, { cwd, env: { WIGWAG_API_KEY: info.test_key } })).toMatchObject({ code: 0 });
  for (const words of [
    ['--profile', 'here', 'me'],
    ['--profile=here', 'me'],
    ['me', '--profile', 'here'],
  ]) {
    expect([words, await wigwag([...words, '--jq', '.key.mode'], { cwd })]).toEqual([
      words,
      { code: 0, stdout: 'test\n', stderr: '' },
    ]);
  }
  expect(await wigwag(['contacts', '--profile', 'here', 'list', '--json'], { cwd })).toMatchObject({ stdout: '[]\n' });
  const text = ['send', '--profile', 'here', '--to', '905551112233', '--dry-run', '--', '--profile'];
  expect((await wigwag(text, { cwd })).stdout).toContain('"text":"--profile"');
});
