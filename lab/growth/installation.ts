import { randomUUID } from 'node:crypto';
import { readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../server/domain/account/accounts.ts';
import { createKey } from '../../server/domain/account/create-key.ts';
import { createConnection, createProviderApp } from '../../server/domain/connections/create-connection.ts';
import { setWebhook } from '../../server/domain/webhooks/set-webhook.ts';
import { realClock } from '../../server/engine/clock.ts';
import { META_CALLBACKS } from '../../server/providers/meta/callback.ts';
import { openDatabase } from '../../server/store/database.ts';
import { createSweep } from '../../server/worker/sweep.ts';
import { median } from '../bench/figure.ts';
import { startWorld } from '../bench/neighbours/world.ts';
import { openWindows } from '../bench/support/customers.ts';
import { APP_SECRET } from '../bench/support/life-load.ts';
import { type RunningProgram, run } from '../bench/support/processes.ts';
import { fill, type Shop } from './fill.ts';

const SHOPS = 10;
/** The people to whom the measured messages go: those of `startWorld`. */
const CUSTOMERS = 25;
const SEND_RATE = 10;
const DAY_MILLISECONDS = 86_400_000;
const RETENTION_DAYS = 90;
const EVENT_RETENTION_DAYS = 7;

const SETTINGS = { port: 0, secretKey: 'a secret key for benchmarks', logLevel: 'error', allowLoopback: true } as const;

/** A server on a database of one size, with the provider and the receiver of its first account. */
export interface Installation {
  messages: number;
  databaseUrl: string;
  /** Requests a path of the API, or of the admin API if it begins with /admin. Returns the milliseconds, and `data`. */
  request(method: string, path: string, body?: object): Promise<{ milliseconds: number; data: unknown }>;
  /** Sends messages for some seconds. Returns the medians in milliseconds. */
  send(seconds: number): Promise<{ request: number; toProvider: number; toWebhook: number }>;
  /** The number of the first account. */
  accountId: number;
  stop(): Promise<void>;
}

/** Creates the accounts in a new database, fills it, and starts a server on it. */
export async function startInstallation(databaseUrl: string, messages: number): Promise<Installation> {
  const world = await startWorld(0);
  const preparing = await startServer(readConfig({}, { ...SETTINGS, databaseUrl, role: 'api' }));
  const { app } = preparing;
  const providerAppId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: APP_SECRET, verifyToken: 'token' }),
  );
  const shops: (Shop & { key: string })[] = [];
  for (let index = 0; index < SHOPS; index += 1) {
    const shop = await app.store.transaction(async (tx) => {
      const { id: accountId } = await createAccount(app, tx, { name: `Shop ${index}` });
      const providerId = String(106_540_352_242_922 + index);
      const line = { accountId, channel: 'whatsapp', name: 'Shop', providerAppId, providerId } as const;
      const connectionId = await createConnection(app, tx, { ...line, accessToken: 'token' });
      await setWebhook(app, tx, accountId, world.quietUrl, ['message.status']);
      await openWindows(app, tx, { accountId, connectionId }, CUSTOMERS);
      const key = await createKey(app, tx, { accountId, mode: 'live', requestsPerMinute: 1_000_000_000 });
      return { accountId, connectionId, key };
    });
    shops.push(shop);
  }
  await fill(databaseUrl, shops, messages, app.now());
  await preparing.stop();
  const adminToken = randomUUID();
  const server: RunningProgram = await run('api-process.ts', databaseUrl, 'all', world.providerUrl, adminToken);
  const { accountId = 0, key = '' } = shops[0] ?? {};
  return {
    messages,
    databaseUrl,
    accountId,
    async request(method, path, body) {
      const isAdmin = path.startsWith('/admin');
      const begun = performance.now();
      const response = await fetch(
        `${server.line}${isAdmin ? path.replace('/admin', '/admin/v1') : `/api/v1${path}`}`,
        {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${isAdmin ? adminToken : key}` },
          ...(body && { body: JSON.stringify(body) }),
        },
      );
      const text = await response.text();
      const milliseconds = performance.now() - begun;
      if (!response.ok) {
        throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 1_000)}`);
      }
      return { milliseconds, data: JSON.parse(text).data };
    },
    async send(seconds) {
      const seen = await world.run(server.line, META_CALLBACKS.path(providerAppId), key, SEND_RATE, seconds);
      if (seen.refused > 0) {
        throw new Error(`the server refused ${seen.refused} of ${seen.request.length} sends`);
      }
      return {
        request: median(seen.request),
        toProvider: median(seen.toProvider),
        toWebhook: median(seen.toWebhook),
      };
    },
    async stop() {
      await server.stop();
      world.close();
    },
  };
}

/** Tables that retention empties, the column of their time, and how long rows stay. */
const EXPIRING = [
  ['messages', 'created_at', RETENTION_DAYS],
  ['callbacks', 'received_at', RETENTION_DAYS],
  ['deliveries', 'created_at', RETENTION_DAYS],
  ['delivery_attempts', 'at', RETENTION_DAYS],
  ['events', 'created_at', EVENT_RETENTION_DAYS],
] as const;

/** Deletes what expires within a day, as the worker of a server would a day from now. Returns rows, and seconds. */
export async function sweepOneDay(databaseUrl: string): Promise<{ rows: number; seconds: number }> {
  const clock = { ...realClock, now: () => Date.now() + DAY_MILLISECONDS };
  const count = async () => {
    const db = await openDatabase(databaseUrl);
    let rows = 0;
    for (const [table, column, days] of EXPIRING) {
      const limit = (clock.now() - days * DAY_MILLISECONDS) * 1_000;
      rows += Number((await db(table).where(column, '<', limit).count({ count: '*' }).first())?.count);
    }
    await db.destroy();
    return rows;
  };
  const before = await count();
  const server = await startServer(readConfig({}, { ...SETTINGS, databaseUrl, role: 'api' }), { clock });
  const begun = performance.now();
  await createSweep(server.app).run();
  const seconds = (performance.now() - begun) / 1_000;
  await server.stop();
  return { rows: before - (await count()), seconds };
}
