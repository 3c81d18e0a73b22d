import createClient from 'openapi-fetch';
import type { components, paths } from './api';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000/api/v1' });

export const text: components['schemas']['SendMessageRequest'] = { to: '905551112233', text: 'Hello' };

/** Sends a text and returns its ID. */
export async function send(): Promise<string | undefined> {
  const { data, error } = await client.POST('/messages', { body: { to: '905551112233', text: 'Hello' } });
  if (error?.error.code === 'WINDOW_CLOSED') {
    return undefined;
  }
  return data?.data.id;
}
