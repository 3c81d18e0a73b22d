import { parseArgs } from 'node:util';
import { accept, acceptPostgres } from './accept.ts';
import { callbacks } from './callbacks.ts';
import { cliSend, cliStart } from './cli.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import type { Benchmark, Figure } from './figure.ts';
import { flows } from './flows.ts';
import { frame } from './frame.ts';
import { idle } from './idle.ts';
import { latency } from './latency.ts';
import { life } from './life.ts';
import { listenScreen } from './listen.ts';
import { lists } from './lists.ts';
import { mediaUpload } from './media-upload.ts';
import { mockAgainstPrism } from './mock-against-prism.ts';
import { mockThroughProxy } from './mock-through-proxy.ts';
import { overload } from './overload.ts';
import { profile } from './profile.ts';
import { rivals } from './rivals.ts';
import { sdkBundle, sdkSend } from './sdk.ts';
import { stall } from './stall.ts';
import { queuedMemory, storedCost } from './stored.ts';
import { webChat } from './web-chat.ts';

const BENCHMARKS: Record<string, Benchmark> = {
  'cli-start': cliStart,
  'cli-send': cliSend,
  accept,
  'accept-postgres': acceptPostgres,
  callbacks,
  contacts,
  dashboard,
  deliveries,
  flows,
  idle,
  latency,
  life,
  frame,
  listen: listenScreen,
  lists,
  'media-upload': mediaUpload,
  'mock-against-prism': mockAgainstPrism,
  'mock-through-proxy': mockThroughProxy,
  overload,
  profile,
  'queued-memory': queuedMemory,
  rivals,
  'sdk-send': sdkSend,
  'sdk-bundle': sdkBundle,
  stall,
  'stored-cost': storedCost,
  'web-chat': webChat,
};

const HELP = `npm run lab -- bench [options] [NAME ...]

Runs the named benchmarks, or all of them. Each figure compares two things measured in the same run.

  --quick   use less data and shorter rounds, so the figures vary more
  --json    write the figures as JSON to stdout
  --help    show this text

The benchmarks are ${Object.keys(BENCHMARKS).join(', ')}.

Examples:
  npm run lab -- bench accept deliveries
  npm run lab -- bench --quick life
  npm run lab -- bench --quick --json latency`;

function fail(message: string): never {
  console.error(`bench: ${message}; --help shows the options`);
  process.exit(2);
}

function readArgs() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return fail((error as Error).message);
  }
}

const { values, positionals } = readArgs();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  fail(`no benchmark ${unknown.join(', ')}; the benchmarks are: ${Object.keys(BENCHMARKS).join(', ')}`);
}

const progress = (text: string) => process.stderr.write(`${text}\n`);
if (values.quick) {
  progress('quick: smaller data and shorter rounds, so the figures vary more');
}
const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)) {
  progress(`${name} ...`);
  figures.push(...((await BENCHMARKS[name]?.({ quick: values.quick, progress })) ?? []));
}
if (values.json) {
  console.log(JSON.stringify({ figures }));
} else {
  console.table(
    figures.map(({ name, value, unit, reach, direction, holds }) => ({
      name,
      value,
      unit,
      reach: `${direction === 'up' ? '>=' : '<='} ${reach}`,
      holds,
    })),
  );
}
