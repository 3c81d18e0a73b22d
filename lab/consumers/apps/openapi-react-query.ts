import createFetchClient from 'openapi-fetch';
import createClient from 'openapi-react-query';
import type { paths } from './api';

const api = createClient(createFetchClient<paths>({ baseUrl: 'http://127.0.0.1:3000/api/v1' }));

/** Returns what a component needs to list contacts and to write to one. */
export function useContacts() {
  const contacts = api.useQuery('get', '/contacts', { params: { query: { search: 'ada' } } });
  const send = api.useMutation('post', '/messages');
  return {
    names: contacts.data?.data.contacts.map(({ name }) => name),
    send: () => send.mutate({ body: { to: '905551112233', text: 'Hello' } }),
  };
}
