import { Queue, Worker } from 'bullmq';
import { post } from './post.mjs';

const QUEUE = 'deliver';

const connectionOf = (address) => {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port), maxRetriesPerRequest: null };
};

/** Limits per account need its paid version. */
export async function fill(address, batches) {
  const queue = new Queue(QUEUE, { connection: connectionOf(address) });
  const opts = {
    attempts: 6,
    backoff: { type: 'exponential', delay: 60_000 },
    removeOnComplete: true,
    removeOnFail: { age: 90 * 24 * 3600 },
  };
  for (const deliveries of batches) {
    await queue.addBulk(deliveries.map((data) => ({ name: QUEUE, data, opts })));
  }
  await queue.close();
}

export async function work(address, { url, atOnce }) {
  const worker = new Worker(QUEUE, ({ data, attemptsMade }) => post(url, data, attemptsMade + 1), {
    connection: connectionOf(address),
    concurrency: atOnce,
  });
  worker.on('error', console.error);
  await worker.waitUntilReady();
}
