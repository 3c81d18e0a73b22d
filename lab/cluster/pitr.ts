import { admin, openAdmin, readConfig } from '@wigwag/server';
import type { Clients } from '../crash/clients.ts';
import type { Mock } from '../crash/mock.ts';
import { onInterrupt, pause, readFlags } from '../crash/programs.ts';
import { type CrashRig, countsOf, createFolder, removeFolder, SECRET_KEY, startRig } from '../crash/rig.ts';
import type { CrashEndpoint } from '../crash/set-up.ts';
import { requirePrograms } from './debian.ts';
import { judgeRestore, type RestoredLedgers } from './judge-restore.ts';
import { startArchivedPostgres } from './start-archived-postgres.ts';

/**
 * `npm run lab -- pitr [--seconds N] [--keep-sends] [--seed N] [--rate N]`: pgBackRest backs up PostgreSQL and archives its
 * log while clients send. Then the database and all servers end, and the database is restored to a point that was N
 * seconds after the backup. Exits with 0 if nothing that was accepted before the point is missing, and nothing was sent
 * twice. With `--keep-sends`, messages that were queued at that point are sent again, and are only counted.
 */

const values = readFlags('pitr', {
  seconds: { type: 'string', default: '15' },
  'keep-sends': { type: 'boolean', default: false },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  rate: { type: 'string', default: '25' },
});
const [seconds, seed, rate] = [values.seconds, values.seed, values.rate].map(Number) as [number, number, number];
if (![seconds, seed, rate].every((value) => Number.isInteger(value) && value >= 0)) {
  console.error('pitr: --seconds, --seed and --rate are whole numbers');
  process.exit(2);
}
requirePrograms('pitr', ['postgres', 'pgbackrest']);

/** How long a part of the log stays unarchived at most: `archive_timeout`. */
const ARCHIVE_SECONDS = 5;

const progress = (text: string) => process.stderr.write(`${text}\n`);
const folder = createFolder();
progress(`pitr: seed ${seed}; logs are in ${folder}`);
const database = await startArchivedPostgres({ archiveSeconds: ARCHIVE_SECONDS, log: `${folder}/database.log` });
let rig: CrashRig | undefined;
const end = async () => {
  await rig?.end();
  await database.stop();
};
onInterrupt(end);

let [point, restoredAt, lostAfterPoint] = [0, 0, 0];
let sentAgain = 0;

async function compare(clients: Clients, mock: Mock, endpoints: readonly CrashEndpoint[]) {
  const messages = new Map<string, NonNullable<Awaited<ReturnType<Clients['find']>>>>();
  for (const { id } of clients.promised) {
    const message = await clients.find(id);
    if (message) {
      messages.set(id, message);
    }
  }
  type EventData = { message: { id: string; external_id: string | null; status: 'sent' } };
  const subjectOf = (event: string, { message }: EventData): string =>
    event === 'message.received' ? String(message.external_id) : message.id;
  const sends = (await mock.sends()).map(({ payload, at }) => {
    const part = payload.biz_opaque_callback_data ?? payload.message?.metadata ?? 'a send without our ID';
    return { part, id: part.replace(/#\d+$/, ''), at: Date.parse(at) };
  });
  const events = (await clients.events()).map(({ id, event, data }) => {
    const isStatus = event === 'message.status';
    const status = isStatus ? (data as EventData).message.status : undefined;
    return { id, message: subjectOf(event, data as EventData), status };
  });
  const ledgers: RestoredLedgers = {
    point,
    restoredAt,
    promised: clients.promised,
    statuses: new Map([...messages].map(([id, { status }]) => [id, status])),
    sends,
    events,
    received: endpoints.flatMap(({ receiver }) =>
      [...receiver.events.values()].map(({ id, event, data }) => ({
        id,
        message: subjectOf(event, data as EventData),
      })),
    ),
    inbound: clients.inbound,
  };
  const verdict = judgeRestore(ledgers);
  lostAfterPoint = verdict.lostAfterPoint;
  const failures = [...messages.values()].filter(({ status }) => status === 'failed');
  return {
    ...verdict,
    backwards: [...verdict.backwards, ...clients.backwards],
    // The restored database has no statuses from after its point.
    skipped: [],
    promised: clients.promised.length,
    accepted: sends.length,
    failed: failures.length,
    unconfirmed: failures.filter(({ error }) => error?.code === 'unconfirmed').length,
    events: events.length,
    inbound: clients.inbound.length,
    mostInASecond: 0,
  };
}

let sound = false;
try {
  rig = await startRig({
    database: 'postgres',
    databaseUrl: database.url,
    seed,
    rate,
    folder,
    roles: ['api', 'worker'],
    compare,
    progress,
  });
  const { clients, installation } = rig;
  let phase = 'before the backup';
  let restoreSeconds = 0;
  let heldBack = { messages: 0, campaigns: 0 };
  const { comparison, problems } = await rig.run(
    async () => {
      await pause(seconds * 1_000);
      phase = 'backing up';
      await database.backUp();
      phase = 'before the point';
      await pause(seconds * 1_000);
      point = Date.now();
      phase = 'after the point';
      await pause(seconds * 1_000);
      await database.untilArchived();
      await installation.killAll();
      await database.destroy();
      phase = 'restoring';
      progress('the database is gone; restoring');
      const begun = Date.now();
      await database.restore(point);
      restoreSeconds = Math.round((Date.now() - begun) / 100) / 10;
      if (!values['keep-sends']) {
        const config = readConfig({}, { databaseUrl: database.url, secretKey: SECRET_KEY, logLevel: 'error' });
        const { app, close } = await openAdmin(config, 'existing');
        heldBack = await admin.holdSends(app).finally(close);
      }
      clients.forgetStatuses();
      restoredAt = Date.now();
      for (const place of installation.places) {
        installation.restart(place);
      }
      await installation.untilReady();
      phase = 'after the restore';
      await pause(seconds * 1_000);
    },
    () => phase,
  );
  if (values['keep-sends']) {
    sentAgain = comparison.doubled.length;
  }
  console.log(
    JSON.stringify({
      seed,
      archiveTimeout: ARCHIVE_SECONDS,
      restoreSeconds,
      heldBack: heldBack.messages,
      lostAfterPoint,
      ...countsOf(comparison),
      surprises: clients.surprises.length,
      tries: clients.tries,
    }),
  );
  sound = problems.length === sentAgain;
} finally {
  await end();
}
if (sound) {
  removeFolder(folder);
}
progress(
  sound
    ? `lost 0 from before the point, ${sentAgain === 0 ? 'doubled 0' : `${sentAgain} queued messages sent again`}, backwards 0`
    : `failed; the logs are in ${folder}`,
);
process.exit(sound ? 0 : 1);
