import type { CallbackItem } from '../../providers/callback.ts';

/** Returns the IDs that the items of a callback name: numbers, pages, accounts and WhatsApp business accounts. */
export const providerIdsIn = (items: readonly CallbackItem[]): string[] => [
  ...new Set(
    items.flatMap((item) => [
      ...('providerIds' in item ? item.providerIds : []),
      ...('wabaId' in item && item.wabaId !== undefined ? [item.wabaId] : []),
    ]),
  ),
];
