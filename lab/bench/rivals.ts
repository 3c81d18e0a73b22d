import { fileURLToPath } from 'node:url';
import { install } from '../install.ts';
import { queryOnce, startPostgres } from '../testing/start-postgres.ts';
import { type Benchmark, figure, median } from './figure.ts';
import { cpuOfTree, postmasterOf } from './support/cpu.ts';
import { AT_ONCE, DATA, fillDeliveries, prepareDeliveries, startReceiver } from './support/delivery-load.ts';
import { type RunningProgram, run } from './support/processes.ts';
import { startRedis } from './support/start-redis.ts';

const PROGRAM = '../../rivals/deliveries/main.mjs';

/** A program that delivers webhooks. */
interface DeliveryContender {
  name: string;
  /** Adds the deliveries. */
  fill(count: number): Promise<void>;
  /** Starts to deliver them. */
  work(): Promise<RunningProgram>;
  /** The process of the database, with its children. */
  databasePid: number;
}

/** What a round measured. */
interface DeliverySample {
  perSecond: number;
  /** CPU time of the program and the database per delivery, in milliseconds. */
  cpu: number;
}

/**
 * A crash of the database may undo the last completions, so that a few deliveries are repeated. Our server records its
 * deliveries in the same way.
 */
const withoutWaiting = (url: string): string => `${url}?options=${encodeURIComponent('-c synchronous_commit=off')}`;

function rivalOf(name: string, database: string, databasePid: number, receiverUrl: string): DeliveryContender {
  return {
    name,
    databasePid,
    async fill(count) {
      const filling = await run(PROGRAM, name, 'fill', database, String(count), DATA);
      await filling.stop();
    },
    work: () => run(PROGRAM, name, 'work', database, receiverUrl, String(AT_ONCE)),
  };
}

async function measure(
  contender: DeliveryContender,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  count: number,
): Promise<DeliverySample> {
  await contender.fill(count);
  let worker: RunningProgram | undefined;
  const cpu = () => cpuOfTree(contender.databasePid) + cpuOfTree(worker?.process.pid ?? 0);
  let before = 0;
  const measuring = receiver.perSecond(count, () => {
    before = cpu();
  });
  worker = await contender.work();
  const perSecond = await measuring;
  const sample = { perSecond, cpu: (cpu() - before) / (0.8 * count) };
  await worker.stop();
  return sample;
}

/**
 * Webhook deliveries per second, compared with the queues that people would use: graphile-worker and pg-boss on the same
 * PostgreSQL server, and BullMQ on Redis. All of them post the same signed bytes to the same receiver, with as many
 * deliveries in flight, and retry with a backoff.
 */
export const rivals: Benchmark = async ({ quick, progress }) => {
  install(fileURLToPath(new URL('rivals', import.meta.url)));
  const [rounds, count] = quick ? [3, 5_000] : [5, 20_000];
  const receiver = await startReceiver();
  const postgres = await startPostgres({ durable: true });
  const redis = await startRedis();
  try {
    const accounts = await prepareDeliveries(postgres.url, receiver.url);
    const postmaster = await postmasterOf(postgres.url);
    const ours: DeliveryContender = {
      name: 'ours',
      databasePid: postmaster,
      async fill(number) {
        await queryOnce(postgres.url, 'truncate deliveries, delivery_attempts, outbox');
        await fillDeliveries(postgres.url, accounts, number);
      },
      work: () => run('api-process.ts', postgres.url, 'worker'),
    };
    const others = [
      rivalOf('graphile-worker', withoutWaiting(postgres.url), postmaster, receiver.url),
      rivalOf('pg-boss', withoutWaiting(postgres.url), postmaster, receiver.url),
      rivalOf('bullmq', redis.url, redis.pid, receiver.url),
    ];
    const samples = new Map<string, DeliverySample[]>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const contender of [ours, ...others]) {
        const sample = await measure(contender, receiver, count);
        samples.set(contender.name, [...(samples.get(contender.name) ?? []), sample]);
      }
      const texts = [...samples].map(([name, all]) => {
        const { perSecond = 0, cpu = 0 } = all.at(-1) ?? {};
        return `${name} ${Math.round(perSecond)} (${cpu.toFixed(2)} ms of CPU each)`;
      });
      progress(`  round ${round} of ${rounds}, deliveries/s: ${texts.join(', ')}`);
    }
    const medianOf = (name: string, value: (sample: DeliverySample) => number) =>
      median((samples.get(name) ?? []).map(value));
    return others.flatMap(({ name }) => {
      const beside = (value: (sample: DeliverySample) => number) => medianOf('ours', value) / medianOf(name, value);
      return [
        figure(
          `rivals: deliveries per second beside ${name}`,
          beside(({ perSecond }) => perSecond),
          'ratio',
          1,
          'up',
        ),
        figure(
          `rivals: CPU time of a delivery beside ${name}`,
          beside(({ cpu }) => cpu),
          'ratio',
          1,
          'down',
        ),
      ];
    });
  } finally {
    await redis.stop();
    await postgres.stop();
    receiver.close();
  }
};
