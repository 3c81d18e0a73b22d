import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type App, readConfig, startServer } from '@wigwag/server';
import autocannon from 'autocannon';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { createCampaign } from '../../../server/domain/campaigns/create-campaign.ts';
import { createConnection, createProviderApp } from '../../../server/domain/connections/create-connection.ts';
import { setWebhook } from '../../../server/domain/webhooks/set-webhook.ts';
import { META_CALLBACKS } from '../../../server/providers/meta/callback.ts';
import { openDatabase } from '../../../server/store/database.ts';
import { startPostgres } from '../../testing/start-postgres.ts';
import { percentile } from '../figure.ts';
import { customer, openWindows } from '../support/customers.ts';
import { APP_SECRET } from '../support/life-load.ts';
import { type RunningProgram, run } from '../support/processes.ts';
import { type Seen, startWorld } from './world.ts';

/*
 * A quiet account on a server, alone and then with a loud account. Both measurements are of the same server, in the
 * same run.
 */

const CUSTOMERS = 25;
/** Messages per second of the quiet account. */
const QUIET_RATE = 5;
const WAITING_DELIVERIES = 100_000;
const RECIPIENTS = 1_000_000;
const SLOW_MILLISECONDS = 10_000;
/** Messages per second of an account with a slow receiver. */
const SLOW_RATE = 20;
const BYTES_PER_PAGE = 4_096;

interface Prepared {
  callbackPath: string;
  quietKey: string;
  loudKey: string;
  loudId: number;
}

/** What the loud account does, and what its neighbour may notice. */
interface Scenario {
  help: string;
  /** How long the receiver of the loud account takes, in milliseconds. @default it responds at once */
  receiverMilliseconds?: number;
  /** Prepares the database, while no server runs. */
  fill?(databaseUrl: string, prepared: Prepared): Promise<void>;
  /** Sends this many messages per second. `capacity` is what the server accepts from 20 connections. */
  rate?(capacity: number): number;
  /** The highest event latency with the neighbour, in milliseconds. @default twice the p99 of the quiet phase */
  limits?: { p50: number; p99: number };
}

const SCENARIOS: Record<string, Scenario> = {
  overload: {
    help: 'sends 1.5 times as many messages as the server can accept',
    rate: (capacity) => 1.5 * capacity,
    limits: { p50: 250, p99: 1_000 },
  },
  deliveries: { help: `has ${WAITING_DELIVERIES} waiting deliveries`, fill: fillDeliveries },
  campaign: { help: `has a campaign of ${RECIPIENTS} recipients`, fill: fillCampaign },
  busy: {
    help: `sends ${SLOW_RATE} messages per second, as in the next scenario, and its receiver responds at once`,
    rate: () => SLOW_RATE,
  },
  slow: {
    help: `has a receiver that takes ${SLOW_MILLISECONDS / 1000} seconds`,
    receiverMilliseconds: SLOW_MILLISECONDS,
    rate: () => SLOW_RATE,
  },
};

const HELP = `npm run lab -- neighbours [options] [NAME ...]

Measures an account alone and with a loud neighbour on the same server. In each scenario, the neighbour:

${Object.entries(SCENARIOS)
  .map(([name, { help }]) => `  ${name.padEnd(10)}  ${help}`)
  .join('\n')}

  --seconds N  the length of each measurement. Default: 60; the overload lasts 600
  --postgres   use PostgreSQL instead of SQLite
  --help       show this text`;

