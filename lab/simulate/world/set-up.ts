import type { App } from '../../../server/index.ts';
import type { Random } from '../../testing/random.ts';
import { startTimer } from '../machine/globals.ts';
import type { PostgresGate } from '../machine/postgres.ts';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { SimulationPlan } from '../plan.ts';
import { createMockProvider, overNetwork, server } from '../system.ts';
import { createAccounts, type SimulatedAccount } from './accounts.ts';
import { Administrator } from './administrator.ts';
import { Calm } from './calm.ts';
import type { FaultyDatabase } from './faulty-database.ts';
import { SimulatedInstallation } from './installation.ts';
import { Meta } from './meta.ts';
import { SimulatedOperator } from './operator.ts';
import type { NetworkWeather } from './weather.ts';

const META_PORT = 4000;
const FIRST_API_PORT = 3000;

interface SetUpOptions {
  plan: SimulationPlan;
  scheduler: Scheduler;
  random: Random;
  ledger: Ledger;
  weather: NetworkWeather;
  disk: FaultyDatabase;
  /** The folder of the database. */
  folder: string;
  /** The path of the SQLite file, or PostgreSQL. */
  database: string | PostgresGate;
}

/** The servers and everything around them, after the first start. */
export interface Surroundings {
  meta: Meta;
  installation: SimulatedInstallation;
  operator: SimulatedOperator;
  administrator: Administrator;
  accounts: readonly SimulatedAccount[];
  calm: Calm;
}

/** Starts the mock of Meta and the servers, and creates the accounts with their flows. */
export async function setUp(options: SetUpOptions): Promise<Surroundings> {
  const { plan, scheduler, random, ledger, weather, disk, folder, database } = options;
  const configs = configsOf(plan, database);
  const meta = await startMeta(plan, scheduler, ledger);
  const installation: SimulatedInstallation = new SimulatedInstallation({
    scheduler,
    disk,
    startServer: server.startServer,
    configs,
    isShared: plan.topology === 'several',
    onLog: (name, line) => scheduler.tell(installation.place(name).process, logOf(line)),
    onProblem: (problem) => ledger.problem(problem),
    onClock: (most) => {
      ledger.clockError = most;
    },
  });
  await installation.start(plan.start);
  const calm = new Calm({ scheduler, disk, weather, installation });
  const [first] = installation.places;
  const { process, running } = first as { process: SimulatedProcess; running: { app: App } };
  const origins = () => installation.origins;
  const accounts = await process.run(() =>
    createAccounts(running.app, plan.size.accounts, { scheduler, random, ledger, meta, weather, calm, origins }),
  );
  for (const { client } of accounts) {
    await client.createFlows();
  }
  const accountIds = accounts.map(({ id }) => id);
  const { config } = configs[0] as (typeof configs)[number];
  const operator = new SimulatedOperator(scheduler, config, server, ledger, meta, accountIds);
  const administrator = new Administrator({
    scheduler,
    ledger,
    server,
    operator,
    installation,
    meta,
    client: (account) => (accounts[account] as SimulatedAccount).client,
    accountIds,
    folder,
    database,
  });
  return { meta, installation, operator, administrator, accounts, calm };
}

/** Returns the configuration of each server. */
function configsOf({ topology, size }: SimulationPlan, database: string | PostgresGate) {
  const graphUrl = `http://127.0.0.1:${META_PORT}`;
  return size.servers.map((name, index) => ({
    name,
    config: server.readConfig(
      {},
      {
        databaseUrl: typeof database === 'string' ? `sqlite:${database}` : database.url,
        secretKey: 'a secret key for simulations',
        port: FIRST_API_PORT + index,
        role: topology === 'one' ? 'all' : (name.split(' ')[0] as 'api' | 'worker'),
        logLevel: 'warn',
        allowLoopback: true,
        graphUrl,
        instagramUrl: `${graphUrl}/graph.instagram.com`,
      },
    ),
  }));
}

async function startMeta({ seed }: SimulationPlan, scheduler: Scheduler, ledger: Ledger): Promise<Meta> {
  const process = new SimulatedProcess(scheduler, 'meta');
  const post = process.run(overNetwork);
  const mock = process.run(() =>
    createMockProvider({
      seed,
      deliver: async (url, request) => {
        const response = await post(url, request);
        if (response.status === 200 && request.body !== undefined) {
          ledger.progress.acknowledged(request.body, scheduler.now);
        }
        return response;
      },
      seedDemo: false,
      clock: {
        now: () => process.now(),
        setTimeout: (run, milliseconds) => process.run(() => startTimer(run, milliseconds)),
      },
      pacing: { sent: 200, delivered: 700, read: 5_000 },
    }),
  );
  await process.run(() => mock.listen({ port: META_PORT }));
  const meta = new Meta(scheduler, process, mock, ledger, `http://127.0.0.1:${META_PORT}`);
  meta.beNormal();
  return meta;
}

/**
 * Returns a line of a server's log without what differs between runs: stacks contain paths of this machine, and Knex
 * counts the transactions of the whole process.
 */
function logOf(line: string): string {
  const { level, msg, error } = JSON.parse(line) as { level: number; msg: string; error?: { message: string } };
  return `log ${level} ${msg}${error === undefined ? '' : `: ${error.message.replace(/\btrx\d+/g, 'trx').slice(0, 200)}`}`;
}
