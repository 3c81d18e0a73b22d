import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inMemory } from '../testing/in-memory.ts';
import { createRandom } from '../testing/random.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { killCommands } from './admin/admin.ts';
import { Clients } from './clients.ts';
import { compare } from './compare.ts';
import { CrashInstallation } from './installation.ts';
import { Killer } from './killer.ts';
import { Mock } from './mock.ts';
import { startReceiver } from './receiver.ts';
import { setUp } from './set-up.ts';
import { settle, untilQuiet } from './settle.ts';

/** Exits with 2 on an unknown flag. */
function readFlags() {
  try {
    return parseArgs({
      options: {
        database: { type: 'string', default: 'sqlite' },
        kills: { type: 'string', default: '200' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        rate: { type: 'string', default: '25' },
        endpoints: { type: 'string', default: '1' },
        failover: { type: 'boolean', default: false },
        admin: { type: 'boolean', default: false },
        postgres: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`crash: ${(error as Error).message}`);
    process.exit(2);
  }
}

/**
 * `npm run lab -- crash [--database sqlite|postgres] [--failover] [--kills N] [--seed N] [--rate N]
 * [--endpoints N]`: kills real processes while clients send. Then it compares accepted, sent and reported messages. If the
 * account has several webhook endpoints, the last one is dead until the end, and then gets what it missed. With `--failover`, PostgreSQL's primary also
 * ends after half of the kills, and its standby is promoted. Exits with 0 if nothing was lost or duplicated, and no
 * status moved back.
 *
 * `npm run lab -- crash --admin [--kills N] [--seed N] [--postgres URL] [--quick]`: kills each operator command that
 * changes a whole database N times. Exits with 0 if every state was valid.
 */
const values = readFlags();
const database = values.database === 'sqlite' || values.database === 'postgres' ? values.database : undefined;
const [kills, seed, rate] = [Number(values.kills), Number(values.seed), Number(values.rate)];
const endpointCount = Number(values.endpoints);
const numbers = [kills, seed, rate, endpointCount - 1];
if (database === undefined || !numbers.every((value) => Number.isInteger(value) && value >= 0)) {
  console.error('crash: --database is sqlite or postgres; --kills, --seed, --rate and --endpoints are whole numbers');
  process.exit(2);
}
if (values.failover && database !== 'postgres') {
  console.error('crash: --failover needs --database postgres');
  process.exit(2);
}

const SECRET_KEY = 'a secret key for crashes';
const ADMIN_TOKEN = 'an admin token for crashes';
const CLIENTS = 16;
const progress = (text: string) => process.stderr.write(`${text}\n`);

const begun = Date.now();
// Kills end only commands, never the machine, so written data persists even in memory.
const folder = mkdtempSync(join(values.admin ? inMemory() : tmpdir(), 'wigwag-crash-'));
const log = join(folder, 'processes.log');
if (values.admin) {
  progress(`crash: ${kills} kills of each command, seed ${seed}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  }
  const commands = await killCommands({
    folder,
    log,
    kills,
    seed,
    quick: values.quick,
    postgresUrl: values.postgres,
    progress,
  });
  rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify({ seed, seconds: Math.round((Date.now() - begun) / 1_000), commands }));
  process.exit(Object.values(commands).some(({ problems }) => problems.length > 0) ? 1 : 0);
}
const random = createRandom(seed);
progress(`crash: ${kills} kills on ${database}, seed ${seed}; logs are in ${log}`);
const postgres = database === 'postgres' ? await startPostgres({ standby: values.failover }) : undefined;
const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'wigwag.db')}`;
const mock = new Mock(seed, log);
await mock.ready();
const isDead = (index: number) => index > 0 && index === endpointCount - 1;
const receiverAt = (index: number) => startReceiver(createRandom(seed + 1 + 10 * index), isDead(index));
const others = Array.from({ length: endpointCount - 1 }, (_, index) => receiverAt(index + 1));
const receivers = await Promise.all([receiverAt(0), ...others]);
const account = await setUp(databaseUrl, SECRET_KEY, mock, receivers);
const { endpoints } = account;
const deliveries = () => receivers.reduce((sum, receiver) => sum + receiver.deliveries, 0);
const installation = new CrashInstallation({
  database,
  databaseUrl,
  graphUrl: mock.url,
  secretKey: SECRET_KEY,
  adminToken: ADMIN_TOKEN,
  log,
});

/** The dead endpoint works again: it gets the deliveries that waited for it, and those that it missed are replayed. */
async function revive(): Promise<void> {
  for (const [index, { id, receiver }] of endpoints.entries()) {
    if (isDead(index)) {
      receiver.revive();
      await installation.admin(`/accounts/${account.id}/endpoints/${id}/enable`);
      let after: string | null = null;
      do {
        const { next }: { next: string | null } = await installation.admin(
          `/accounts/${account.id}/deliveries/replay`,
          {
            from: '2020-01-01T00:00:00Z',
            endpoint: id,
            states: ['missed', 'failed'],
            ...(after !== null && { after }),
          },
        );
        after = next;
      } while (after !== null);
      await settle(installation, mock, progress);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await installation.killAll();
    await mock.program.kill();
    await postgres?.stop();
    process.exit(130);
  });
}
let sound = false;
try {
  await installation.start();
  await mock.control('PUT', 'callback-url', { url: installation.origins[0] + account.callbackPath });
  const clients = new Clients(installation.origins, account.key, random);
  await clients.openWindows(mock);
  await untilQuiet(installation, mock);
  await mock.control('POST', 'fault-plan', {
    seed,
    requests: { lost_reply: 0.02, reset: 0.005, unavailable: 0.005, before_reply: 0.05 },
    callbacks: { duplicate: 0.02, delay: 0.02, reorder: 0.02 },
    maxDelayMs: 2_000,
  });
  const killer = new Killer({
    installation,
    clients,
    mock,
    callbackPath: account.callbackPath,
    random: createRandom(seed + 2),
    database,
    databaseUrl,
  });
  clients.start(CLIENTS, rate, mock);
  const telling = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1_000);
    progress(`${seconds} s: ${killer.kills} kills, ${clients.promised.length} promised, ${deliveries()} deliveries`);
  }, 5_000);
  const work = async () => {
    if (values.failover) {
      await killer.run(Math.floor(kills / 2));
      await postgres?.failOver();
      progress('the standby is now the primary');
    }
    await killer.run(kills);
  };
  await work().finally(() => clearInterval(telling));
  await installation.untilReady();
  progress('no more kills; clients finish their requests');
  await clients.stop();
  await mock.control('DELETE', 'faults');
  await settle(installation, mock, progress);
  await revive();
  const comparison = await compare(clients, mock, endpoints);
  const badEnds = await installation.stop();
  const problems = [
    ...comparison.lost.map((text) => `lost: ${text}`),
    ...comparison.doubled.map((text) => `doubled: ${text}`),
    ...comparison.backwards.map((text) => `backwards: ${text}`),
    ...clients.surprises.map((text) => `surprise: ${text}`),
    ...badEnds.map((text) => `did not exit cleanly: ${text}`),
  ];
  problems.slice(0, 50).forEach(progress);
  const result = {
    database,
    seed,
    seconds: Math.round((Date.now() - begun) / 1_000),
    kills: killer.kills,
    failovers: values.failover ? 1 : 0,
    killed: killer.killed,
    paused: killer.paused,
    ...comparison,
    lost: comparison.lost.length,
    doubled: comparison.doubled.length,
    backwards: comparison.backwards.length,
    surprises: clients.surprises.length,
    tries: clients.tries,
    deliveries: deliveries(),
    endpoints: receivers.map((receiver) => receiver.events.size),
  };
  console.log(JSON.stringify(result));
  sound = problems.length === 0 && receivers.every(({ refused }) => refused === 0);
} finally {
  await installation.killAll();
  await mock.program.kill();
  for (const receiver of receivers) {
    receiver.close();
  }
  await postgres?.stop();
  if (sound) {
    rmSync(folder, { recursive: true, force: true });
  }
}
progress(sound ? 'lost 0, doubled 0, backwards 0' : `failed; the output of the processes is in ${log}`);
process.exit(sound ? 0 : 1);