/** Starts a server that works on nothing, and ends it after the preparation. */
async function withServer<T>(databaseUrl: string, work: (app: App) => Promise<T>): Promise<T> {
  const secretKey = 'a secret key for benchmarks';
  const overrides = { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error', allowLoopback: true } as const;
  const server = await startServer(readConfig({}, overrides));
  try {
    return await work(server.app);
  } finally {
    await server.stop();
  }
}

const prepare = (databaseUrl: string, urls: { quiet: string; loud: string }): Promise<Prepared> =>
  withServer(databaseUrl, async (app) => {
    const providerAppId = await app.store.transaction((tx) =>
      createProviderApp(app, tx, { appSecret: APP_SECRET, verifyToken: 'token' }),
    );
    const createOne = (name: string, providerId: string, url: string) =>
      app.store.transaction(async (tx) => {
        const { id: accountId } = await createAccount(app, tx, { name });
        const line = { accountId, channel: 'whatsapp', name, providerAppId, providerId } as const;
        const connectionId = await createConnection(app, tx, { ...line, accessToken: 'token', wabaId: providerId });
        await openWindows(app, tx, { accountId, connectionId }, CUSTOMERS);
        await setWebhook(app, tx, accountId, url, ['message.status']);
        const key = await createKey(app, tx, { accountId, mode: 'live', requestsPerMinute: 1_000_000_000 });
        return { accountId, key };
      });
    const quiet = await createOne('Quiet', '106540352242922', urls.quiet);
    const loud = await createOne('Loud', '106540352242923', urls.loud);
    const callbackPath = META_CALLBACKS.path(providerAppId);
    return { callbackPath, quietKey: quiet.key, loudKey: loud.key, loudId: loud.accountId };
  });

const numbersUpTo = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** Inserts due deliveries in bulk, bypassing the rules. */
async function fillDeliveries(databaseUrl: string, { loudId }: Prepared): Promise<void> {
  const db = await openDatabase(databaseUrl);
  const data = JSON.stringify({
    message: { id: 'msg_1', external_id: 'wamid.1', channel: 'whatsapp', status: 'sent' },
  });
  await db.raw(
    `${numbersUpTo(WAITING_DELIVERIES)} insert into deliveries
       (account_id, id, event, data, is_test, is_sample, state, attempts, created_at)
     select ${loudId}, 'whd_1' || (1000000 + i), 'message.status', ?, false, false, 'pending', 0, ? from n`,
    [data, Date.now() * 1000],
  );
  await db.raw(
    `${numbersUpTo(WAITING_DELIVERIES)} insert into outbox
       (account_id, queue, task, subject, run_at, attempts, claims)
     select ${loudId}, 'deliver', 'deliver-webhook', 'whd_1' || (1000000 + i), i, 0, 0 from n`,
  );
  await db.destroy();
}

/** Starts a campaign for one person, and inserts the other recipients in bulk. */
async function fillCampaign(databaseUrl: string, { loudId }: Prepared): Promise<void> {
  const id = await withServer(databaseUrl, (app) =>
    app.store.transaction(async (tx) => {
      const components = [{ type: 'BODY', text: 'Our sale begins today.' }];
      await tx.templates.insert(
        {
          accountId: loudId,
          name: 'sale',
          language: 'en_US',
          category: 'MARKETING',
          status: 'APPROVED',
          rejectionReason: null,
          parameterFormat: 'POSITIONAL',
          components,
        },
        app.monotonicNow(),
      );
      return createCampaign(app, tx, loudId, { template: 'sale' }, [{ phone: '905550000000' }]);
    }),
  );
  const db = await openDatabase(databaseUrl);
  await db.raw(
    `${numbersUpTo(RECIPIENTS)} insert into campaign_recipients (account_id, campaign_id, position, phone, state)
     select ${loudId}, ${id}, 1 + i, '9055' || (50000000 + i), 'waiting' from n`,
  );
  await db.destroy();
}

/** Returns the memory in megabytes and the number of open files of a process (Linux). */
function resourcesOf({ process }: RunningProgram): { megabytes: number; files: number } {
  const [, pages] = readFileSync(`/proc/${process.pid}/statm`, 'utf8').split(' ');
  return {
    megabytes: (Number(pages) * BYTES_PER_PAGE) / 1_000_000,
    files: readdirSync(`/proc/${process.pid}/fd`).length,
  };
}

interface ProcessorTime {
  at: number;
  ran: number;
  waited: number;
  load: number;
}

/**
 * Returns how long the event loop of the server has run and has waited for a processor, and the CPU time of this
 * process, which is the load, the provider and the receivers. In milliseconds (Linux).
 */
function processorTimeOf({ process: { pid } }: RunningProgram): ProcessorTime {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1_000_000);
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), ran, waited, load: (user + system) / 1_000 };
}

/** Sends messages of the loud account from another thread, and returns how many per second the server accepted. */
async function shoot(origin: string, key: string, connections: number, seconds: number, perSecond?: number) {
  const bodies = Array.from({ length: CUSTOMERS }, (_, index) =>
    JSON.stringify({ to: customer(index), text: 'Your order is on its way.' }),
  );
  const { '2xx': accepted, duration } = await autocannon({
    url: `${origin}/api/v1/messages`,
    method: 'POST',
    workers: 1,
    connections,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: Math.round(perSecond) }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: bodies.map((body) => ({ body })),
  });
  return accepted / duration;
}

const times = (values: readonly number[]): string =>
  [0.5, 0.99].map((share) => percentile(values, share).toFixed(0)).join(' / ');

