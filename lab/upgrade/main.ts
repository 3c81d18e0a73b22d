import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requirePrograms } from '../cluster/debian.ts';
import { onInterrupt, pause, readFlags } from '../crash/programs.ts';
import { type CrashRig, countsOf, createFolder, removeFolder, startRig } from '../crash/rig.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { buildRelease, lastRelease } from './build-release.ts';
import { startHaproxy } from './start-haproxy.ts';

/**
 * `npm run lab -- upgrade [--database sqlite|postgres] [--from REVISION] [--api N] [--workers N] [--seconds N] [--seed N]
 * [--rate N]`: runs the servers of the last release while clients send, and upgrades one process after another to these
 * sources. The first one migrates the database. On PostgreSQL, clients call the API through HAProxy, and no call may be refused.
 * Exits with 0 if nothing was lost or duplicated, and no status moved back.
 */

const values = readFlags('upgrade', {
  database: { type: 'string', default: 'postgres' },
  from: { type: 'string' },
  api: { type: 'string', default: '2' },
  workers: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  rate: { type: 'string', default: '25' },
});
const { database } = values;
const numbers = [values.api, values.workers, values.seconds, values.seed, values.rate].map(Number);
const [api, workers, seconds, seed, rate] = numbers as [number, number, number, number, number];
if (
  !numbers.every((value) => Number.isInteger(value) && value >= 0) ||
  (database !== 'sqlite' && database !== 'postgres')
) {
  console.error(
    'upgrade: --database is sqlite or postgres; --api, --workers, --seconds, --seed and --rate are whole numbers',
  );
  process.exit(2);
}
if (database === 'postgres') {
  requirePrograms('upgrade', ['haproxy']);
}

const progress = (text: string) => process.stderr.write(`${text}\n`);
const folder = createFolder();
const release = buildRelease(values.from ?? lastRelease(), join(folder, 'release'));
progress(
  `upgrade: ${database} from ${release.commit.slice(0, 8)}, which lacks ${release.missing.join(', ') || 'no migration'}; ` +
    `seed ${seed}; logs are in ${folder}`,
);
const postgres = database === 'postgres' ? await startPostgres() : undefined;
const haproxy = { stop: async () => {} };
let rig: CrashRig | undefined;
const end = async () => {
  await rig?.end();
  await haproxy.stop();
  await postgres?.stop();
};
onInterrupt(end);

/** How long no send was accepted, at most, in seconds. */
function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] as number));
  return Math.round(Math.max(0, ...gaps) / 100) / 10;
}

let sound = false;
try {
  const fileOf = (path: string) => pathToFileURL(join(release.folder, path)).href;
  const { setUp } = await import(fileOf('lab/crash/set-up.ts'));
  const own = join(folder, 'servers');
  mkdirSync(own);
  rig = await startRig({
    database,
    databaseUrl: postgres?.url ?? `sqlite:${join(own, 'wigwag.db')}`,
    seed,
    rate,
    folder: own,
    roles:
      database === 'sqlite' ? ['all'] : [...Array<'api'>(api).fill('api'), ...Array<'worker'>(workers).fill('worker')],
    release: { program: fileOf('lab/crash/server-process.ts'), setUp },
    startProxy: async (origins) => {
      if (database === 'sqlite') {
        return origins[0] as string;
      }
      const { url, stop } = await startHaproxy(origins, own);
      haproxy.stop = stop;
      return url;
    },
    progress,
  });
  const { clients, installation } = rig;
  const upgrades: { process: string; seconds: number }[] = [];
  const { comparison, problems } = await rig.run(
    async () => {
      await pause(seconds * 1_000);
      for (const place of installation.places) {
        const begun = Date.now();
        await installation.upgrade(place);
        upgrades.push({ process: place.name, seconds: Math.round((Date.now() - begun) / 100) / 10 });
        progress(`${place.name} runs the new version after ${upgrades.at(-1)?.seconds} s`);
        await pause((seconds * 1_000) / 4);
      }
      await pause(seconds * 1_000);
    },
    () => `${upgrades.length} of ${installation.places.length} upgraded`,
  );
  // On a busy machine, calls take longer than the clients wait.
  const { TimeoutError: timeouts = 0, ...failures } = clients.failedCalls;
  if (database === 'postgres' && Object.keys(failures).length > 0) {
    problems.push(`calls failed although the SDK repeated their requests: ${JSON.stringify(failures)}`);
    progress(problems.at(-1) ?? '');
  }
  console.log(
    JSON.stringify({
      database,
      from: release.commit,
      migrations: release.missing.length,
      seed,
      upgrades,
      longestSecondsWithoutAcceptedSend: longestGap(clients.promised.map(({ at }) => at)),
      ...countsOf(comparison),
      surprises: clients.surprises.length,
      tries: clients.tries,
      failedCalls: failures,
      timeouts,
    }),
  );
  sound = problems.length === 0;
} finally {
  await end();
}
if (sound) {
  removeFolder(folder);
}
progress(sound ? 'lost 0, doubled 0, backwards 0' : `failed; the logs are in ${folder}`);
process.exit(sound ? 0 : 1);
