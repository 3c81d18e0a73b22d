import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { setWebhook } from '../../../server/domain/webhooks/set-webhook.ts';
import { openDatabase } from '../../../server/store/database.ts';

export const ACCOUNTS = 32;
/** The number of deliveries that a worker has in flight for this many accounts. */
export const AT_ONCE = 8 * ACCOUNTS;

/** A receiver that accepts everything and measures the rate. */
export async function startReceiver() {
  let count = 0;
  let bytes = '';
  let wanted = { from: 0, to: 0, begun: 0, onBegin() {}, done: (_perSecond: number) => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(200).end();
      count += 1;
      if (count === wanted.from) {
        bytes = Buffer.concat(chunks).toString();
        wanted.begun = performance.now();
        wanted.onBegin();
      } else if (count === wanted.to) {
        wanted.done((1000 * (wanted.to - wanted.from)) / (performance.now() - wanted.begun));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** The body of one counted delivery. */
    example: () => bytes,
    /** Returns the deliveries per second, after the first fifth of them. `onBegin` is called after this fifth. */
    perSecond(total: number, onBegin = () => {}): Promise<number> {
      count = 0;
      return new Promise((done) => {
        wanted = { from: total / 5, to: total, begun: 0, onBegin, done };
      });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Creates accounts that all deliver to one endpoint. Returns their IDs. */
export async function prepareDeliveries(databaseUrl: string, url: string): Promise<number[]> {
  const secretKey = 'a secret key for benchmarks';
  const overrides = { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error', allowLoopback: true } as const;
  const server = await startServer(readConfig({}, overrides));
  const { app } = server;
  const ids: number[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    await app.store.transaction(async (tx) => {
      const { id } = await createAccount(app, tx, { name: 'Bench' });
      await setWebhook(app, tx, id, url);
      ids.push(id);
    });
  }
  await server.stop();
  return ids;
}

export const DATA = JSON.stringify({
  message: {
    id: 'msg_17952880000000010001',
    external_id: 'wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQjVBQkQ4RkYxQzY1RTQ3OTlGAA==',
    channel: 'whatsapp',
    to: '905551112233',
    status: 'delivered',
    error: null,
    occurred_at: '2026-05-04T12:00:00.000000+00:00',
  },
});

/** Inserts pending deliveries in bulk, bypassing the rules. */
export async function fillDeliveries(
  databaseUrl: string,
  accounts: readonly number[],
  deliveries: number,
): Promise<void> {
  const db = await openDatabase(databaseUrl);
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${deliveries - 1})`;
  const account = `${accounts[0]} + i % ${accounts.length}`;
  try {
    await db.raw(
      `${numbers} insert into deliveries (account_id, id, event, data, is_test, is_sample, state, attempts, created_at)
       select ${account}, 'whd_1' || (1000000 + i), 'message.status', ?, false, false, 'pending', 0, ? from n`,
      [DATA, Date.now() * 1000], // old ones would be swept away meanwhile
    );
    await db.raw(
      `${numbers} insert into outbox (account_id, queue, task, subject, run_at, attempts, claims)
       select ${account}, 'deliver', 'deliver-webhook', 'whd_1' || (1000000 + i), 1 + i, 0, 0 from n`,
    );
  } finally {
    await db.destroy();
  }
}
