import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constructEvent, type WebhookEvent } from '@wigwag/sdk/webhooks';
import type { Random } from '../testing/random.ts';

/** What an endpoint's receiver got. */
export class DeliveryRecord {
  /** By delivery ID, because a repeated ID is the same event. */
  readonly events = new Map<string, WebhookEvent>();
  deliveries = 0;
  /** Deliveries with an invalid signature. */
  refused = 0;
  #secret = '';

  verifyWith(signingSecret: string): void {
    this.#secret = signingSecret;
  }

  /** Records a delivery, if its signature is valid. */
  async add(body: string | Buffer, headers: Parameters<typeof constructEvent>[1]): Promise<void> {
    try {
      // At the end of a run, the clock moves further than the maximum age of a signature.
      const event = await constructEvent(body, headers, this.#secret, { tolerance: 1e9 });
      this.events.set(event.id, event);
      this.deliveries += 1;
    } catch {
      this.refused += 1;
    }
  }
}

/** An endpoint's receiver, with the record of what it got. */
export interface RecordingReceiver extends DeliveryRecord {
  url: string;
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
  const record = new DeliveryRecord();
  let refusesAll = isDead;
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
    await record.add(Buffer.concat(chunks), request.headers);
    if (random.next() < LOST_ANSWERS) {
      response.destroy();
    } else {
      response.end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(record, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    revive() {
      refusesAll = false;
    },
    async collect() {},
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}