/** Also reports the wait for a processor, because a busy machine delays events as a loud neighbour does. */
function report(
  phase: string,
  { request, toProvider, toWebhook, refused }: Seen,
  before: ProcessorTime,
  after: ProcessorTime,
): void {
  console.log(
    `  ${phase.padEnd(6)} p50 / p99 ms: request ${times(request)}, accept to provider ${times(toProvider)}, ` +
      `callback to webhook ${times(toWebhook)}; ${refused} of ${request.length} requests refused`,
  );
  const share = (part: 'ran' | 'waited' | 'load') =>
    `${((100 * (after[part] - before[part])) / (after.at - before.at)).toFixed(0)} %`;
  console.log(
    `         the event loop of the server ran ${share('ran')} of the time and waited ${share('waited')} for a processor; ` +
      `load, provider and receivers ran ${share('load')}`,
  );
}

/** Runs a scenario, and returns whether the quiet account stayed within its limits. */
async function measure(name: string, scenario: Scenario, seconds: number, databaseUrl: string): Promise<boolean> {
  console.log(`${name}: the neighbour ${scenario.help}`);
  const world = await startWorld(scenario.receiverMilliseconds ?? 0);
  let server: RunningProgram | undefined;
  try {
    const prepared = await prepare(databaseUrl, { quiet: world.quietUrl, loud: world.loudUrl });
    const { callbackPath, quietKey, loudKey } = prepared;
    const start = () => run('api-process.ts', databaseUrl, 'all', world.providerUrl);
    server = await start();
    const runQuiet = (length: number) =>
      world.run((server as RunningProgram).line, callbackPath, quietKey, QUIET_RATE, length);
    await runQuiet(3); // warms up
    const beforeAlone = processorTimeOf(server);
    const alone = await runQuiet(Math.min(60, seconds));
    report('alone', alone, beforeAlone, processorTimeOf(server));
    if (scenario.fill) {
      await server.stop();
      await scenario.fill(databaseUrl, prepared);
      server = await start();
      await runQuiet(3);
    }
    let loud: Promise<unknown> = Promise.resolve();
    if (scenario.rate) {
      const capacity = scenario.rate.length > 0 ? await shoot(server.line, loudKey, 20, 5) : 0;
      const rate = scenario.rate(capacity);
      console.log(`  the neighbour sends ${rate.toFixed(0)} messages per second`);
      loud = shoot(server.line, loudKey, Math.min(600, Math.ceil(rate)), seconds + 3, rate);
    }
    const resources: ReturnType<typeof resourcesOf>[] = [];
    const watched = server;
    const sampling = setInterval(() => resources.push(resourcesOf(watched)), 500);
    const beforeLoud = processorTimeOf(server);
    const loudly = await runQuiet(seconds);
    clearInterval(sampling);
    report('loud', loudly, beforeLoud, processorTimeOf(server));
    await loud;
    const [middle, last] = [resources[Math.floor(resources.length / 2)], resources.at(-1)];
    console.log(
      `  memory ${middle?.megabytes.toFixed(0)} MB in the middle, ${last?.megabytes.toFixed(0)} at the end; ` +
        `open files ${middle?.files}, ${last?.files}`,
    );
    const { p50, p99 } = scenario.limits ?? {
      p50: Number.POSITIVE_INFINITY,
      p99: 2 * percentile(alone.toWebhook, 0.99),
    };
    const holds =
      percentile(loudly.toWebhook, 0.5) <= p50 && percentile(loudly.toWebhook, 0.99) <= p99 && loudly.refused === 0;
    console.log(
      `  p99 of events ${(percentile(loudly.toWebhook, 0.99) / percentile(alone.toWebhook, 0.99)).toFixed(2)} times ` +
        `that of the quiet phase: ${holds ? 'holds' : 'does not hold'}`,
    );
    return holds;
  } finally {
    await server?.stop();
    world.close();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, postgres: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(SCENARIOS, name));
if (values.help || unknown.length > 0) {
  console[values.help ? 'log' : 'error'](
    values.help ? HELP : `neighbours: no scenario ${unknown.join(', ')}\n\n${HELP}`,
  );
  process.exit(values.help ? 0 : 2);
}
let allHold = true;
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (positionals.length === 0 || positionals.includes(name)) {
    const seconds = Number(values.seconds ?? (name === 'overload' ? 600 : 60));
    const folder = mkdtempSync(join(tmpdir(), 'wigwag-neighbours-'));
    const postgres = values.postgres ? await startPostgres({ durable: true }) : undefined;
    try {
      const holds = await measure(name, scenario, seconds, postgres?.url ?? `sqlite:${join(folder, 'wigwag.db')}`);
      allHold &&= holds;
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
process.exit(allHold ? 0 : 1);
