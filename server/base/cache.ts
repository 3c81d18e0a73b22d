import { LRUCache } from 'lru-cache';

/**
 * Returns a cache of the entries that were used last. With `max` instead of `maxSize`, each start of a server would
 * allocate the whole table.
 */
export const createCache = <Key extends {}, Value extends {}>(entries: number): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
