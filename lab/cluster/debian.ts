import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The programs that commands of the lab use, and the Debian packages that contain them. */
const PROGRAMS = {
  buildah: { path: '/usr/bin/buildah', package: 'buildah' },
  etcd: { path: '/usr/bin/etcd', package: 'etcd-server' },
  haproxy: { path: '/usr/sbin/haproxy', package: 'haproxy' },
  mmdebstrap: { path: '/usr/bin/mmdebstrap', package: 'mmdebstrap' },
  pgbackrest: { path: '/usr/bin/pgbackrest', package: 'pgbackrest' },
  patroni: { path: '/usr/bin/patroni', package: 'patroni' },
  postgres: { path: '/usr/lib/postgresql/15/bin/postgres', package: 'postgresql-15' },
};

type ProgramName = keyof typeof PROGRAMS;

/** The programs of Debian's PostgreSQL. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

export const pathOf = (name: ProgramName): string => PROGRAMS[name].path;

/** Exits with 2 and names the Debian packages that are missing. */
export function requirePrograms(command: string, names: readonly ProgramName[]): void {
  const missing = names.filter((name) => !existsSync(PROGRAMS[name].path)).map((name) => PROGRAMS[name].package);
  if (missing.length > 0) {
    console.error(
      `${command}: Debian packages are missing; install them with: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
    process.exit(2);
  }
}

/** PostgreSQL refuses to run as root, so it then runs as the user of Debian's package. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
