import { once } from 'node:events';
import { startReceiver } from './receiver.ts';
import type { Source } from './source.ts';

/** Webhooks that are sent here, each with its signature verified. */
export const receiverSource =
  (port: number, secret: string): Source =>
  async ({ log, take, say, stop }) => {
    const receiver = await startReceiver({
      port,
      secret,
      onDelivery: ({ headers, rawBody, result }) =>
        take({ rawBody, result, signed: true, attempt: Number(headers['x-service-attempt'] ?? 1) }),
    });
    log.connect({ state: 'listening', note: `on ${receiver.url}` });
    say(`listening on ${receiver.url}; let events be sent there. Stop with Ctrl-C.`);
    if (!stop.aborted) {
      await once(stop, 'abort');
    }
    await receiver.close();
  };
