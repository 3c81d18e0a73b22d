import type { Provider } from '../provider.ts';

/**
 * Creates the provider for web chat, our own channel (§1). A message counts as sent once it is committed, because the
 * visitor's page reads it from the database.
 */
export function createWeb(): Provider {
  return {
    deduplicates: true,
    send: async ({ message }) => ({
      kind: 'accepted',
      externalId: `web_${message.id}`,
      status: 'sent',
    }),
    check: async () => [{ ok: true, what: 'web chat needs no provider' }],
  };
}
