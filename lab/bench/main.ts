import { install } from '../install.ts';
import { readArguments, refuse } from '../testing/arguments.ts';
import type { Benchmark, Figure } from './figure.ts';

/** Loads only the benchmarks that run, because some import packages that `install` adds. */
const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  'cli-start': async () => (await import('./clients/cli.ts')).cliStart,
  'cli-send': async () => (await import('./clients/cli.ts')).cliSend,
  accept: async () => (await import('./server/accept.ts')).accept,
  'accept-postgres': async () => (await import('./server/accept.ts')).acceptPostgres,
  callbacks: async () => (await import('./server/callbacks.ts')).callbacks,
  contacts: async () => (await import('./server/contacts.ts')).contacts,
  dashboard: async () => (await import('./clients/dashboard.ts')).dashboard,
  deliveries: async () => (await import('./server/deliveries.ts')).deliveries,
  endpoints: async () => (await import('./server/endpoints.ts')).endpoints,
  flows: async () => (await import('./server/flows.ts')).flows,
  idle: async () => (await import('./server/idle.ts')).idle,
  latency: async () => (await import('./server/latency.ts')).latency,
  life: async () => (await import('./server/life.ts')).life,
  frame: async () => (await import('./clients/frame.ts')).frame,
  listen: async () => (await import('./clients/listen.ts')).listenScreen,
  lists: async () => (await import('./server/lists.ts')).lists,
  'media-upload': async () => (await import('./server/media-upload.ts')).mediaUpload,
  'mock-against-prism': async () => (await import('./clients/mock-against-prism.ts')).mockAgainstPrism,
  'mock-through-proxy': async () => (await import('./clients/mock-through-proxy.ts')).mockThroughProxy,
  overload: async () => (await import('./server/overload.ts')).overload,
  profile: async () => (await import('./server/profile.ts')).profile,
  'queued-memory': async () => (await import('./server/stored.ts')).queuedMemory,
  rivals: async () => (await import('./rivals.ts')).rivals,
  'sdk-send': async () => (await import('./clients/sdk.ts')).sdkSend,
  'sdk-bundle': async () => (await import('./clients/sdk.ts')).sdkBundle,
  stall: async () => (await import('./server/stall.ts')).stall,
  'stored-cost': async () => (await import('./server/stored.ts')).storedCost,
  'web-chat': async () => (await import('./server/web-chat.ts')).webChat,
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

const fail = (message: string): never => refuse('bench', message);

const { values, positionals } = readArguments('bench', HELP, {
  json: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});
const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  fail(`no benchmark ${unknown.join(', ')}; the benchmarks are: ${Object.keys(BENCHMARKS).join(', ')}`);
}

const progress = (text: string) => process.stderr.write(`${text}\n`);
if (values.quick) {
  progress('quick: smaller data and shorter rounds, so the figures vary more');
}
install(import.meta.dirname);
const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)) {
  progress(`${name} ...`);
  const run = await BENCHMARKS[name]?.();
  figures.push(...((await run?.({ quick: values.quick, progress })) ?? []));
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
