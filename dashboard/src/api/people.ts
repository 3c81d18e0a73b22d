import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';

/** Someone with whom there is a conversation, or can be one. */
export interface Person {
  /** The phone number, ID or username, which names the conversation. */
  address: string;
  name: string;
}

/** The first contacts that match a search over names, email addresses and numbers. */
export const usePeople = (search: string, limit: number, isEnabled = true) =>
  useQuery({
    queryKey: ['people', search, limit],
    enabled: isEnabled,
    queryFn: () => dataOf(api.GET('/contacts', { params: { query: { limit, ...(search !== '' && { search }) } } })),
    placeholderData: keepPreviousData,
    select: ({ contacts }): Person[] =>
      contacts.map(({ phone, name, display_name, username }) => {
        const address = phone ?? username ?? '';
        return { address, name: name ?? display_name ?? username ?? address };
      }),
  });
