import { type ConnectionKey, type ConnectionPace, connectionKeyString } from '../store/connections/connection-paces.ts';
import type { Store, Tx } from '../store/index.ts';
import type { WriteRule } from '../store/rules.ts';

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
  slot(connection: ConnectionKey, perSecond: number, now: number): Promise<number>;
  /**
   * Returns how many more messages may be sent at this moment without delaying later ones.
   *
   * @param tx the caller's transaction; while it runs, there may be no other free connection to the database
   * @param most how many slots of a second may be taken in all
   */
  spare(tx: Tx, connection: ConnectionKey, most: number, now: number): Promise<number>;
  /** Takes a slot for now if `spare` returns at least one; otherwise returns false. */
  takeSpare(connection: ConnectionKey, perSecond: number, most: number, now: number): Promise<boolean>;
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

/** Returns the pacer for a process that does not share its database. */
export function createOwnPacer(): Pacer {
  const slotsByConnection = new Map<string, number[]>();
  return {
    async slot(connection, perSecond, now) {
      const slots = withNext(slotsByConnection.get(connectionKeyString(connection)) ?? [], perSecond, now);
      slotsByConnection.set(connectionKeyString(connection), slots);
      return slots.at(-1) as number;
    },
    spare: async (_tx, connection, most, now) =>
      spareOf(slotsByConnection.get(connectionKeyString(connection)) ?? [], most, now),
    async takeSpare(connection, perSecond, most, now) {
      const slots = slotsByConnection.get(connectionKeyString(connection)) ?? [];
      const isFree = spareOf(slots, most, now) > 0;
      if (isFree) {
        slotsByConnection.set(connectionKeyString(connection), withNext(slots, perSecond, now));
      }
      return isFree;
    },
    clear: () => slotsByConnection.clear(),
  };
}

interface SlotRequest {
  connection: ConnectionKey;
  perSecond: number;
  now: number;
  /** Take a slot only if fewer than this many slots of the last second are taken. @default no limit */
  most?: number;
}

/** Assigns slots on connections. The result is undefined if `most` slots are taken. */
const takeSlot: WriteRule<SlotRequest, Map<string, number[]>, ConnectionPace[], number | undefined> = {
  // A crash of the database may forget slots; the sends themselves are recorded separately.
  isDurable: false,

  load: (tx, asked) =>
    tx.connectionPaces.lock([
      ...new Map(asked.map(({ connection }) => [connectionKeyString(connection), connection])).values(),
    ]),

  decide(facts, { connection: { accountId, connectionId }, perSecond, now, most = Number.POSITIVE_INFINITY }) {
    const name = connectionKeyString({ accountId, connectionId });
    const before = facts.get(name) ?? [];
    if (spareOf(before, most, now) === 0) {
      return { effects: [], result: undefined };
    }
    const slots = withNext(before, perSecond, now);
    facts.set(name, slots);
    return { effects: [{ accountId, connectionId, slots }], result: slots.at(-1) as number };
  },

  apply: (tx, effects) =>
    tx.connectionPaces.store([...new Map(effects.flat().map((pace) => [connectionKeyString(pace), pace])).values()]),
};

/**
 * Returns the pacer for processes that share a database. It counts sends in the database, so that the rate limit covers
 * all processes.
 */
export function createSharedPacer(store: Store): Pacer {
  return {
    slot: async (connection, perSecond, now) => (await store.batch(takeSlot, { connection, perSecond, now })) as number,
    spare: async (tx, connection, most, now) => spareOf(await tx.connectionPaces.list(connection), most, now),
    takeSpare: async (connection, perSecond, most, now) =>
      (await store.batch(takeSlot, { connection, perSecond, now, most })) !== undefined,
    clear: () => {},
  };
}
