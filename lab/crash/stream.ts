import { Redis } from 'ioredis';
import { startRedis } from '../testing/brokers.ts';
import { DeliveryRecord, type RecordingReceiver } from './receiver.ts';

const STREAM = 'events';
/** More entries than a run adds, so that Redis removes none. */
const MAXLEN = 10_000_000;
const PAGE = 1_000;

/** Starts a Redis server whose stream gets events. The record is complete after `collect`. */
export async function startStream(): Promise<RecordingReceiver> {
  const { port, stop } = await startRedis();
  const client = new Redis({ port });
  const record = new DeliveryRecord();
  let last = '-';

  return Object.assign(record, {
    url: `redis://127.0.0.1:${port}/0/${STREAM}?maxlen=${MAXLEN}`,
    revive() {},
    async collect() {
      for (;;) {
        const entries = await client.xrange(STREAM, last, '+', 'COUNT', PAGE);
        for (const [entry, fields] of entries) {
          last = `(${entry}`;
          const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]]] : []));
          const { body, ...headers } = Object.fromEntries(pairs);
          await record.add(body, headers);
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
  });
}
