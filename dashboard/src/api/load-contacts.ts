import type { components } from '@wigwag/openapi';
import { api, dataOf } from './client.ts';
import { patiently } from './patiently.ts';

export type Contact = components['schemas']['Contact'];

/** The largest page of the API. */
const PAGE = 100;

/**
 * Loads all contacts that match a search.
 *
 * @param onProgress is called with the number of loaded contacts
 */
export async function loadContacts(
  search: string,
  onProgress: (contacts: number) => void,
  signal?: AbortSignal,
): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { search, limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await patiently(() => dataOf(api.GET('/contacts', { params: { query } })), signal);
    contacts.push(...page.contacts);
    onProgress(contacts.length);
    cursor = page.pagination.next_cursor;
  }
  return contacts;
}
