import { constructEvent, type WebhookEvent } from '@wigwag/sdk/webhooks';
import { Redis } from 'ioredis';
import { startRedis } from '../testing/brokers.ts';
import type { RecordingReceiver } from './receiver.ts';

const STREAM = 'events';
/** More entries than a run adds, so that Redis removes none. */
const MAXLEN = 10_000_000;
const PAGE = 1_000;

/** Starts a Redis server whose stream gets events. The record is complete after `collect`. */
export async function startStream(): Promise<RecordingReceiver> {
  const { port, stop } = await startRedis();
  const client = new Redis({ port });
  const events = new Map<string, WebhookEvent>();
  let deliveries = 0;
  let refused = 0;
  let secret = '';
  let last = '-';

  async function record(fields: string[]): Promise<void> {
    const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]]] : []));
    const { body, ...headers } = Object.fromEntries(pairs);
    try {
      const event = await constructEvent(body, headers, secret, { tolerance: 1e9 });
      events.set(event.id, event);
      deliveries += 1;
    } catch {
      refused += 1;
    }
  }

  return {
    url: `redis://127.0.0.1:${port}/0/${STREAM}?maxlen=${MAXLEN}`,
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
    revive() {},
    async collect() {
      for (;;) {
        const entries = await client.xrange(STREAM, last, '+', 'COUNT', PAGE);
        for (const [entry, fields] of entries) {
          last = `(${entry}`;
          await record(fields);
        }
        if (entries.length < PAGE) {
          return;
        }
      }
    },
    close() {
      client.disconnect();
      void stop();
    },
  };
}
