import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Benchmark, figure, median } from '../figure.ts';
import { prepareAccount, someBody } from '../support/accounts.ts';
import { run } from '../support/processes.ts';
import { startProvider } from './latency.ts';

/** Twice the maximum number of in-flight requests of a process. */
const CONNECTIONS = 1_024;
const CAPACITY_CONNECTIONS = 20;
const BYTES_PER_PAGE = 4_096;
const BETWEEN_SAMPLES = 250;

/** Returns the memory of a process, in megabytes. */
function residentOf(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * BYTES_PER_PAGE) / 1_000_000;
}

async function shoot(url: string, key: string, connections: number, seconds: number, perSecond?: number) {
  const {
    '2xx': taken,
    statusCodeStats,
    duration,
    errors,
  } = await autocannon({
    url,
    method: 'POST',
    connections,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: someBody() }) }],
  });
  const refused = (statusCodeStats as Record<string, { count: number }>)['429']?.count ?? 0;
  return { taken: taken / duration, refused: refused / duration, errors };
}

/** Twice as many requests as a server can handle, for ten minutes: its memory at the end compared with the middle. */
export const overload: Benchmark = async ({ quick, progress }) => {
  const seconds = quick ? 30 : 600;
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const database = `sqlite:${join(folder, 'wigwag.db')}`;
  const key = await prepareAccount(database);
  // The only connection sends 80 messages per second. The rest stays in the queue, which grows on the disk.
  const provider = await startProvider();
  const server = await run('api-process.ts', database, 'all', provider.url);
  try {
    const url = `${server.line}/api/v1/messages`;
    await shoot(url, key, CAPACITY_CONNECTIONS, 3);
    const capacity = (await shoot(url, key, CAPACITY_CONNECTIONS, quick ? 3 : 10)).taken;
    progress(
      `  capacity: ${Math.round(capacity)} requests per second; now ${Math.round(2 * capacity)} per second for ${seconds} s`,
    );
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentOf(server.process.pid ?? 0)), BETWEEN_SAMPLES);
    const { taken, refused, errors } = await shoot(url, key, CONNECTIONS, seconds, Math.round(2 * capacity));
    clearInterval(sampling);
    const part = (from: number, to: number) =>
      median(samples.slice(Math.floor(samples.length * from), Math.floor(samples.length * to)));
    const [start, middle, end] = [part(0, 0.1), part(0.45, 0.55), part(0.9, 1)];
    progress(
      `  ${Math.round(taken)} accepted and ${Math.round(refused)} refused per second, ${errors} connections lost`,
    );
    progress(
      `  memory: ${Math.round(start)} MB at the start, ${Math.round(middle)} in the middle, ${Math.round(end)} at the end`,
    );
    return [
      figure('overload: memory at the end, beside the middle', end / middle, 'ratio', 1.2, 'down'),
      figure('overload: taken, beside what it takes without', taken / capacity, 'ratio', 0.5, 'up'),
    ];
  } finally {
    await server.stop();
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
