import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from '../crash/programs.ts';
import { freePort } from '../testing/free-port.ts';
import { inMemory } from '../testing/in-memory.ts';
import { queryOnce } from '../testing/start-postgres.ts';
import { POSTGRES_BIN, pathOf, postgresUser } from './debian.ts';

const CHECK_MILLISECONDS = 100;
const START_MILLISECONDS = 300_000;

/** A PostgreSQL server whose log pgBackRest archives. */
export interface ArchivedPostgres {
  url: string;
  /** Writes a full backup while the server runs. */
  backUp(): Promise<void>;
  /** Resolves when everything that is committed now is archived. */
  untilArchived(): Promise<void>;
  /** Kills the server and deletes its data. The backup and the archived log remain. */
  destroy(): Promise<void>;
  /** Restores the data of a moment, and starts the server. @param at in milliseconds since the epoch */
  restore(at: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param options.archiveSeconds how long a part of the log may stay unarchived
 * @param options.log the file for the output of all programs
 */
export async function startArchivedPostgres(options: {
  archiveSeconds: number;
  log: string;
}): Promise<ArchivedPostgres> {
  const folder = mkdtempSync(join(inMemory(), 'wigwag-pitr-'));
  const user = postgresUser();
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  own(folder);
  const [data, config, port] = [join(folder, 'data'), join(folder, 'pgbackrest.conf'), await freePort()];
  const env = { PATH: process.env.PATH };
  const output = openSync(options.log, 'a');
  const settings = { cwd: folder, env, ...user } as const;

  async function execute(path: string, args: readonly string[]): Promise<void> {
    const child = spawn(path, args, { ...settings, stdio: ['ignore', output, output] });
    const [code] = await once(child, 'exit');
    if (code !== 0) {
      throw new Error(`${path} ${args.join(' ')} ended with ${code}; see ${options.log}`);
    }
  }

  const backrest = (...args: string[]) =>
    execute(pathOf('pgbackrest'), [`--config=${config}`, '--stanza=wigwag', ...args]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(join(POSTGRES_BIN, 'postgres'), ['-D', data], { ...settings, stdio: ['ignore', output, output] });
    const deadline = Date.now() + START_MILLISECONDS;
    // During a recovery the server may accept connections, but no writes.
    const isUp = () =>
      queryOnce(url, 'create temporary table up ()').then(
        () => true,
        () => false,
      );
    while (!(await isUp())) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start; see ${options.log}`);
      }
      await pause(CHECK_MILLISECONDS);
    }
  }

  async function kill(): Promise<void> {
    if (server?.exitCode !== null || server.signalCode !== null) {
      return;
    }
    // SIGQUIT ends all processes of the server at once, without a checkpoint.
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  async function stop(): Promise<void> {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await execute(join(POSTGRES_BIN, 'initdb'), [
      ...['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    ]);
    appendFileSync(
      join(data, 'postgresql.conf'),
      `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
max_connections = 200
fsync = off # the run ends processes, never the machine
archive_mode = on
archive_command = '${pathOf('pgbackrest')} --config=${config} --stanza=wigwag archive-push %p'
archive_timeout = ${options.archiveSeconds}
`,
    );
    for (const name of ['repo', 'lock']) {
      mkdirSync(join(folder, name));
      own(join(folder, name));
    }
    writeFileSync(
      config,
      `[global]
repo1-path=${join(folder, 'repo')}
repo1-retention-full=1
lock-path=${join(folder, 'lock')}
log-level-file=off
log-level-console=warn
start-fast=y

[wigwag]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
    );
    await start();
    await backrest('stanza-create');
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url,
    backUp: () => backrest('backup', '--type=full'),
    async untilArchived() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as file');
      const isArchived = 'select last_archived_wal >= $1 as done from pg_stat_archiver';
      while (!(await client.query(isArchived, [rows[0].file])).rows[0].done) {
        await pause(CHECK_MILLISECONDS);
      }
      await client.end();
    },
    async destroy() {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
    async restore(at) {
      const target = new Date(at).toISOString().replace('T', ' ').replace('Z', '+00');
      await backrest('restore', '--type=time', `--target=${target}`, '--target-action=promote');
      await start();
    },
    stop,
  };
}
