import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const MILLISECONDS_PER_TICK = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the fields of /proc/PID/stat after the command, which may contain spaces; undefined if the process ended. */
function statOf(pid: number): number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

const parentOf = (pid: number): number | undefined => statOf(pid)?.[1];

/** Returns the CPU time of a process so far, in milliseconds, with that of its ended children (Linux). */
function cpuOf(pid: number): number {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statOf(pid)?.slice(11, 15) ?? [];
  return (user + system + childUser + childSystem) * MILLISECONDS_PER_TICK;
}

/** Returns the CPU time of a process and its children so far, in milliseconds (Linux). */
export function cpuOfTree(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((one) => Number.isInteger(one) && parentOf(one) === pid);
  return [pid, ...children].reduce((sum, one) => sum + cpuOf(one), 0);
}

/** Returns the process of a PostgreSQL server on this machine that starts all its others. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0].pid);
  await client.end();
  if (pid === undefined) {
    throw new Error(`the processes of ${url} are not on this machine`);
  }
  return pid;
}
