import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { POSTGRES_BIN, postgresUser } from '../cluster/debian.ts';
import { freePort } from '../testing/free-port.ts';

/** Debian's PostgreSQL with durable commits, and its programs, which dump databases. */
export interface DebianPostgres {
  /** @returns the URL of a database with this name */
  urlOf(database: string): string;
  /** Dumps a database in the custom format. Returns the size of the file in bytes. */
  dump(url: string): number;
  stop(): void;
}

/** @param parent the folder for the data, on the disk that is to be measured */
export async function startDebianPostgres(parent: string): Promise<DebianPostgres> {
  const folder = mkdtempSync(join(parent, 'wigwag-growth-'));
  const user = postgresUser();
  if (user) {
    chownSync(folder, user.uid, user.gid);
  }
  const [data, port] = [join(folder, 'data'), await freePort()];

  function execute(program: string, args: readonly string[]): void {
    const { status, stderr, error } = spawnSync(join(POSTGRES_BIN, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      ...user,
    });
    if (status !== 0) {
      throw new Error(`${program} ended with ${status}: ${error ?? stderr}`);
    }
  }

  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    shared_buffers: '1GB',
    max_wal_size: '4GB',
    maintenance_work_mem: '256MB',
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const stop = () => {
    spawnSync(join(POSTGRES_BIN, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], { cwd: folder, ...user });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    execute('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
    execute('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', flags.join(' '), 'start']);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    dump(url) {
      const file = join(folder, 'dump');
      execute('pg_dump', ['--format=custom', `--file=${file}`, url]);
      const { size } = statSync(file);
      rmSync(file);
      return size;
    },
    stop,
  };
}
