import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pause } from '../crash/programs.ts';
import { countsOf, createFolder, removeFolder, startRig } from '../crash/rig.ts';
import { startPostgres } from '../testing/start-postgres.ts';

/** The commit of the last release, 0.1.0. */
const LAST_RELEASE = '7586ec32';

/**
 * `npm run lab -- upgrade [--database sqlite|postgres] [--commit HASH] [--release FOLDER] [--seed N] [--rate N]`: starts the
 * servers of an earlier release, and replaces them one by one with those of this version while clients send. Prints the
 * longest time without an accepted send. Exits with 0 if nothing was lost or duplicated. Without `--release`, the command
 * installs the release in a temporary folder with `npm ci`.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres' },
    commit: { type: 'string', default: LAST_RELEASE },
    release: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '25' },
  },
});
const database = values.database === 'sqlite' || values.database === 'postgres' ? values.database : undefined;
const [seed, rate] = [Number(values.seed), Number(values.rate)];
if (database === undefined || ![seed, rate].every((value) => Number.isInteger(value) && value > 0)) {
  console.error('upgrade: --database is sqlite or postgres; --seed and --rate are whole numbers above 0');
  process.exit(2);
}
const progress = (text: string) => process.stderr.write(`${text}\n`);
const SECOND = 1_000;
/** The pause between two servers, in milliseconds. */
const BETWEEN = 5 * SECOND;

/** Installs a release from its commit, as `npm ci` in a clone of it does. Returns its folder. */
function install(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-release-'));
  progress(`installing ${commit} in ${folder} with npm ci`);
  const { status } = spawnSync(
    'sh',
    ['-c', `git archive ${commit} | tar -x -C ${folder} && cd ${folder} && npm ci --no-audit --no-fund`],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0) {
    console.error(`upgrade: ${commit} could not be installed`);
    process.exit(2);
  }
  return folder;
}

const release = values.release ?? install(values.commit);
const programs = ['crash', 'lab/crash'].map((name) => join(release, name)).find((path) => existsSync(path));
if (programs === undefined) {
  console.error(`upgrade: ${release} is not an installed release: it has no folder crash`);
  process.exit(2);
}

const folder = createFolder();
const postgres = database === 'postgres' ? await startPostgres() : undefined;
let rig: Awaited<ReturnType<typeof startRig>> | undefined;
const end = async () => {
  await rig?.end();
  await postgres?.stop();
};
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void end().finally(() => process.exit(130)));
}
const steps: { server: string; seconds: number }[] = [];
let sound = false;
try {
  rig = await startRig({
    database,
    databaseUrl: postgres?.url ?? `sqlite:${join(folder, 'wigwag.db')}`,
    seed,
    rate,
    folder,
    release: pathToFileURL(`${programs}/`).href,
    progress,
  });
  const { clients, installation, callbackPath, mock } = rig;
  let [from, until] = [0, 0];
  const work = async () => {
    await pause(BETWEEN);
    from = Date.now();
    for (const [index, place] of installation.places.entries()) {
      // The proxy in front of the servers sends the provider's callbacks to a server that stays.
      const others = installation.places.filter((one) => one.role !== 'worker' && one !== place);
      const other = others[index % Math.max(1, others.length)];
      if (other) {
        await mock.control('PUT', 'callback-url', { url: `http://127.0.0.1:${other.port}${callbackPath}` });
      }
      const begun = Date.now();
      await installation.upgrade(place);
      steps.push({ server: place.name, seconds: Math.round((Date.now() - begun) / 100) / 10 });
      progress(`${place.name} runs this version`);
      await pause(BETWEEN);
    }
    until = Date.now();
  };
  const { comparison, problems } = await rig.run(work, () => `${steps.length} servers upgraded`);
  const times = [from, ...clients.promised.map(({ at }) => at).filter((at) => at > from && at < until)];
  times.sort((left, right) => left - right);
  const longest = Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] as number)));
  console.log(
    JSON.stringify({
      database,
      from: values.release === undefined ? values.commit : 'a given folder',
      seed,
      steps,
      longestSecondsWithoutAcceptedSend: longest / SECOND,
      ...countsOf(comparison),
      surprises: clients.surprises.length,
      tries: clients.tries,
    }),
  );
  sound = problems.length === 0;
} finally {
  await end();
  if (values.release === undefined) {
    rmSync(release, { recursive: true, force: true });
  }
}
if (sound) {
  removeFolder(folder);
}
progress(sound ? 'lost 0, doubled 0, backwards 0' : `failed; the logs are in ${folder}`);
process.exit(sound ? 0 : 1);
