import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, figure, median } from '../figure.ts';
import { AT_ONCE, fillDeliveries, prepareDeliveries, startReceiver } from '../support/delivery-load.ts';
import { run } from '../support/processes.ts';

/** Deliveries per second, each recorded durably, compared with a loop that signs and posts the same bytes. */
export const deliveries: Benchmark = async ({ quick, progress }) => {
  const [rounds, count] = quick ? [3, 5_000] : [5, 20_000];
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const receiver = await startReceiver();
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const databaseUrl = `sqlite:${join(folder, `${round}.db`)}`;
      await fillDeliveries(databaseUrl, await prepareDeliveries(databaseUrl, receiver.url), count);
      const ours = receiver.perSecond(count);
      const worker = await run('api-process.ts', databaseUrl, 'worker');
      rates.ours.push(await ours);
      await worker.stop();
      const bare = receiver.perSecond(count);
      const loop = await run('bare-deliveries.ts', receiver.url, String(count), String(AT_ONCE), receiver.example());
      rates.bare.push(await bare);
      await loop.stop();
      const [own, other] = [rates.ours.at(-1) ?? 0, rates.bare.at(-1) ?? 0];
      progress(`  round ${round} of ${rounds}: ours ${Math.round(own)}, bare ${Math.round(other)} deliveries/s`);
    }
  } finally {
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const ratio = median(rates.ours) / median(rates.bare);
  return [figure('deliveries: webhook deliveries per second on SQLite', ratio, 'ratio', 0.6, 'up')];
};
