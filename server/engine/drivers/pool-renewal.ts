/**
 * How often the connections of a pool were replaced. A session keeps the settings with which it began. After a
 * failover or a change of settings, old sessions may therefore be read-only and new ones writable.
 */
export interface Renewals {
  count: number;
}

/** The pool of each connection, and how often it had been renewed when the connection was opened. */
const origins = new WeakMap<object, { renewals: Renewals; at: number }>();

export function joinPool(connection: object, renewals: Renewals): void {
  origins.set(connection, { renewals, at: renewals.count });
}

/** Makes the pool replace a connection, and all that are not newer, before their next use. */
export function renewPool(connection: object): void {
  const own = origins.get(connection);
  if (own) {
    own.renewals.count = Math.max(own.renewals.count, own.at + 1);
  }
}

/** Returns whether a connection can still be used. */
export function isCurrent(connection: object): boolean {
  const own = origins.get(connection);
  return own?.at === own?.renewals.count;
}
