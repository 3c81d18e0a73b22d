import type { App } from '../app/app.ts';
import { realClock } from '../engine/clock.ts';
import { isRefusedWrite, isUnavailable } from '../engine/drivers/error-codes.ts';

/** How long to wait before a write is repeated, in milliseconds of real time: the database does not use the clock. */
const PAUSE = 1_000;

/**
 * Records the response to a request, which only this process knows. While the database does not respond or refuses
 * writes, the write is repeated until the server stops. It may run twice, and another worker may have taken over the
 * task.
 */
export async function recordResult<Recorded>(
  app: Pick<App, 'log' | 'outbound'>,
  record: () => Promise<Recorded>,
): Promise<Recorded> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await record();
    } catch (error) {
      if (app.outbound.isClosed() || !(isUnavailable(error) || isRefusedWrite(error))) {
        throw error;
      }
      if (isFirst) {
        app.log.warn({ error }, 'the result of a request cannot be recorded; it will be when the database works again');
      }
      await new Promise<void>((resolve) => void realClock.setTimeout(resolve, PAUSE));
    }
  }
}
