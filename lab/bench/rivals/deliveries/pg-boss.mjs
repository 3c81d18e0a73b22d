import { PgBoss } from 'pg-boss';
import { post } from './post.mjs';

const QUEUE = 'deliver';
const WORKERS = 4;

async function open(connectionString) {
  const boss = new PgBoss({ connectionString, max: 10 });
  boss.on('error', console.error);
  await boss.start();
  await boss.createQueue(QUEUE);
  return boss;
}

export async function fill(connectionString, batches) {
  const boss = await open(connectionString);
  for (const deliveries of batches) {
    await boss.insert(
      QUEUE,
      deliveries.map((data) => ({ data, retryLimit: 5, retryDelay: 60, retryBackoff: true })),
    );
  }
  await boss.stop();
}

/** A worker fetches its next batch when the last delivery of the batch has ended. */
export async function work(connectionString, { url, atOnce }) {
  const boss = await open(connectionString);
  const options = {
    batchSize: atOnce / WORKERS,
    localConcurrency: WORKERS,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 0.5,
    perJobResults: true,
    includeMetadata: true,
  };
  await boss.work(QUEUE, options, (jobs) =>
    Promise.all(
      jobs.map(({ id, data, retryCount }) =>
        post(url, data, retryCount + 1).then(
          () => ({ id, status: 'completed' }),
          (error) => ({ id, status: 'failed', output: { message: error.message } }),
        ),
      ),
    ),
  );
}
