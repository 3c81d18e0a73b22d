import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { post } from './post.mjs';

const logger = new Logger(() => () => {});

/** Its retry delays cannot be changed: they grow exponentially from one second. */
export async function fill(connectionString, batches) {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  for (const deliveries of batches) {
    await utils.addJobs(deliveries.map((payload) => ({ identifier: 'deliver', payload, maxAttempts: 6 })));
  }
  await utils.release();
}

/** The batches are those of its page about performance. */
export async function work(connectionString, { url, atOnce }) {
  await run({
    taskList: { deliver: (payload, { job }) => post(url, payload, job.attempts) },
    preset: {
      worker: {
        connectionString,
        concurrentJobs: atOnce,
        maxPoolSize: 10,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        logger,
      },
    },
  });
}
