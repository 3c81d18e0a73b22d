import { list, object } from '../graph/graph-request.ts';
import type { Json } from '../world/state.ts';

/**
 * Merges events of one WhatsApp account into one entry, and statuses of one number into one value: `entry[]`,
 * `changes[]` and `statuses[]` are arrays, and Meta fills all three. Messenger's `messaging[]` has one event in
 * practice.
 */
export function mergeEntries(entries: Json[]): Json[] {
  if (entries.length === 1) {
    return entries;
  }
  const merged: Json[] = [];
  for (const entry of entries) {
    const same = merged.find((one) => one.id === entry.id && one.time === entry.time && Array.isArray(one.changes));
    if (!same || !Array.isArray(entry.changes)) {
      merged.push(structuredClone(entry));
    } else {
      for (const change of entry.changes.map(object)) {
        addChange(list(same.changes).map(object), change, same);
      }
    }
  }
  return merged;
}

function addChange(changes: Json[], change: Json, entry: Json): void {
  const value = object(change.value);
  const last = object(changes.at(-1)?.value);
  const sameNumber = object(last.metadata).phone_number_id === object(value.metadata).phone_number_id;
  if (!sameNumber || !Array.isArray(last.statuses) || !Array.isArray(value.statuses)) {
    entry.changes = [...changes, structuredClone(change)];
    return;
  }
  last.statuses.push(...structuredClone(value.statuses));
  const known = new Set(list(last.contacts).map((contact) => JSON.stringify(contact)));
  const added = list(value.contacts).filter((contact) => !known.has(JSON.stringify(contact)));
  if (added.length > 0) {
    last.contacts = [...list(last.contacts), ...added];
  }
}
