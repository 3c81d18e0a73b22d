import type { List } from '@wigwag/sdk';

/** How much of a list. */
export interface ListFlags {
  /** @default 25 */
  limit: number;
  all?: boolean;
}

/** §8: no page is larger. */
const LARGEST_PAGE = 100;

/** Goes over a list page by page, and asks for no page that nobody reads. */
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

/** Only what was given: an option left out is no field. */
export const wanted = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
