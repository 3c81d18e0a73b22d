import { once } from 'node:events';
import { startReceiver } from './receiver.ts';
import type { EventSource } from './source.ts';

/** Receives webhooks and verifies the signature of each. */
export const receiverSource =
  (port: number, secret: string): EventSource =>
  async ({ log, take, say, stop }) => {
    const receiver = await startReceiver({
      port,
      secret,
      onDelivery: ({ headers, rawBody, result }) =>
        take({ rawBody, result, signed: true, attempt: Number(headers['x-service-attempt'] ?? 1) }),
    });
    log.connect({ state: 'listening', note: `on ${receiver.url}` });
    say(`listening on ${receiver.url}; send webhooks to this address. Press Ctrl-C to stop.`);
    if (!stop.aborted) {
      await once(stop, 'abort');
    }
    await receiver.close();
  };
