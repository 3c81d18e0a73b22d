import type { Key } from '../../engine/drivers/dialect.ts';
import { singleEffect } from '../rules.ts';
import type { StoredPreference } from './marketing-preferences.ts';
import type { ListedPerson } from './person-list.ts';

/** The lists of people. */
export type ListName = 'optOuts' | 'blockedNumbers';

export const optOutEffects = {
  /** What people chose about marketing. */
  preferences: singleEffect<StoredPreference>((tx, preference) => tx.marketingPreferences.put(preference)),

  /** People who are on a list from now on, or whose entries have other notes. */
  listed: singleEffect<ListedPerson & { list: ListName; accountId: number }>((tx, { list, accountId, ...person }) =>
    tx[list].add(accountId, person),
  ),

  /** People who are no longer on a list. The `id` is the phone. */
  unlisted: singleEffect<Key & { list: ListName }>((tx, { list, accountId, id }) => tx[list].remove(accountId, id)),
};
