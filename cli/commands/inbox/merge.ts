/** What tells records of a list apart, and where each stands in it: the same place means that it has not moved. */
type PlaceOf<Item> = (item: Item) => { key: string; at: string | undefined };

/**
 * What was loaded before and is older than the newest page. Nothing when some may be missing in between, as after a long time
 * without a connection.
 *
 * @param page the newest ones, the newest first
 * @param known what was loaded before, the newest first
 */
export function keepOlder<Item>(page: readonly Item[], known: readonly Item[], placeOf: PlaceOf<Item>): Item[] {
  const last = page.at(-1);
  if (last === undefined) {
    return [];
  }
  const { key, at } = placeOf(last);
  const isJoined = known.map(placeOf).some((place) => place.key === key && place.at === at);
  return isJoined ? without(known, page, placeOf) : [];
}

/** Those that are not among `others`. */
export function without<Item>(items: readonly Item[], others: readonly Item[], placeOf: PlaceOf<Item>): Item[] {
  const keys = new Set(others.map((item) => placeOf(item).key));
  return items.filter((item) => !keys.has(placeOf(item).key));
}
