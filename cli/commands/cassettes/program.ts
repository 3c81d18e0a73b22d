import { type Command, InvalidArgumentError, Option } from 'commander';
import { withExamples } from '../../program/options/frame.ts';
import { httpUrl, port, positive } from '../../program/options/options.ts';
import type { RecordFlags } from './record.ts';
import type { ReplayFlags } from './replay.ts';

export function defineRecord(record: Command): void {
  record
    .option('-o, --out <file>', 'the cassette to write', 'cassette.jsonl')
    .option('--force', 'replace an existing file')
    .option('--port <port>', 'port of the proxy; 0 picks a free one', port, 0)
    .option('--to <url>', 'send requests to this address, such as that of a mock (default: Meta)', httpUrl)
    .option('--callback-url <url>', "address of the app, to which the proxy forwards Meta's callbacks", httpUrl)
    .option('--ca-dir <folder>', 'keep the certificate authority of the proxy in a folder')
    .option('--exec <command>', 'record while a shell command runs with the proxy in its environment')
    .option('--env', 'start in the background and print exports for the shell')
    .option('--json', 'print one line of JSON when ready')
    .action(async (flags: RecordFlags) => (await import('./record.ts')).runRecord(flags));
  withExamples(
    record,
    "wigwag record --exec 'node send.mjs'",
    'eval "$(wigwag record -o order.jsonl --env)"',
    'wigwag record --port 8081 --callback-url http://127.0.0.1:8080/callbacks',
  );
}

/** Parses a factor above 0. */
function factor(value: string): number {
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(value) || Number(value) === 0) {
    throw new InvalidArgumentError('It must be a number above 0, such as 10 or 0.5.');
  }
  return Number(value);
}

export function defineReplay(replay: Command): void {
  replay
    .argument('<cassette>', 'a file that `wigwag record` wrote')
    .option('--port <port>', 'port of the proxy; 0 picks a free one', port, 0)
    .option('--callback-url <url>', 'address of the app, which gets the recorded callbacks', httpUrl)
    .addOption(
      new Option('--app-secret <secret>', "the app's secret, which signs the callbacks")
        .default('mock-app-secret')
        .env('META_APP_SECRET'),
    )
    .option('--speed <factor>', 'divide the time between callbacks by this factor', factor, 1)
    .option('--timeout <seconds>', "seconds to wait for the app's next request", positive, 30)
    .option('--ca-dir <folder>', 'keep the certificate authority of the proxy in a folder')
    .option('--exec <command>', 'replay while a shell command runs with the proxy in its environment')
    .option('--env', 'start in the background and print exports for the shell')
    .option('--json', 'print one line of JSON when ready, and one for each difference')
    .action(async (cassette: string, flags: ReplayFlags) => (await import('./replay.ts')).runReplay(cassette, flags));
  withExamples(
    replay,
    "wigwag replay cassette.jsonl --exec 'node send.mjs'",
    'wigwag replay cassette.jsonl --port 8081 --speed 100 --callback-url http://127.0.0.1:8080/callbacks',
  );
}

/** Adds `mock diff`. */
export function defineMockDiff(mock: Command): void {
  const diff = mock
    .command('diff')
    .description('send the requests of a cassette to a new mock; exit with 1 if its responses differ')
    .argument('<cassette>', 'a file that `wigwag record` wrote')
    .option('--json', 'print JSON')
    .action(async (cassette: string, flags: { json?: boolean }) =>
      (await import('./mock-diff.ts')).runMockDiff(cassette, flags),
    );
  withExamples(diff, 'wigwag mock diff cassette.jsonl', "wigwag mock diff cassette.jsonl --json | jq '.[].at'");
}
