import type { List } from '@wigwag/sdk';
import { LARGEST_PAGE } from './query-options.ts';

/** How much of a list to load. */
export interface ListFlags {
  /** @default 25 */
  limit: number;
  all?: boolean;
}

/** Yields a list page by page. It requests a page only when the caller reads it. */
export async function* paginate<Page, Item>(
  list: (pageSize: number) => List<Page, Item>,
  { limit, all }: ListFlags,
): AsyncGenerator<Item, void, undefined> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  for await (const item of list(Math.min(left, LARGEST_PAGE))) {
    yield item;
    left -= 1;
    if (left === 0) {
      return;
    }
  }
}

/** Returns the fields that have a value, so that omitted options are not sent. */
export const wanted = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
