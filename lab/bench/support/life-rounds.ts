import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile } from '../figure.ts';
import { cpuOfTree, postmasterOf } from './cpu.ts';
import { prepareLives } from './life-accounts.ts';
import { APP_SECRET, type LoadTarget, type Round, type RoundOptions, startLoad } from './life-load.ts';
import { type RunningProgram, run } from './processes.ts';
import type { Executed } from './programs/count-statements.ts';

/** The last webhooks have arrived, but a program still has to record that. */
const AFTERWARDS_MILLISECONDS = 250;

export type Load = Awaited<ReturnType<typeof startLoad>>;

/** A running program and the processes whose CPU time it takes. */
export interface LifeContender {
  target: LoadTarget;
  programs: RunningProgram[];
  processes: { name: string; pid: number }[];
}

/** What one round costs per message. CPU times are in milliseconds. */
export interface LifeSample extends Round {
  statements: number;
  commits: number;
  cpu: { name: string; milliseconds: number }[];
}

export interface LifeOptions {
  databases: { ours: string; bare: string };
  /** The roles of our processes. The bare program runs as many processes, which all do the same. */
  roles: readonly ('all' | 'api' | 'worker')[];
  rounds: number;
  /** The rounds with as many messages as each program accepts. */
  full: RoundOptions;
  /** One more round with a lower rate, for latency. */
  paced: RoundOptions;
  /** Whether to measure the rival also, which needs PostgreSQL. @default false */
  withRival?: boolean;
  progress(text: string): void;
}

/** The rounds of one program. */
interface Rounds {
  full: LifeSample[];
  paced: LifeSample;
}

/** What was measured of each program. */
export interface Measured {
  ours: Rounds;
  bare: Rounds;
  rival?: Rounds | undefined;
}

async function executedBy({ programs }: LifeContender): Promise<Executed> {
  const each = await Promise.all(
    programs.map(async ({ process }) => {
      const answer = once(process, 'message');
      process.send('');
      return (await answer)[0] as Executed;
    }),
  );
  const sum = (name: keyof Executed) => each.reduce((total, executed) => total + executed[name], 0);
  return { statements: sum('statements'), commits: sum('commits') };
}

