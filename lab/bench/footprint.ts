import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDev } from '../../cli/dev/dev.ts';
import { createKey } from '../../server/domain/account/create-key.ts';
import { setWebhook } from '../../server/domain/webhooks/set-webhook.ts';
import { openDatabase } from '../../server/store/drivers/database.ts';
import { startPostgres } from '../testing/start-postgres.ts';

/**
 * `node --conditions=wigwag-source lab/bench/footprint.ts [sqlite | postgres [MESSAGES]]`: the bytes that one message adds
 * to the database and the statements that it takes, from the request to the delivery of the last of its three status
 * events. docs/capacity.md shows the numbers.
 */
const MESSAGES = Number(process.argv[3] ?? 400);
const PERSON = '905551112233';

/** Counts the statements of all parts of the server, by their first words. */
function countStatements(): Map<string, number> {
  const counts = new Map<string, number>();
  const { prototype } = createRequire(import.meta.url)('knex/lib/client.js');
  const { query } = prototype;
  prototype.query = function (connection: unknown, asked: string | { sql: string }) {
    const sql = typeof asked === 'string' ? asked : asked.sql;
    const kind = /^\s*(select|insert|update|delete|begin|commit|savepoint|release)/i.exec(sql)?.[1] ?? 'other';
    counts.set(kind.toLowerCase(), (counts.get(kind.toLowerCase()) ?? 0) + 1);
    return query.call(this, connection, asked);
  };
  return counts;
}

/** Returns the bytes of each table with its indexes. */
async function bytesOf(databaseUrl: string): Promise<Map<string, number>> {
  const db = await openDatabase(databaseUrl);
  try {
    if (databaseUrl.startsWith('sqlite:')) {
      const rows: { name: string; bytes: number }[] = await db.raw(
        `select m.tbl_name as name, sum(s.pgsize) as bytes from dbstat s join sqlite_master m on m.name = s.name group by 1`,
      );
      return new Map(rows.map(({ name, bytes }) => [name, bytes]));
    }
    await db.raw('vacuum analyze');
    const { rows } = await db.raw(`select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    return new Map(rows.map(({ name, bytes }: { name: string; bytes: string }) => [name, Number(bytes)]));
  } finally {
    await db.destroy();
  }
}

/** Sends messages with `atOnce` concurrent callers, and waits for everything that follows. */
async function sendAll(data: string, database: string, messages: number, atOnce: number): Promise<void> {
  let delivered = 0;
  let done = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end();
      delivered += 1;
      if (delivered === 3 * messages) {
        done();
      }
    });
  }).listen(0, '127.0.0.1');
  const pacing = { sent: 20, delivered: 40, read: 60 };
  const ports = { port: 0, mockPort: 0, controlPort: 0 };
  const dev = await startDev({ ...ports, data, clock: 'real', database, pacing, environment: {} });
  const { app } = dev.server;
  const accountId = Number(dev.info.account_id);
  const key = await app.store.transaction(async (tx) => {
    await setWebhook(app, tx, accountId, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, [
      'message.status',
    ]);
    return createKey(app, tx, { accountId, mode: 'live', requestsPerMinute: 1_000_000 });
  });
  const from = { id: PERSON, name: 'Ada' };
  const post = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) {
      throw new Error(await answer.text());
    }
  };
  const inbound = { account_id: dev.info.account_id, channel: 'whatsapp', from, type: 'text', text: 'Hi' };
  await post(`${dev.info.control_url}/inbound`, inbound);
  let left = messages;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      await post(`${dev.info.base_url}/messages`, {
        to: PERSON,
        text: 'Your order is on its way: it left this morning.',
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  await all;
  await dev.stop();
  receiver.close();
}

async function measure(name: string, databaseUrl: string): Promise<void> {
  const data = join(folder, name);
  mkdirSync(data);
  await sendAll(data, databaseUrl, 1, 1); // creates the schema and the account
  for (const atOnce of [1, 20]) {
    const before = await bytesOf(databaseUrl);
    counts.clear();
    await sendAll(data, databaseUrl, MESSAGES, atOnce);
    const statements = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const commits = counts.get('commit') ?? 0;
    const after = await bytesOf(databaseUrl);
    console.log(
      `${name}, ${atOnce} concurrent: per message ${(statements / MESSAGES).toFixed(1)} statements, ${(commits / MESSAGES).toFixed(2)} commits`,
    );
    const grown = [...after].map(([table, bytes]) => ({
      table,
      bytes: Math.round((bytes - (before.get(table) ?? 0)) / MESSAGES),
    }));
    const most = grown.filter(({ bytes }) => bytes > 0).sort((left, right) => right.bytes - left.bytes);
    console.table([...most, { table: 'all', bytes: most.reduce((sum, { bytes }) => sum + bytes, 0) }]);
  }
}

const counts = countStatements();
const folder = mkdtempSync(join(tmpdir(), 'wigwag-footprint-'));
const wanted = process.argv[2];
try {
  if (wanted !== 'postgres') {
    await measure('sqlite', `sqlite:${join(folder, 'wigwag.db')}`);
  }
  const postgres = wanted === 'sqlite' ? undefined : await startPostgres({ durable: true });
  try {
    await (postgres && measure('postgres', postgres.url));
  } finally {
    await postgres?.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
