import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The Vitest project of each test. Each test is in exactly one project, by its file. In files that use both databases,
 * the tests that mention PostgreSQL in their name are in `postgres`.
 */

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Tests that open a browser. */
export const BROWSER: string[] = [
  'cli/dev/foreign-pages.test.ts',
  'cli/tests/dashboard/*.test.ts',
  'cli/tests/sdk-runtimes.test.ts',
  'cli/tests/web-chat.test.ts',
  'cli/tests/web-chat-drafts.test.ts',
  'cli/tests/web-chat-tabs.test.ts',
  'conformance/report/html.test.ts',
  'mock-provider/control/lab-browser.test.ts',
  'server/http/dashboard/browser.test.ts',
  'server/http/developers/browser.test.ts',
];

/** The conformance suite on our server. */
export const SUITE: string[] = [
  'conformance/mutants.test.ts',
  'conformance/own-server.test.ts',
  'conformance/variations.test.ts',
];

/** Tests of the command line that start no process. */
const CLI_UNITS = [
  'cli/commands/inbox/merge.test.ts',
  'cli/commands/inbox/words.test.ts',
  'cli/output/csv-writer.test.ts',
  'cli/output/message-text.test.ts',
  'cli/program/errors/exit-codes.test.ts',
  'cli/program/errors/fixes.test.ts',
  'cli/screens/**/*.test.{ts,tsx}',
];

/** Tests that start `wigwag` as a process, and tests of benchmarks. */
export const PROCESS = {
  include: ['{cli,lab/{bench,crash,growth,package,simulate}}/**/*.test.{ts,tsx}', 'lab/*.test.ts'],
  exclude: [...CLI_UNITS, ...BROWSER],
};

export const UNIT = {
  include: [
    '{docs,deploy,lab/{cluster,consumers,mutation,recipes,testing},connectors,openapi,server,sdk,mock-provider,conformance}/**/*.test.ts',
    ...CLI_UNITS,
  ],
  exclude: [...BROWSER, ...SUITE],
};

/** Returns whether tests of a file use PostgreSQL. */
export const usesPostgres = (path: string): boolean =>
  /\bDATABASES\b|'postgres'|\b(fresh|start)Postgres\b/.test(readFileSync(path, 'utf8'));

/** The files of `unit` of which some or all tests are in `postgres`. */
export const POSTGRES: string[] = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(path))
  .map((path) => `server/${path}`)
  .filter((path) => usesPostgres(join(ROOT, path)));

/** The slowest files of `unit`, which `npm test` leaves out. */
export const SLOW: string[] = [
  'conformance/ci.test.ts',
  'conformance/control-protocol.test.ts',
  'conformance/receivers/grade-receiver.test.ts',
  'conformance/integration/planted-faults.test.ts',
  'conformance/reverse-proxies.test.ts',
  'conformance/static-target.test.ts',
  'conformance/target.test.ts',
  'lab/consumers/consumers.test.ts',
  'lab/recipes/*.test.ts',
  'openapi/additions.test.ts',
  'server/http/plugins/overload.test.ts',
  'server/http/plugins/slow-clients.test.ts',
  'server/tests/generated-requests.test.ts',
  'server/tests/hostile.test.ts',
  'server/tests/locked-database.test.ts',
  'server/tests/restart.test.ts',
  'server/worker/callbacks/callback-plans.test.ts',
  'server/worker/callbacks/odd-values.test.ts',
  'server/worker/callbacks/user-id-plans.test.ts',
  'server/worker/campaigns/refused-campaigns.test.ts',
];

/** `WIGWAG_MUTANTS` chooses its sample. */
export const MUTANTS_FILE = 'conformance/mutants.test.ts';
/** `WIGWAG_CONFORMANCE` chooses its sample. */
export const OWN_SERVER_FILE = 'conformance/own-server.test.ts';

/** The tests of some long files of `unit` that `npm test` runs: files, and full test names. */
export const UNIT_SAMPLE: Record<string, RegExp> = {
  'cli/screens/inbox/InboxScreen.test.tsx': /^the screen shows|^replying in a chat/,
  'conformance/integration/judge.test.ts': /^every clause has one case|^an app is not judged by channels/,
  'mock-provider/rules/rules.test.ts': /messages of type (text|image) according/,
  'openapi/generate.test.ts': /^the committed files are up to date/,
};

/** All tests of long files, `process` and `suite` that `npm test` runs. It needs no browser and no PostgreSQL. */
export const SAMPLE: Record<string, RegExp> = {
  ...UNIT_SAMPLE,
  'cli/commands/messages/send.test.ts': /^sends a text and prints its ID and status$/,
  'cli/tests/docs.test.ts': /quickstart/,
  [MUTANTS_FILE]: /./,
  [OWN_SERVER_FILE]: /./,
};

/** One mutant in 72 is in the sample: five in total. */
export const SAMPLED_MUTANTS = '1/72';
export const OTHER_MUTANTS = '2-72/72';
