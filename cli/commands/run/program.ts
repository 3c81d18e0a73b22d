import { type Command, Option } from 'commander';
import { withExamples } from '../../program/options/frame.ts';
import {
  accountOption,
  allowedHostsOption,
  databaseUrl,
  httpUrl,
  noColorOption,
  port,
  positive,
} from '../../program/options/options.ts';
import { loadProjectEnvironment } from '../../settings/project-environment.ts';
import { defineMockDiff } from '../cassettes/program.ts';
import type { DevFlags } from './dev.ts';
import type { LogsFlags } from './logs.ts';
import type { MockFlags } from './mock.ts';
import { ipAddress, statuses } from './request-filter.ts';

/** Shows a line at once, because loading the server alone takes a second. Programs get only the output. */
function sayStart(line: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`${line}\n`);
  }
}

export const defineDemo = (demo: Command): void => {
  withExamples(demo.addOption(noColorOption()), 'wigwag demo').action(async () =>
    (await import('./demo.ts')).runDemo(),
  );
};

const clockOption = (moves: string) =>
  new Option('--clock <clock>', `a virtual clock does not advance until ${moves}`)
    .choices(['real', 'virtual'])
    .default('real');

export function defineDev(dev: Command): void {
  dev
    .option('--host <address>', 'address that the API listens on (default: 127.0.0.1)')
    .addOption(
      new Option('--port <port>', 'port of the API (default: 3000, or the next free one); 0 picks any free one')
        .argParser(port)
        .env('WIGWAG_PORT'),
    )
    .option('--mock-port <port>', 'port of the mock provider (default: 3001, or the next free one)', port)
    .option('--control-port <port>', 'port of the control protocol (default: 3002, or the next free one)', port)
    .addOption(allowedHostsOption())
    .option('--data <folder>', 'folder for the data (default: .wigwag)')
    .option('--memory', 'keep all data in memory')
    .option('--database <url>', 'sqlite:PATH or postgres://..., instead of the file in the data folder', databaseUrl)
    .addOption(clockOption('you advance it'))
    .option('--json', 'print one line of JSON when ready')
    .action(async (flags: DevFlags) => {
      if (!flags.json) {
        sayStart('Starting the API, the mock provider and the control port...');
      }
      await (await import('./dev.ts')).runDev(flags);
    });
  withExamples(dev, 'wigwag dev', 'wigwag dev --json --memory --port 0 --mock-port 0 --control-port 0');
}

export function defineLogs(logs: Command): void {
  logs
    .option('--data <folder>', 'data folder of the `wigwag dev` (default: .wigwag of this folder or a parent folder)')
    .option('--status <status...>', 'only these statuses, such as 404, or 4xx for all from 400 to 499', statuses)
    .option('--method <method>', 'only this HTTP method')
    .option('--path <part>', 'only paths that contain this text')
    .option('--code <code>', 'only responses with this error code, such as WINDOW_CLOSED')
    .option('--request-id <id>', 'only the request with this ID')
    .option('--key <id>', 'only requests with the key that has this ID', positive)
    .option('--ip <address>', 'only requests from this IP address', ipAddress)
    .option('--url <url>', 'requests to this server, with WIGWAG_ADMIN_TOKEN (or WIGWAG_ADMIN_URL)', httpUrl)
    .addOption(accountOption())
    .option('-f, --follow', 'also print the next requests as they come', true)
    .option('--no-follow', 'print the requests so far, and exit')
    .option('--json', 'print each request as a line of JSON')
    .action(async (flags: LogsFlags) => (await import('./logs.ts')).runLogs(flags));
  withExamples(
    logs,
    'wigwag logs',
    "wigwag logs --no-follow --json | jq 'select(.error)'",
    'wigwag logs --status 4xx --path /messages',
    'wigwag logs --url https://api.example.com --code WINDOW_CLOSED',
  );
}

export function defineMock(mock: Command): void {
  // `mock diff` also has --json.
  defineMockDiff(mock.enablePositionalOptions());
  mock
    .option('--port <port>', 'port; 0 picks a free one', port, 3001)
    .addOption(allowedHostsOption())
    .option('--callback-url <url>', 'callback address of the app', httpUrl)
    .option('--verify-token <token>', 'token for verifying that address (POST /_mock/verify)')
    .option('--seed <seed>', 'the same seed gives the same IDs and faults')
    .option('--usernames', 'everyone on WhatsApp has a username, so callbacks often have no phone number')
    .option('--no-contact-book', 'do not keep the phone numbers of people who get a username')
    .option('--parent-user-ids', 'callbacks of WhatsApp have parent business-scoped user IDs')
    .option('--no-user-ids', 'callbacks of WhatsApp have no business-scoped user IDs')
    .addOption(clockOption('POST /_mock/clock/advance'))
    .option('--exec <command>', 'run a shell command with the mock in its environment, then stop')
    .addOption(new Option('--strict', 'with --exec: fail if the app did not accept a callback'))
    .option('--proxy', 'also start a proxy that answers for graph.facebook.com and the other hosts of Graph')
    .option('--ca-dir <folder>', 'with --proxy: keep its certificate authority in a folder')
    .option('--env', 'start in the background and print exports for the shell')
    .option('--json', 'print one line of JSON when ready')
    .action(async (flags: MockFlags) => {
      const { runMock } = await import('./mock.ts');
      // With --exec and --env, several runs at the same time must not compete for one port.
      const chosen = mock.getOptionValueSource('port') !== 'default';
      await runMock({ ...flags, port: (flags.exec ?? flags.env) === undefined || chosen ? flags.port : 0 });
    });
  withExamples(
    mock,
    "wigwag mock --exec 'pytest' --strict",
    'eval "$(wigwag mock --proxy --env)"',
    'wigwag mock --callback-url http://127.0.0.1:8080/callbacks',
    'wigwag mock --usernames --callback-url http://127.0.0.1:8080/callbacks',
  );
}

export const defineServe = (serve: Command): void => {
  withExamples(serve, 'WIGWAG_SECRET_KEY=... WIGWAG_DATABASE_URL=postgres://... wigwag serve').action(async () => {
    sayStart('Starting the server...');
    loadProjectEnvironment();
    await (await import('./serve.ts')).runServe();
  });
};
