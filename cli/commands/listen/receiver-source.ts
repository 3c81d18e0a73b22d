import { once } from 'node:events';
import { type LocalReceiver, startReceiver } from './receiver.ts';
import type { EventSource, Sink } from './source.ts';

/** Receives webhooks and verifies the signature of each. */
export const receiverSource =
  (port: number, secret: string): EventSource =>
  async (sink) => {
    const receiver = await receiveInto(sink, port, secret);
    sink.log.connect({ state: 'listening', note: `on ${receiver.url}` });
    sink.say(`listening on ${receiver.url}; send webhooks to this address. Press Ctrl-C to stop.`);
    await untilAborted(sink.stop);
    await receiver.close();
  };

/** Starts a receiver that passes each delivery to the sink. */
export const receiveInto = ({ take }: Sink, port: number, secret: string | Promise<string>): Promise<LocalReceiver> =>
  startReceiver({
    port,
    secret,
    onDelivery: ({ headers, rawBody, result }) =>
      take({ rawBody, result, signed: true, attempt: Number(headers['x-service-attempt'] ?? 1) }),
  });

export async function untilAborted(stop: AbortSignal): Promise<void> {
  if (!stop.aborted) {
    await once(stop, 'abort');
  }
}