/** Runs one round. */
export async function measure(load: Load, contender: LifeContender, options: RoundOptions): Promise<LifeSample> {
  const cpuTimes = () => [
    ...contender.processes.map(({ pid }) => cpuOfTree(pid)),
    // The children of this process are the programs.
    (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
  ];
  const [before, cpuBefore] = [await executedBy(contender), cpuTimes()];
  const round = await load.run(contender.target, options);
  await sleep(AFTERWARDS_MILLISECONDS);
  const [after, cpuAfter] = [await executedBy(contender), cpuTimes()];
  return {
    ...round,
    statements: (after.statements - before.statements) / round.messages,
    commits: (after.commits - before.commits) / round.messages,
    cpu: [...contender.processes.map(({ name }) => name), 'load'].map((name, index) => ({
      name,
      milliseconds: ((cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0)) / round.messages,
    })),
  };
}

/** Starts programs on a database, one after another. Adds them to `running`. */
async function startAll(
  databaseUrl: string,
  names: readonly string[],
  argsOf: (name: string) => string[],
  running: RunningProgram[],
): Promise<Pick<LifeContender, 'programs' | 'processes'>> {
  const programs: RunningProgram[] = [];
  for (const name of names) {
    const program = await run('counted-process.ts', ...argsOf(name));
    running.push(program);
    programs.push(program);
  }
  const processes = programs.map(({ process }, index) => ({ name: names[index] ?? '', pid: process.pid ?? 0 }));
  const database = databaseUrl.startsWith('sqlite:')
    ? []
    : [{ name: 'database', pid: await postmasterOf(databaseUrl) }];
  return { programs, processes: [...processes, ...database] };
}

/** Prepares a database and starts our server on it. */
export async function startOurs(
  load: Load,
  { databaseUrl, roles, endpoints = 1 }: { databaseUrl: string; roles: LifeOptions['roles']; endpoints?: number },
  running: RunningProgram[],
): Promise<LifeContender> {
  const { callbackPath, senders } = await prepareLives(databaseUrl, load.receiverUrl, endpoints);
  const ours = await startAll(
    databaseUrl,
    roles.map((role) => (role === 'all' ? 'server' : role)),
    (name) => ['api-process.ts', databaseUrl, name === 'server' ? 'all' : name, load.providerUrl],
    running,
  );
  const [api = ''] = ours.programs.map(({ line }) => line);
  // Only the first process accepts requests; a worker does not.
  const target = { messages: [`${api}/api/v1/messages`], callbacks: [api + callbackPath], senders, endpoints };
  return { ...ours, target };
}

async function start(load: Load, { databases, roles, withRival = false }: LifeOptions, running: RunningProgram[]) {
  const ours = await startOurs(load, { databaseUrl: databases.ours, roles }, running);
  const { senders } = ours.target;
  const bare = await startAll(
    databases.bare,
    roles.map((_, index) => (roles.length > 1 ? `bare ${index + 1}` : 'bare')),
    () => ['bare-life.ts', databases.bare, APP_SECRET, load.providerUrl, load.receiverUrl],
    running,
  );
  const startRival = () =>
    startAll(
      databases.bare,
      roles.map((_, index) => (roles.length > 1 ? `rival ${index + 1}` : 'rival')),
      () => ['../../rivals/life.mjs', databases.bare, APP_SECRET, load.providerUrl, load.receiverUrl],
      running,
    );
  const rival = withRival ? await startRival() : undefined;
  /** The addresses of programs that all do the same. */
  const addressesOf = ({ programs }: Pick<LifeContender, 'programs'>) => ({
    messages: programs.map(({ line }) => `${line}/messages`),
    callbacks: programs.map(({ line }) => `${line}/callbacks`),
  });
  return {
    ours,
    bare: { ...bare, target: { ...addressesOf(bare), senders } },
    rival: rival && { ...rival, target: { ...addressesOf(rival), senders: rivalSenders(senders) } },
  };
}

/** Returns the same people, with the keys of the rival's accounts. */
function rivalSenders(senders: LoadTarget['senders']): LoadTarget['senders'] {
  const keys = [...new Set(senders.map(({ key }) => key))];
  return senders.map(({ key, to }) => ({ key: `rival-key-${1 + keys.indexOf(key)}`, to }));
}

/** Measures our server and the other programs in alternate rounds, after one round each that warms up. */
export async function measureLives(options: LifeOptions): Promise<Measured> {
  const running: RunningProgram[] = [];
  const load = await startLoad();
  try {
    const { ours, bare, rival } = await start(load, options, running);
    const contenders = Object.entries({ ours, bare, ...(rival && { rival }) });
    const full = new Map(contenders.map(([name]) => [name, [] as LifeSample[]]));
    for (const [, contender] of contenders) {
      await measure(load, contender, options.full);
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      const texts: string[] = [];
      for (const [name, contender] of contenders) {
        const sample = await measure(load, contender, options.full);
        full.get(name)?.push(sample);
        texts.push(`${name} ${sample.perSecond.toFixed(1)}`);
      }
      options.progress(`  round ${round} of ${options.rounds}: ${texts.join(', ')} whole messages/s`);
    }
    const roundsOf = async (name: string, contender: LifeContender): Promise<Rounds> => ({
      full: full.get(name) ?? [],
      paced: await measure(load, contender, options.paced),
    });
    return {
      ours: await roundsOf('ours', ours),
      bare: await roundsOf('bare', bare),
      rival: rival && (await roundsOf('rival', rival)),
    };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    load.close();
  }
}

/** Returns the median over the rounds. */
export const medianOf = (samples: readonly LifeSample[], value: (sample: LifeSample) => number): number =>
  median(samples.map(value));

const p50AndP99 = (times: readonly number[]): string =>
  [0.5, 0.99].map((share) => percentile(times, share).toFixed(1)).join(' / ');

function column({ full, paced }: Rounds): string[] {
  const each = (value: (sample: LifeSample) => number) => medianOf(full, value).toFixed(1);
  const cpu = full[0]?.cpu.map(
    ({ name }, index) => `${name} ${each((sample) => sample.cpu[index]?.milliseconds ?? 0)}`,
  );
  return [
    each(({ perSecond }) => perSecond),
    cpu?.join(', ') ?? '',
    each(({ statements }) => statements),
    each(({ commits }) => commits),
    p50AndP99(full.flatMap(({ toProvider }) => toProvider)),
    p50AndP99(full.flatMap(({ toWebhook }) => toWebhook)),
    p50AndP99(paced.toProvider),
    p50AndP99(paced.toWebhook),
  ];
}

/** Returns a table of the programs. The statements of the rival are not counted. */
export function tableOf({ ours, bare, rival }: Measured, paced: number): string {
  const names = [
    'whole messages/s',
    'CPU ms/message',
    'statements/message',
    'commits/message',
    'accept -> provider, p50 / p99 ms',
    'callback -> webhook, p50 / p99 ms',
    `accept -> provider at ${paced}/s, p50 / p99 ms`,
    `callback -> webhook at ${paced}/s, p50 / p99 ms`,
  ];
  const columns = [
    ['ours', ...column(ours)],
    ['bare', ...column(bare)],
    ...(rival ? [['rival', ...column(rival)]] : []),
  ];
  return ['', ...names]
    .map((name, index) => {
      const cells = columns.map((texts) => (texts[index] ?? '').padEnd(48));
      return `  ${name.padEnd(44)} ${cells.join(' ')}`.trimEnd();
    })
    .join('\n');
}
