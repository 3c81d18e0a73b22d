import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ANY_PORTS, BIN, RunningCommand, scratchFolder, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../testing/terminal.ts';

/** The user agent of each package manager, and how its user runs `wigwag`. */
const RUNNERS = [
  ['npm/11.6.0 node/v24.11.0 linux x64 workspaces/false', 'npx wigwag'],
  ['pnpm/10.20.0 npm/? node/v24.11.0 linux x64', 'pnpm exec wigwag'],
  ['yarn/4.10.3 npm/? node/v24.11.0 linux x64', 'yarn wigwag'],
  ['bun/1.3.1 npm/? node/v24.3.0 linux x64', 'bunx wigwag'],
  ['other/1.0', 'wigwag'],
] as const;

test.each(RUNNERS)('under %s the next steps are `%s ...`', async (agent, command) => {
  const env = { npm_config_user_agent: agent };
  const refused = await wigwag(['me'], { env });
  expect(refused).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`or run \`${command} dev\` in this folder`),
  });
  const asJson = JSON.parse((await wigwag(['login', '--json'], { env })).stderr).error;
  expect(asJson.fix).toBe(`To save a server and its key, run \`${command} profiles add\`.`);
  for (const words of [[], ['--help', '--profile', 'any']]) {
    expect((await wigwag(words, { env })).stdout).toContain(`\nRun "${command} <command> --help" for the options`);
  }
});

test('under npx every follow-up command has npx', async () => {
  const env = { npm_config_user_agent: RUNNERS[0][0] };
  const cwd = scratchFolder();
  const dev = new RunningCommand(['dev', ...ANY_PORTS], { cwd, env });
  await dev.until('the introduction', () => dev.stdout.includes('Press Ctrl-C to stop.'));
  for (const words of ['trigger message.received', 'send "Hello Ada"', 'listen\n']) {
    expect(dev.stdout).toContain(`\n  npx wigwag ${words}`);
  }
  expect(dev.stdout).toMatch(/^wigwag is ready,/);
  const run = (...words: string[]) => wigwag(words, { cwd, env });
  expect((await run('flows', 'get', '99')).stderr).toContain('fix: Run `npx wigwag flows list` to see all flows.');
  expect((await run('admin', 'agents', 'deactivate', '99')).stderr).toContain('`npx wigwag admin agents list` lists');
  const help = (await run('flows', 'get', '--help')).stdout;
  expect(help).toMatch(/^Usage: npx wigwag flows get \[options\] <id>$/m);
  expect(help).toMatch(/^ {2}\$ npx wigwag flows get /m);
  expect(help).not.toMatch(/(?<!npx )wigwag flows/);
  expect((await run('flows', 'init', 'new.yaml')).stdout).toContain('check it with `npx wigwag flows validate');
  expect((await run('init', 'shop')).stderr).toContain('Start the server in that folder with `npx wigwag serve`');
  const unreached = await run('doctor', '--base-url', 'http://127.0.0.1:1/api/v1', '--json');
  expect(unreached.stdout).toContain('`npx wigwag dev`');
  // Data is not changed.
  await run('alias', 'set', 'hi', 'send "wigwag send" --to $1');
  expect((await run('alias', 'list')).stdout).toContain('send "wigwag send"');
});

test('a package that npx has downloaded is named in full', () => {
  const folder = scratchFolder();
  symlinkSync(dirname(dirname(dirname(BIN))), join(folder, '_npx'));
  const { stderr } = spawnSync(
    process.execPath,
    ['--preserve-symlinks', '--preserve-symlinks-main', join(folder, '_npx', 'cli', 'bin', 'wigwag.js'), 'login'],
    { encoding: 'utf8', env: { PATH: process.env.PATH, npm_config_user_agent: RUNNERS[0][0] } },
  );
  expect(stderr).toContain('run `npx @wigwag/cli profiles add`');
});

test('under npx the overview fits a narrow terminal', async ({ skip }) => {
  if (!hasTerminals()) {
    skip();
  }
  const env = { npm_config_user_agent: RUNNERS[0][0] };
  const terminal = openTerminal(['--help'], { columns: 40, env });
  await terminal.until('exit code 0');
  expect(terminal.screen()).toContain(
    'Run "npx wigwag <command> --help" for\nthe options and examples of a command.\n',
  );
});

test('under npx the inbox names its commands the same way', async ({ skip }) => {
  if (!hasTerminals()) {
    skip();
  }
  const cwd = scratchFolder();
  // Without the dashboard, whose owner is an agent.
  const dev = new RunningCommand(['dev', '--json', ...ANY_PORTS], { cwd, env: { WIGWAG_DASHBOARD: 'off' } });
  const info = await dev.until('the line', () => dev.stdout.includes('\n') && JSON.parse(dev.stdout));
  await fetch(`${info.control_url}/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      account_id: info.account_id,
      channel: 'whatsapp',
      from: { id: '905551112233', name: 'Ada' },
      type: 'text',
      text: 'Hi',
    }),
  });
  // From another folder, the inbox has no administrator's key, so it cannot create the agent.
  const terminal = openTerminal(['inbox'], {
    cwd: scratchFolder(),
    columns: 140,
    env: {
      WIGWAG_BASE_URL: info.base_url,
      WIGWAG_API_KEY: info.live_key,
      npm_config_user_agent: RUNNERS[0][0],
    },
  });
  await terminal.until('Ada');
  terminal.press('a');
  await terminal.until('add one with `npx wigwag admin agents add`');
  terminal.press('q');
});
