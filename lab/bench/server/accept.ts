import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startPostgres } from '../../testing/start-postgres.ts';
import { type Benchmark, figure, median } from '../figure.ts';
import { prepareAccount, someBody } from '../support/accounts.ts';
import { type RunningProgram, run } from '../support/processes.ts';

const CONNECTIONS = 20;

interface AcceptContender {
  urls: string[];
  key: string;
}

/** Returns the requests accepted per second, over all processes of a contender. */
async function acceptedPerSecond({ urls, key }: AcceptContender, seconds: number): Promise<number> {
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url,
        method: 'POST',
        connections: CONNECTIONS / urls.length,
        duration: seconds,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        // At any moment, each connection sends to a different person.
        requests: [{ setupRequest: (request) => ({ ...request, body: someBody() }) }],
      }),
    ),
  );
  const refused = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (refused > 0) {
    throw new Error(`${urls} refused ${refused} requests`);
  }
  return results.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0);
}

async function compare(
  ours: AcceptContender,
  bare: AcceptContender,
  { quick, progress }: Parameters<Benchmark>[0],
): Promise<number> {
  const [rounds, seconds] = quick ? [3, 3] : [7, 6];
  const rates = { ours: [] as number[], bare: [] as number[] };
  await acceptedPerSecond(ours, 3); // warms up
  await acceptedPerSecond(bare, 3);
  for (let round = 1; round <= rounds; round += 1) {
    rates.ours.push(await acceptedPerSecond(ours, seconds));
    rates.bare.push(await acceptedPerSecond(bare, seconds));
    const [own, other] = [rates.ours.at(-1) ?? 0, rates.bare.at(-1) ?? 0];
    progress(`  round ${round} of ${rounds}: ours ${Math.round(own)}, bare ${Math.round(other)} accepted/s`);
  }
  return median(rates.ours) / median(rates.bare);
}

/** POST /messages with durable commits, compared with hapi with one insert per request on the same kind of file. */
export const accept: Benchmark = async (options) => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const running: RunningProgram[] = [];
  try {
    const key = await prepareAccount(`sqlite:${join(folder, 'ours.db')}`);
    running.push(await run('api-process.ts', `sqlite:${join(folder, 'ours.db')}`, 'api'));
    running.push(await run('bare-process.ts', `sqlite:${join(folder, 'bare.db')}`));
    const [ours, bare] = running.map(({ line }) => line);
    const ratio = await compare(
      { urls: [`${ours}/api/v1/messages`], key },
      { urls: [`${bare}/messages`], key },
      options,
    );
    return [figure('accept: POST /messages on SQLite', ratio, 'ratio', 1.2, 'up')];
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The same on PostgreSQL, with two processes each. */
export const acceptPostgres: Benchmark = async (options) => {
  const postgres = await startPostgres({ durable: true });
  const running: RunningProgram[] = [];
  try {
    const key = await prepareAccount(postgres.url);
    const start = async (program: string, ...args: string[]) => {
      const started = [await run(program, postgres.url, ...args), await run(program, postgres.url, ...args)];
      running.push(...started);
      return started.map(({ line }) => line);
    };
    const ours = await start('api-process.ts', 'api');
    const bare = await start('bare-process.ts');
    const ratio = await compare(
      { urls: ours.map((origin) => `${origin}/api/v1/messages`), key },
      { urls: bare.map((origin) => `${origin}/messages`), key },
      options,
    );
    return [figure('accept-postgres: POST /messages, 2 processes', ratio, 'ratio', 0.8, 'up')];
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    await postgres.stop();
  }
};
