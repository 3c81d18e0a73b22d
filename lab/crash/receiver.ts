import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constructEvent, type WebhookEvent } from '@wigwag/sdk/webhooks';
import type { Random } from '../testing/random.ts';

/** An endpoint's receiver, with the record of what it got. */
export interface RecordingReceiver {
  url: string;
  /** By delivery ID, because a repeated ID is the same event. */
  events: Map<string, WebhookEvent>;
  readonly deliveries: number;
  /** Deliveries with an invalid signature. */
  readonly refused: number;
  verifyWith(signingSecret: string): void;
  /** Lets a dead receiver accept events. */
  revive(): void;
  /** Completes the record. */
  collect(): Promise<void>;
  close(): void;
}

/** The share of events that the receiver accepts, but whose response is lost. */
const LOST_ANSWERS = 0.01;

/**
 * A webhook receiver that records deliveries. Sometimes its response is lost.
 *
 * @param isDead whether it refuses everything until it is revived
 */
export async function startReceiver(random: Random, isDead = false): Promise<RecordingReceiver> {
  const events = new Map<string, WebhookEvent>();
  let refusesAll = isDead;
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
      return; // the sender was killed
    }
    if (refusesAll) {
      response.writeHead(503).end();
      return;
    }
    try {
      // At the end of a run, the clock moves further than the maximum age of a signature.
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
    events,
    get deliveries() {
      return deliveries;
    },
    get refused() {
      return refused;
    },
    verifyWith(signingSecret) {
      secret = signingSecret;
    },
    revive() {
      refusesAll = false;
    },
    async collect() {},
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
