import { localDay } from '../../output/local-time.ts';

/** Returns the index of the item of a list that is nearest to an index. */
export const clamped = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index));

/** Returns the index of the first of the items that fit around the selected one. */
export const topOf = (selected: number, count: number, height: number): number =>
  Math.max(0, Math.min(selected - Math.floor(height / 2), count - height));

/** A line of a list: an item with its index, or the date of the items below it. */
export type ListLine<Item> = { item: Item; index: number } | { day: string };

/**
 * Returns the lines that fit around the selected item. Reads no others, because a list can have thousands of items.
 *
 * @param options.timeOf returns the time of an item, for a date where the day changes
 * @param options.today the day that needs no date at the top, such as 2026-11-21
 */
export function linesAround<Item>(
  items: readonly Item[],
  { selected, height, timeOf, today }: { selected: number; height: number; timeOf?: TimeOf<Item>; today: string },
): ListLine<Item>[] {
  const from = topOf(selected, items.length, height);
  const before = items[from - 1];
  let day = timeOf && before ? localDay(timeOf(before)) : today;
  const lines = items.slice(from, from + height).flatMap((item, at): ListLine<Item>[] => {
    const previous = day;
    day = timeOf ? localDay(timeOf(item)) : today;
    return [...(day === previous ? [] : [{ day }]), { item, index: from + at }];
  });
  // Dates take lines, so the selected item can be below the last one.
  const at = lines.findIndex((line) => 'item' in line && line.index === selected);
  const isLast = from + height >= items.length;
  const top = isLast ? topOf(at, lines.length, height) : Math.max(0, at - height + 1);
  return lines.slice(top, top + height);
}

export type TimeOf<Item> = (item: Item) => Date;
