import { join } from 'node:path';
import { onInterrupt, pause, readFlags } from '../crash/programs.ts';
import { countsOf, createFolder, removeFolder, startRig } from '../crash/rig.ts';
import { requirePrograms } from './debian.ts';
import { startPatroni, TIMING } from './start-patroni.ts';

/**
 * `npm run lab -- patroni [--minutes N] [--every SECONDS] [--asynchronous] [--freeze] [--replica] [--seed N] [--rate N]`:
 * kills the leader of a Patroni cluster again and again while clients send. Then it compares accepted, sent and reported
 * messages, and prints how long no send was accepted after each kill. Exits with 0 if nothing was lost or duplicated.
 * With `--asynchronous`, losses are expected, and only counted. With `--freeze`, every second fault stops the leader's
 * processes for longer than its lease instead of killing them. With `--replica`, the servers read histories from the
 * replicas, and each history must have every message that was accepted before.
 */
const values = readFlags('patroni', {
  minutes: { type: 'string', default: '10' },
  every: { type: 'string', default: '60' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  rate: { type: 'string', default: '25' },
  asynchronous: { type: 'boolean', default: false },
  freeze: { type: 'boolean', default: false },
  replica: { type: 'boolean', default: false },
});
const [minutes, every, seed, rate] = [values.minutes, values.every, values.seed, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
];
if (![minutes, every, seed, rate].every((value) => Number.isInteger(value) && value >= 0) || every === 0) {
  console.error('patroni: --minutes, --every, --seed and --rate are whole numbers');
  process.exit(2);
}
requirePrograms('patroni', ['postgres', 'patroni', 'etcd', 'haproxy']);

const progress = (text: string) => process.stderr.write(`${text}\n`);
const SECOND = 1_000;
/** How many seconds clients send before the first fault. */
const BEFORE = 10;
/** How long a machine that failed or froze is away: longer than the leader's lease. */
const AWAY = (TIMING.ttl + 10) * SECOND;

/** A fault, and how long no send was accepted after it. */
interface Outage {
  kind: 'kill' | 'freeze';
  node: string;
  at: number;
}

const folder = createFolder();
const log = join(folder, 'cluster.log');
progress(`patroni: a fault every ${every} s for ${minutes} min, seed ${seed}; logs are in ${folder}`);
const cluster = await startPatroni({ isSynchronous: !values.asynchronous, log });
progress('the cluster has a leader and two standbys');
let rig: Awaited<ReturnType<typeof startRig>> | undefined;
let stopping = false;
const end = async () => {
  await rig?.end();
  await cluster.stop();
};
onInterrupt(async () => {
  stopping = true;
  await end();
});
const faults: Outage[] = [];
let notHealthy = 0;
let sound = false;
try {
  rig = await startRig({
    database: 'postgres',
    databaseUrl: cluster.url,
    seed,
    rate,
    folder,
    env: values.replica ? { WIGWAG_DATABASE_REPLICA_URL: cluster.replicaUrl } : undefined,
    progress,
  });
  const { clients } = rig;
  if (values.replica) {
    clients.watchHistories();
  }
  const returning: Promise<void>[] = [];
  const work = async () => {
    const total = Math.max(1, Math.round((minutes * 60) / every));
    await pause(BEFORE * SECOND);
    for (let done = 0; done < total && !stopping; done += 1) {
      const waited = Date.now();
      const node = await cluster.untilHealthy();
      notHealthy += Date.now() - waited > SECOND ? 1 : 0;
      const next = pause(every * SECOND);
      const kind = values.freeze && done % 2 === 1 ? 'freeze' : 'kill';
      faults.push({ kind, node, at: Date.now() });
      progress(`${kind} ${node}, the leader`);
      if (kind === 'freeze') {
        returning.push(cluster.freeze(node, AWAY));
      } else {
        await cluster.kill(node);
        returning.push(pause(AWAY).then(() => cluster.restart(node)));
      }
      await next;
    }
    await Promise.all(returning);
    await cluster.untilHealthy();
  };
  const { comparison, problems } = await rig.run(work, () => `${faults.length} faults`);
  const times = clients.promised.map(({ at }) => at).sort((left, right) => left - right);
  const outages = faults.map(({ at }, index) => {
    const until = faults[index + 1]?.at ?? at + every * SECOND;
    const during = [at, ...times.filter((time) => time > at && time < until)];
    const gaps = during.slice(1).map((time, place) => time - (during[place] as number));
    return Math.round(Math.max(0, ...gaps) / 100) / 10;
  });
  const sorted = outages.toSorted((left, right) => left - right);
  console.log(
    JSON.stringify({
      mode: values.asynchronous ? 'asynchronous' : 'synchronous',
      replica: values.replica,
      seed,
      timing: TIMING,
      faults: faults.length,
      delayed: notHealthy,
      secondsWithoutAcceptedSend: outages,
      median: sorted[Math.floor(sorted.length / 2)],
      longest: sorted.at(-1),
      ...countsOf(comparison),
      surprises: clients.surprises.length,
      tries: clients.tries,
      histories: clients.histories,
    }),
  );
  sound = problems.length === 0;
} finally {
  await end();
}
if (sound) {
  removeFolder(folder);
}
progress(sound ? 'lost 0, doubled 0, backwards 0' : `not everything was kept; the logs are in ${folder}`);
process.exit(sound || values.asynchronous ? 0 : 1);
