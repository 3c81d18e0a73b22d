import DataLoader from 'dataloader';
import type { Store, Tx } from '../store/index.ts';
import type { Line } from '../store/outbox/line-paces.ts';

/**
 * Keeps each connection within its provider's rate limit. It gives every send a time slot, in the order of the
 * requests.
 */
export interface Pacer {
  /**
   * Reserves a time slot for a send.
   *
   * @param perSecond how many messages may be sent within any second
   * @param now milliseconds since the epoch
   * @returns when this message may be sent, in milliseconds since the epoch
   */
  slot(line: Line, perSecond: number, now: number): Promise<number>;
  /**
   * Returns how many more messages may be sent at this moment without delaying later ones.
   *
   * @param tx the caller's transaction; while it runs, there may be no other free connection to the database
   * @param most how many slots of a second may be taken in all
   */
  spare(tx: Tx, line: Line, most: number, now: number): Promise<number>;
  /** Takes a slot for now if `spare` returns at least one; otherwise returns false. */
  takeSpare(line: Line, perSecond: number, most: number, now: number): Promise<boolean>;
  clear(): void;
}

const SECOND = 1000;

/**
 * Returns the slots of a connection with a new one at the end. It keeps at most `perSecond` slots, because the next
 * slot depends on the first of them.
 */
function withNext(slots: readonly number[], perSecond: number, now: number): number[] {
  const oldest = slots[slots.length - perSecond];
  return [...slots, oldest === undefined ? now : Math.max(now, oldest + SECOND)].slice(-perSecond);
}

const spareOf = (slots: readonly number[], most: number, now: number): number =>
  Math.max(0, most - slots.filter((slot) => slot > now - SECOND).length);

const nameOf = ({ accountId, connectionId }: Line): string => `${accountId} ${connectionId}`;

/** Returns the pacer for a process that does not share its database. */
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

/**
 * Returns the pacer for processes that share a database. It counts sends in the database, so that the rate limit covers
 * all processes.
 */
export function createSharedPacer(store: Store): Pacer {
  /** Assigns slots to all pending requests of one connection in one transaction. */
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
