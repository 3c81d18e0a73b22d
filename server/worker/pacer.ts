import DataLoader from 'dataloader';
import type { Store, Tx } from '../store/index.ts';
import type { Line } from '../store/outbox/line-paces.ts';

/** Keeps each line below its provider's ceiling: gives every send the moment at which it may leave, in the order they ask. */
export interface Pacer {
  /**
   * @param perSecond how many may leave within any second
   * @param now milliseconds since the epoch
   * @returns when this send may leave, in milliseconds
   */
  slot(line: Line, perSecond: number, now: number): Promise<number>;
  /**
   * How many more may leave at this moment without anybody ever waiting for them.
   *
   * @param tx the transaction that wants to know: there may be no connection for anybody else while it runs
   * @param most how many of a second's worth may be taken in all
   */
  spare(tx: Tx, line: Line, most: number, now: number): Promise<number>;
  /** Takes a moment that is now, if `spare` would give any; false if it would not. */
  takeSpare(line: Line, perSecond: number, most: number, now: number): Promise<boolean>;
  clear(): void;
}

const SECOND = 1000;

/** The moments of a line with one more behind them, and no more than a second's worth: whoever is next looks at the first. */
function withNext(slots: readonly number[], perSecond: number, now: number): number[] {
  const oldest = slots[slots.length - perSecond];
  return [...slots, oldest === undefined ? now : Math.max(now, oldest + SECOND)].slice(-perSecond);
}

const spareOf = (slots: readonly number[], most: number, now: number): number =>
  Math.max(0, most - slots.filter((slot) => slot > now - SECOND).length);

const nameOf = ({ accountId, connectionId }: Line): string => `${accountId} ${connectionId}`;

/** For the only process that works on a database. */
export function createOwnPacer(): Pacer {
  const lines = new Map<string, number[]>();
  return {
    async slot(line, perSecond, now) {
      const slots = withNext(lines.get(nameOf(line)) ?? [], perSecond, now);
      lines.set(nameOf(line), slots);
      return slots.at(-1) as number;
    },
    spare: async (_tx, line, most, now) => spareOf(lines.get(nameOf(line)) ?? [], most, now),
    async takeSpare(line, perSecond, most, now) {
      const slots = lines.get(nameOf(line)) ?? [];
      const isFree = spareOf(slots, most, now) > 0;
      if (isFree) {
        lines.set(nameOf(line), withNext(slots, perSecond, now));
      }
      return isFree;
    },
    clear: () => lines.clear(),
  };
}

interface Asked {
  line: Line;
  perSecond: number;
  now: number;
}

/** For processes that share a database: what they hand to a line is counted there, so that its ceiling holds for all of them. */
export function createSharedPacer(store: Store): Pacer {
  /** Gives all that ask for one line their moments in one transaction. */
  async function give(asked: readonly Asked[]): Promise<number[]> {
    const [{ line }] = asked as [Asked];
    return store.transaction(async (tx) => {
      let slots = await tx.linePaces.listAndHold(line);
      const given = asked.map(({ perSecond, now }) => {
        slots = withNext(slots, perSecond, now);
        return slots.at(-1) as number;
      });
      await tx.linePaces.set(line, slots);
      return given;
    });
  }

  const sends = new DataLoader(
    async (asked: readonly Asked[]) => {
      const given = new Map<Asked, number>();
      const byLine = Map.groupBy(asked, ({ line }) => nameOf(line));
      await Promise.all(
        [...byLine.values()].map(async (group) => {
          const slots = await give(group);
          for (const [index, one] of group.entries()) {
            given.set(one, slots[index] as number);
          }
        }),
      );
      return asked.map((one) => given.get(one) as number);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return {
    slot: (line, perSecond, now) => sends.load({ line, perSecond, now }),
    spare: async (tx, line, most, now) => spareOf(await tx.linePaces.list(line), most, now),
    takeSpare: (line, perSecond, most, now) =>
      store.transaction(async (tx) => {
        const slots = await tx.linePaces.listAndHold(line);
        const isFree = spareOf(slots, most, now) > 0;
        if (isFree) {
          await tx.linePaces.set(line, withNext(slots, perSecond, now));
        }
        return isFree;
      }),
    clear: () => {},
  };
}
