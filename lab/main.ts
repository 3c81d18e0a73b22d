import { runBeside, runSteps } from './steps.ts';

/*
 * `npm run lab -- NAME [flags]`: the commands that contributors need less often than the scripts in `package.json`.
 */

const SOURCES = ['node', '--conditions=wigwag-source'];
const BUILD = ['npm', 'run', 'build'];
const TESTS = ['vitest', 'run', '--config', '.config/vitest.config.ts'];
const FORMAT = ['biome', 'check', '--config-path=.config'];
const LINTED = ['openapi', 'server', 'sdk', 'cli', 'mock-provider', 'conformance', 'dashboard', 'docs'];
/** Installs the packages that only some commands need, from folders of `lab/`. */
const INSTALL = ['node', 'lab/install.ts'];
/** The packages that some tests need. */
const RECIPES = [...INSTALL, 'lab/recipes'];
const LINT = [
  [...FORMAT, '.'],
  [...INSTALL, 'lab/lint', 'lab/recipes', 'lab/pictures'],
  ['depcruise', '--config', '.config/dependency-cruiser.cjs', ...LINTED, 'lab'],
  [
    'oxlint',
    '--type-aware',
    '--report-unused-disable-directives',
    '--deny-warnings',
    '--config=.config/oxlint.json',
    '--ignore-pattern=**/*.js',
    ...[...LINTED, 'lab/simulate'],
  ],
  [
    'redocly',
    'lint',
    '--config',
    '.config/redocly.yaml',
    ...['openapi', 'control', 'admin'].map((name) => `openapi/${name}.yaml`),
  ],
  ['node', 'lab/testing/prose/main.ts'],
];
const OTHER_TESTS = ['vitest', 'run', '--config', '.config/vitest.rest.config.ts'];

interface Command {
  help: string;
  /** Programs that run before all others. */
  setup?: string[][];
  /** Programs with their arguments, which run one after another. The last one gets the flags. */
  steps: string[][];
  /** Programs that run beside the steps, one after another, because tests leave processor time unused. */
  checks?: string[][];
  env?: Record<string, string>;
}

