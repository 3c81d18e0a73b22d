import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from '../testing/in-memory.ts';
import { createRandom } from '../testing/random.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { killCommands } from './admin/admin.ts';
import { Killer } from './killer.ts';
import { onInterrupt, readFlags } from './programs.ts';
import { countsOf, removeFolder, startRig } from './rig.ts';

/**
 * `npm run lab -- crash [--database sqlite|postgres] [--failover] [--kills N] [--seed N] [--rate N] [--endpoints N [--redis]]`:
 * kills real processes while clients send. Then it compares accepted, sent and reported messages. If the account has
 * several webhook endpoints, the last one is dead until the end, and then gets what it missed. With `--redis`, the second is
 * a Redis stream, which is never dead. With `--failover`, PostgreSQL's primary also ends after half of the kills, and its
 * standby is promoted. Exits with 0 if nothing was lost or duplicated, and no status moved back.
 *
 * `npm run lab -- crash --freeze N [--database sqlite|postgres] [--seed N] [--rate N]`: stops processes for moments instead,
 * and the provider has no faults. Each status must then have its event.
 *
 * `npm run lab -- crash --admin [--kills N] [--seed N] [--postgres URL] [--quick]`: kills each operator command that
 * changes a whole database N times. Exits with 0 if every state was valid.
 */
const values = readFlags('crash', {
  database: { type: 'string', default: 'sqlite' },
  kills: { type: 'string', default: '200' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  rate: { type: 'string', default: '25' },
  endpoints: { type: 'string', default: '1' },
  redis: { type: 'boolean', default: false },
  freeze: { type: 'string', default: '0' },
  failover: { type: 'boolean', default: false },
  admin: { type: 'boolean', default: false },
  postgres: { type: 'string' },
  quick: { type: 'boolean', default: false },
});
const database = values.database === 'sqlite' || values.database === 'postgres' ? values.database : undefined;
const [kills, seed, rate] = [Number(values.kills), Number(values.seed), Number(values.rate)];
const [endpoints, freezes] = [Number(values.endpoints), Number(values.freeze)];
const numbers = [kills, seed, rate, endpoints - 1, freezes];
if (database === undefined || !numbers.every((value) => Number.isInteger(value) && value >= 0)) {
  console.error(
    'crash: --database is sqlite or postgres; --kills, --seed, --rate, --endpoints and --freeze are whole numbers',
  );
  process.exit(2);
}
if (values.failover && database !== 'postgres') {
  console.error('crash: --failover needs --database postgres');
  process.exit(2);
}
if (values.redis && endpoints < 2) {
  console.error('crash: --redis needs --endpoints 2 or more');
  process.exit(2);
}

const progress = (text: string) => process.stderr.write(`${text}\n`);

const begun = Date.now();
// Kills end only commands, never the machine, so written data persists even in memory.
const folder = mkdtempSync(join(values.admin ? inMemory() : tmpdir(), 'wigwag-crash-'));
const log = join(folder, 'processes.log');
if (values.admin) {
  progress(`crash: ${kills} kills of each command, seed ${seed}`);
  onInterrupt(() => rmSync(folder, { recursive: true, force: true }));
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
const plan = freezes > 0 ? `${freezes} freezes` : `${kills} kills`;
progress(`crash: ${plan} on ${database}, seed ${seed}; logs are in ${log}`);
const postgres = database === 'postgres' ? await startPostgres({ standby: values.failover }) : undefined;
const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'wigwag.db')}`;
const rig = await startRig({
  database,
  databaseUrl,
  seed,
  rate,
  endpoints,
  redis: values.redis,
  folder,
  progress,
  hasFaults: freezes === 0,
});
onInterrupt(async () => {
  await rig.end();
  await postgres?.stop();
});
let sound = false;
try {
  const killer = new Killer({ ...rig, random: createRandom(seed + 2), database, databaseUrl });
  const { comparison, problems } = await rig.run(
    async () => {
      if (freezes > 0) {
        await killer.freeze(freezes);
        return;
      }
      if (values.failover) {
        await killer.run(Math.floor(kills / 2));
        await postgres?.failOver();
        progress('the standby is now the primary');
      }
      await killer.run(kills);
    },
    () => (freezes > 0 ? `${killer.frozen} freezes` : `${killer.kills} kills`),
  );
  const result = {
    database,
    seed,
    seconds: Math.round((Date.now() - begun) / 1_000),
    kills: killer.kills,
    failovers: values.failover ? 1 : 0,
    killed: killer.killed,
    paused: killer.paused,
    frozen: killer.frozen,
    ...countsOf(comparison),
    surprises: rig.clients.surprises.length,
    tries: rig.clients.tries,
    deliveries: rig.deliveries(),
    endpoints: rig.endpoints.map(({ receiver }) => receiver.events.size),
  };
  console.log(JSON.stringify(result));
  sound = problems.length === 0;
} finally {
  await rig.end();
  await postgres?.stop();
  if (sound) {
    removeFolder(folder);
  }
}
progress(sound ? 'lost 0, doubled 0, backwards 0' : `failed; the output of the processes is in ${log}`);
process.exit(sound ? 0 : 1);
