/** Returns the key of a record and its position in the list. The same position means that it has not moved. */
type PlaceOf<Item> = (item: Item) => { key: string; at: string | undefined };

/**
 * Returns the records loaded before that are older than the newest page. Returns none if records between the two may be
 * missing, for example after a long disconnection.
 *
 * @param page the newest records, newest first
 * @param known the records loaded before, newest first
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

/** Returns the items that are not in `others`. */
export function without<Item>(items: readonly Item[], others: readonly Item[], placeOf: PlaceOf<Item>): Item[] {
  const keys = new Set(others.map((item) => placeOf(item).key));
  return items.filter((item) => !keys.has(placeOf(item).key));
}
