import type { components } from '@wigwag/openapi';
import { admin, api, bodyOf, dataOf } from './client.ts';
import { patiently } from './patiently.ts';

export type Contact = components['schemas']['Contact'];

/** The largest page of the API. */
const PAGE = 100;

/** Which contacts to load: those that match a search, or those with a label of the account. */
export type ContactChoice = { search: string } | { account: string; label: number };

/** Returns a page of contacts. */
export const contactsPage = (choice: ContactChoice, cursor: string | null | undefined) => {
  const page = { limit: PAGE, ...(cursor && { cursor }) };
  return 'label' in choice
    ? bodyOf(admin.GET('/accounts/{account}/labels/{label}/contacts', { params: { path: choice, query: page } }))
    : dataOf(api.GET('/contacts', { params: { query: { ...page, search: choice.search } } }));
};

/**
 * Loads all contacts of a choice.
 *
 * @param onProgress is called with the number of loaded contacts
 */
export async function loadContacts(
  choice: ContactChoice,
  onProgress: (contacts: number) => void,
  signal?: AbortSignal,
): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await patiently(() => contactsPage(choice, cursor), signal);
    contacts.push(...page.contacts);
    onProgress(contacts.length);
    cursor = page.pagination.next_cursor;
  }
  return contacts;
}
