/** Delays a batch briefly so that callers that arrive at nearly the same time share it. */
interface BatchWindow {
  /** Reports a new caller. `waiting` is the number of callers in the queue. */
  onArrival(waiting: number): void;
  /** Runs `begin` when enough callers are waiting and all requests that have already arrived have been read. */
  whenEnough(waiting: number, begin: () => void): void;
  /** Reports the size of the batch that has begun. */
  onBatch(together: number): void;
}

/** Smaller batches are not worth a delay. */
const SEVERAL = 3;

/**
 * Waits until as many callers are queued as were in the last batch, so that its callers can send their next requests.
 *
 * @param most the longest wait in milliseconds; 0 means no wait
 */
export function createBatchWindow(most: number): BatchWindow {
  /** The size of the last batch. */
  let last = 0;
  let beginWithEnough = () => {};
  return {
    onArrival(waiting) {
      if (waiting >= last) {
        beginWithEnough();
      }
    },
    whenEnough(waiting, begin) {
      if (most === 0 || last < SEVERAL || waiting >= last) {
        // Without this, each request would finish before the next one is read.
        setImmediate(begin);
        return;
      }
      beginWithEnough = () => {
        clearTimeout(timer);
        beginWithEnough = () => {};
        setImmediate(begin);
      };
      const timer = setTimeout(beginWithEnough, most);
    },
    onBatch(together) {
      last = together;
    },
  };
}
