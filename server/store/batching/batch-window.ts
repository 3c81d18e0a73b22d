/** Lets those who come at nearly the same time go together. */
interface BatchWindow {
  /** Somebody came; so many wait now. */
  came(waiting: number): void;
  /** Runs `begin` when enough wait, so that they go. Not before the requests that have arrived already are read. */
  whenEnough(waiting: number, begin: () => void): void;
  /** So many go together. */
  left(together: number): void;
}

/** Fewer are not worth waiting for. */
const SEVERAL = 3;

/**
 * Where several went together, the next ones wait for as many, so that those who were answered can come back.
 *
 * @param most how long they wait at most, in milliseconds; nobody waits if it is 0
 */
export function createBatchWindow(most: number): BatchWindow {
  /** How many went together last. */
  let last = 0;
  let beginWithEnough = () => {};
  return {
    came(waiting) {
      if (waiting >= last) {
        beginWithEnough();
      }
    },
    whenEnough(waiting, begin) {
      if (most === 0 || last < SEVERAL || waiting >= last) {
        // Each would be done with before the next one is looked at.
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
    left(together) {
      last = together;
    },
  };
}
