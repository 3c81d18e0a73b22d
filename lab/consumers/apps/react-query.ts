import { type SendMessageRequest, useListContacts, useSendMessage } from './api';

const text: SendMessageRequest = { to: '905551112233', text: 'Hello' };

/** Returns what a component needs to list contacts and to write to one. */
export function useContacts() {
  const contacts = useListContacts({ search: 'ada' });
  const send = useSendMessage();
  return { contacts, send: () => send.mutate({ data: text }) };
}
