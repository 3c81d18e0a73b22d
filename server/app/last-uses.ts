import type { Logger } from 'pino';
import type { Clock } from '../engine/clock.ts';
import type { LastUse } from '../store/account/last-uses.ts';
import type { Store, Tx } from '../store/index.ts';

/** Remembers when keys were used and callbacks arrived, and stores that later, so that no request waits for it. */
export interface LastUses {
  noteKey(accountId: number, keyId: number): void;
  /** @param ids what the callback names: numbers, pages, accounts, or a WhatsApp business account */
  noteCallback(providerAppId: string, ids: readonly string[], receivedAt: number): void;
  /** Forgets everything that is not stored. */
  clear(): void;
  /** Stores what is not stored yet. */
  close(): Promise<void>;
}

/** How long a first use waits for others, in milliseconds. */
const FIRST = 1000;
/** The shortest time between two writes of the same use, in milliseconds. */
const INTERVAL = 5 * 60_000;
/** The most uses per statement, which accepts a limited number of values. */
const AT_ONCE = 128;

/** A use that may be written again. */
interface Noted {
  use: { kind: 'key'; accountId: number; id: number } | { kind: 'callback'; providerAppId: string; id: string };
  /** In microseconds since the epoch. */
  at: number;
  /** Whether it is stored, or was given up. */
  isStored: boolean;
  /** When it may be written, in milliseconds since the epoch. */
  due: number;
}

export function createLastUses(store: Store, clock: Clock, log: Logger): LastUses {
  const noted = new Map<string, Noted>();
  let cancelTimer: (() => void) | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  function note(use: Noted['use'], at: number): void {
    const name = use.kind === 'key' ? `key ${use.id}` : `callback ${use.providerAppId} ${use.id}`;
    const known = noted.get(name);
    if (known && at <= known.at) {
      return;
    }
    const due = known?.due ?? clock.now() + FIRST;
    noted.set(name, { use, at, isStored: false, due });
    wakeAt(due);
  }

  function wakeAt(due: number): void {
    if (due < timerAt) {
      cancelTimer?.();
      timerAt = due;
      cancelTimer = clock.setTimeout(() => void writeDue(), Math.max(0, due - clock.now()), true);
    }
  }

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    timerAt = Number.POSITIVE_INFINITY;
  }

  function writeDue(): Promise<void> {
    stopTimer();
    const now = clock.now();
    const waiting = [...noted.values()].filter(({ isStored }) => !isStored);
    const due = waiting.filter((entry) => entry.due <= now);
    for (const entry of waiting) {
      if (entry.due > now) {
        wakeAt(entry.due);
      }
    }
    return write(due);
  }

  function write(entries: readonly Noted[]): Promise<void> {
    for (const entry of entries) {
      entry.isStored = true;
      entry.due = clock.now() + INTERVAL;
    }
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const some = entries.slice(from, from + AT_ONCE).map(({ use, at }) => ({ ...use, at }));
      writing = writing
        .then(() => store.transaction((tx) => writeIn(tx, some), { isDurable: false }))
        .catch((error: unknown) => log.debug({ error }, 'could not store last uses; a later use stores them'));
    }
    return writing;
  }

  return {
    noteKey: (accountId, id) => note({ kind: 'key', accountId, id }, clock.now() * 1000),
    noteCallback(providerAppId, ids, receivedAt) {
      for (const id of ids) {
        note({ kind: 'callback', providerAppId, id }, receivedAt);
      }
    },
    clear() {
      stopTimer();
      noted.clear();
    },
    close() {
      stopTimer();
      return write([...noted.values()].filter(({ isStored }) => !isStored));
    },
  };
}

/** Stores uses, in the same order in every transaction, which prevents deadlocks. */
async function writeIn(tx: Tx, entries: readonly (Noted['use'] & { at: number })[]): Promise<void> {
  const uses = new Map<string, LastUse>();
  const add = (use: LastUse) => {
    const name = JSON.stringify([use.accountId, use.kind, use.subject]);
    const other = uses.get(name);
    uses.set(name, other && other.at > use.at ? other : use);
  };
  const callbacks = Map.groupBy(
    entries.filter((entry) => entry.kind === 'callback'),
    ({ providerAppId }) => providerAppId,
  );
  for (const [app, named] of callbacks) {
    const byId = await tx.connections.byProviderId(
      app,
      named.map(({ id }) => id),
    );
    for (const { id: providerId, at } of named) {
      const own = byId.get(providerId);
      for (const { accountId, id } of own ? [own] : await tx.connections.listByWaba(app, providerId)) {
        add({ accountId, kind: 'callback', subject: id, at });
      }
    }
  }
  for (const entry of entries) {
    if (entry.kind === 'key') {
      add({ accountId: entry.accountId, kind: 'key', subject: String(entry.id), at: entry.at });
    }
  }
  if (uses.size > 0) {
    await tx.lastUses.store([...uses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use));
  }
}
