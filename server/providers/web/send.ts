import type { Provider } from '../provider.ts';

/** Web chat, a channel of our own (§1): a message is sent when that is committed, since the visitor's page reads it from there. */
export function createWeb(): Provider {
  return {
    isRepeatable: true,
    send: async ({ message }) => ({
      kind: 'accepted',
      externalId: `web_${message.id}`,
      status: 'sent',
    }),
    check: async () => [{ ok: true, what: 'web chat needs no provider' }],
  };
}
