import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constructEvent, type WebhookEvent } from '@wigwag/sdk/webhooks';
import type { Random } from './random.ts';

/** How often the receiver takes an event and loses its answer. */
const LOST_ANSWERS = 0.01;

/** A receiver of webhooks that writes down what came; now and then its answer is lost. */
export async function startReceiver(random: Random) {
  const events = new Map<string, WebhookEvent>();
  let deliveries = 0;
  let refused = 0;
  let secret = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
    } catch {
      return; // whoever sent it is dead
    }
    try {
      // Time is moved in the end, further than a signature may be old.
      const event = await constructEvent(Buffer.concat(chunks), request.headers, secret, { tolerance: 1e9 });
      events.set(event.id, event);
      deliveries += 1;
    } catch {
      refused += 1;
    }
    if (random.next() < LOST_ANSWERS) {
      response.destroy();
    } else {
      response.end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** By delivery id: the same id twice is the same event. */
    events,
    get deliveries() {
      return deliveries;
    },
    /** Deliveries that did not verify. */
    get refused() {
      return refused;
    },
    verifyWith(signingSecret: string) {
      secret = signingSecret;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