const COMMANDS: Record<string, Command> = {
  bench: { help: 'run benchmarks', steps: [[...SOURCES, 'lab/bench/main.ts']] },
  collections: {
    help: 'write the collections for Postman and Bruno from the published document',
    steps: [
      ['node', 'openapi/generate.ts'],
      ['node', 'lab/consumers/collections.ts'],
    ],
  },
  consumers: {
    help: 'run the tools that read the published document, and write their table in openapi/README.md',
    steps: [BUILD, ['node', 'lab/consumers/main.ts']],
  },
  container: {
    help: "build the container image with Debian's tools, and try it (needs buildah and mmdebstrap)",
    steps: [['node', 'lab/package/container.ts']],
  },
  coverage: {
    help: "write mock-provider/COVERAGE.md, the list of Meta's operations that the mock answers",
    steps: [[...SOURCES, 'mock-provider/testing/coverage/main.ts']],
  },
  crash: {
    help: 'kill servers, or commands with --admin, while they work',
    steps: [BUILD, ['node', 'lab/crash/main.ts']],
  },
  docs: {
    help: 'run every code block of docs/, and check every link; `-t PAGE` runs one page',
    steps: [[...TESTS, 'cli/tests/docs.test.ts', 'docs/site']],
  },
  executable: {
    help: 'build the command line as one program that needs no Node, lab/package/dist/wigwag',
    steps: [BUILD, ['node', 'lab/package/executable.ts']],
  },
  changeset: {
    help: 'describe a change for users; `changeset version` sets the versions of a release',
    steps: [['node', 'lab/install.ts', 'lab/release'], ['lab/release/node_modules/.bin/changeset']],
  },
  'find-faults': {
    help: 'count the seeds until the simulator finds a known fault',
    steps: [['node', 'lab/simulate/find-faults.ts']],
  },
  footprint: {
    help: 'measure the bytes and statements of one message',
    steps: [[...SOURCES, 'lab/bench/footprint.ts']],
  },
  format: { help: 'format the code, and apply safe fixes', steps: [[...FORMAT, '--write', '.']] },
  growth: {
    help: 'measure requests, retention and backups on PostgreSQL as the number of messages grows (needs postgresql-15)',
    steps: [[...SOURCES, 'lab/growth/main.ts']],
  },
  kubernetes: {
    help: 'validate deploy/kubernetes.yaml against the schemas that Kubernetes publishes',
    steps: [['node', 'lab/kubernetes/main.ts']],
  },
  lint: { help: 'lint the code, the imports, the promises, the API document and the prose', steps: LINT },
  mutation: {
    help: "count the changes of our server's rules that the conformance suite catches",
    steps: [BUILD, [...SOURCES, 'lab/mutation/main.ts']],
  },
  neighbours: {
    help: 'measure an account alone and with a loud neighbour on the same server',
    steps: [
      ['node', 'lab/install.ts', 'lab/bench'],
      [...SOURCES, 'lab/bench/neighbours/main.ts'],
    ],
  },
  pages: {
    help: 'measure the pages in Chromium: transfer, blocking time, largest paint and layout shift',
    steps: [BUILD, [...SOURCES, 'lab/pages/main.ts']],
  },
  patroni: {
    help: 'kill the leader of a Patroni cluster while clients send (needs patroni, etcd-server, haproxy and postgresql)',
    steps: [[...SOURCES, 'lab/cluster/patroni.ts']],
  },
  pictures: {
    help: "update the README's screens, and the pictures and films of docs/, from real runs (needs tmux and chromium)",
    steps: [
      BUILD,
      [...INSTALL, 'lab/pictures'],
      [...TESTS, 'cli/tests/pictures.test.ts', 'cli/tests/dashboard/pictures.test.ts'],
      [...SOURCES, 'lab/pictures/main.ts'],
    ],
    env: { PICTURES: 'write' },
  },
  pitr: {
    help: 'restore a backup of pgBackRest to a point in time, while clients send (needs postgresql-15 and pgbackrest)',
    steps: [BUILD, [...SOURCES, 'lab/cluster/pitr.ts']],
  },
  recipes: {
    help: 'install the frameworks of docs/recipes.md, and run all recipes',
    steps: [RECIPES, [...TESTS, '--project', 'unit', 'lab/recipes']],
  },
  rest: {
    help: 'run what `npm run check` runs after `npm test`: types, lint and the other tests',
    setup: [RECIPES],
    steps: [OTHER_TESTS],
    checks: [['npm', 'run', 'types'], ...LINT],
  },
  runtimes: {
    help: 'test the SDK on Node 22 and 26, Bun and Deno, which the command downloads',
    steps: [[...TESTS, 'cli/tests/sdk-runtimes.test.ts']],
    env: { RUNTIMES: 'all' },
  },
  simulate: {
    help: 'simulate days of an installation from one seed',
    steps: [[...SOURCES, 'lab/simulate/main.ts']],
  },
  'test-rest': { help: 'run the tests that `npm test` leaves out', steps: [RECIPES, OTHER_TESTS] },
  upgrade: {
    help: 'upgrade the servers of the last release one after another, while clients send (needs haproxy)',
    steps: [BUILD, [...SOURCES, 'lab/upgrade/main.ts']],
  },
};

const NAMES = Object.keys(COMMANDS);
const WIDTH = Math.max(...NAMES.map((name) => name.length));
const HELP = `npm run lab -- NAME [flags]

${NAMES.map((name) => `  ${name.padEnd(WIDTH)}  ${COMMANDS[name]?.help}`).join('\n')}

Flags after the name go to the command. \`npm run lab -- bench --help\` shows those of a benchmark.`;

const [name = '--help', ...flags] = process.argv.slice(2);
if (name === '--help' || name === '-h') {
  console.log(HELP);
  process.exit(0);
}
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  console.error(`lab: the command ${name} does not exist; the commands are: ${NAMES.join(', ')}`);
  process.exit(2);
}
// The running program ends on Ctrl-C, and the lab then ends with its exit code.
process.on('SIGINT', () => {});
const { setup = [], steps, checks = [], env } = command;
const all = steps.map((step, index) => (index === steps.length - 1 ? [...step, ...flags] : step));
const setupCode = await runSteps(setup, { env });
const [code, failed] =
  setupCode === 0
    ? await Promise.all([runSteps(all, { env }), runBeside(checks, (output) => process.stderr.write(output))])
    : [setupCode, []];
for (const check of failed) {
  console.error(`lab: ${check.join(' ')} failed; its output is above`);
}
process.exitCode = code === 0 ? Math.min(1, failed.length) : code;
