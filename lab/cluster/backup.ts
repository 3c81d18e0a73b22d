import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Wigwag } from '@wigwag/sdk';
import { readConfig, startServer } from '@wigwag/server';
import pg from 'pg';
import { pause } from '../crash/programs.ts';
import { countsOf, createFolder, removeFolder, SECRET_KEY, startRig } from '../crash/rig.ts';
import { freePort } from '../testing/free-port.ts';
import { inMemory } from '../testing/in-memory.ts';
import { POSTGRES_BIN, pathOf, postgresUser, requirePrograms } from './debian.ts';

/**
 * `npm run lab -- backup [--seconds N] [--seed N] [--rate N]`: archives PostgreSQL's log with pgBackRest while clients send,
 * makes a full backup, deletes the database, and restores it to a point in time. Exits with 0 if the restored server
 * knows every message that was accepted before that time, and none that was accepted later.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '25' },
  },
});
const [seconds, seed, rate] = [values.seconds, values.seed, values.rate].map(Number) as [number, number, number];
if (![seconds, seed, rate].every((value) => Number.isInteger(value) && value > 0)) {
  console.error('backup: --seconds, --seed and --rate are whole numbers above 0');
  process.exit(2);
}
requirePrograms('backup', ['postgres', 'pgbackrest']);

const progress = (text: string) => process.stderr.write(`${text}\n`);
const logs = createFolder();
const output = openSync(join(logs, 'postgres.log'), 'a');
const folder = mkdtempSync(join(inMemory(), 'wigwag-backup-'));
const user = postgresUser();
const port = await freePort();
const data = join(folder, 'data');
const config = join(folder, 'pgbackrest.conf');
for (const path of [folder, ...['repo', 'log', 'lock', 'spool'].map((name) => join(folder, name))]) {
  mkdirSync(path, { recursive: true });
  if (user) {
    chownSync(path, user.uid, user.gid);
  }
}
writeFileSync(
  config,
  `[global]
repo1-path=${folder}/repo
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
log-level-console=warn
start-fast=y
[wigwag]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
);

/** @throws if the program fails */
async function run(path: string, args: readonly string[]): Promise<void> {
  const child = spawn(path, args, { cwd: folder, stdio: ['ignore', output, output], ...user });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    throw new Error(`${path} ${args.join(' ')} failed; see ${logs}`);
  }
}
const pgbackrest = (...args: string[]) => run(pathOf('pgbackrest'), [`--config=${config}`, '--stanza=wigwag', ...args]);

const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
/** Returns the first column of the first row. */
async function ask(sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Starts PostgreSQL, and waits until it accepts writes. */
async function startDatabase() {
  const child = spawn(
    pathOf('postgres'),
    [
      ...['-D', data, '-p', String(port)],
      ...[
        'listen_addresses=127.0.0.1',
        `unix_socket_directories=${folder}`,
        'max_connections=200',
        'archive_mode=on',
        `archive_command=${pathOf('pgbackrest')} --config=${config} --stanza=wigwag archive-push %p`,
      ].flatMap((setting) => ['-c', setting]),
    ],
    { cwd: folder, stdio: ['ignore', output, output], ...user },
  );
  while ((await ask('select pg_is_in_recovery()').catch(() => true)) !== false) {
    if (child.exitCode !== null) {
      throw new Error(`PostgreSQL exited with ${child.exitCode}; see ${logs}`);
    }
    await pause(100);
  }
  return child;
}

let database: Awaited<ReturnType<typeof startDatabase>> | undefined;
let rig: Awaited<ReturnType<typeof startRig>> | undefined;
/** Ends PostgreSQL as in a crash. */
async function killDatabase(): Promise<void> {
  if (database?.exitCode === null) {
    const ended = once(database, 'exit');
    database.kill('SIGQUIT');
    await ended;
  }
}
async function end(): Promise<void> {
  await rig?.end();
  await killDatabase();
  rmSync(folder, { recursive: true, force: true });
}
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void end().finally(() => process.exit(130)));
}

let sound = false;
try {
  await run(join(POSTGRES_BIN, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  database = await startDatabase();
  await pgbackrest('stanza-create');
  rig = await startRig({ database: 'postgres', databaseUrl: url, seed, rate, folder: logs, progress });
  const { clients, account } = rig;
  let target = '';
  let targetAt = 0;
  let backupSeconds = 0;
  const { comparison, problems } = await rig.run(
    async () => {
      await pause((seconds / 3) * 1_000);
      const begun = Date.now();
      await pgbackrest('--type=full', 'backup');
      backupSeconds = (Date.now() - begun) / 1_000;
      progress(`full backup: ${backupSeconds} s`);
      await pause((seconds / 3) * 1_000);
      targetAt = Date.now();
      target = String(await ask('select clock_timestamp()::text'));
      progress(`the point in time is ${target}`);
      await pause((seconds / 3) * 1_000);
    },
    () => 'archiving',
  );
  await ask('select pg_switch_wal()');
  // The last segment must reach the archive before the database is lost.
  const last = String(await ask('select pg_walfile_name(pg_current_wal_lsn() - 1)'));
  while (String(await ask("select coalesce(last_archived_wal, '') from pg_stat_archiver")) < last) {
    await pause(100);
  }
  await killDatabase();
  rmSync(data, { recursive: true });
  mkdirSync(data, { mode: 0o700 });
  if (user) {
    chownSync(data, user.uid, user.gid);
  }
  const begun = Date.now();
  await pgbackrest('--type=time', `--target=${target}`, '--target-action=promote', 'restore');
  database = await startDatabase();
  const restoreSeconds = (Date.now() - begun) / 1_000;
  const server = await startServer(
    readConfig({}, { databaseUrl: url, secretKey: SECRET_KEY, port: 0, role: 'api', logLevel: 'error' }),
  );
  const sdk = new Wigwag({ apiKey: account.key, baseUrl: `${server.origin}/api/v1` });
  const known = new Set<string>();
  for (const { id } of clients.promised) {
    await sdk.messages.get(id).then(
      () => known.add(id),
      () => {},
    );
  }
  await server.stop();
  const before = clients.promised.filter(({ at }) => at <= targetAt);
  const missing = before.filter(({ id }) => !known.has(id));
  // A message may be stored before the time, and its response arrive later.
  const LATER = 5_000;
  const extra = clients.promised.filter(({ id, at }) => at > targetAt + LATER && known.has(id));
  console.log(
    JSON.stringify({
      seed,
      backupSeconds,
      restoreSeconds,
      before: before.length,
      missing: missing.length,
      after: clients.promised.length - before.length,
      extra: extra.length,
      ...countsOf(comparison),
    }),
  );
  sound = problems.length === 0 && missing.length === 0 && extra.length === 0 && before.length > 0;
} finally {
  await end();
}
if (sound) {
  removeFolder(logs);
}
progress(sound ? 'everything before the point in time is there' : `failed; the logs are in ${logs}`);
process.exit(sound ? 0 : 1);
