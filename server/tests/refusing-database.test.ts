import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { UNMATCHED_DELAYS_SECONDS } from '@wigwag/openapi';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../testing/server.ts';
import { freshDatabase, rawDatabase } from '../testing/store.ts';

const to = '905551112233';
const ACCEPTED = 202;

/** Starts a server on a PostgreSQL database with these settings, which every new session gets. */
async function serverWith(settings: Record<string, string>) {
  const databaseUrl = await freshDatabase('postgres');
  const db = rawDatabase(databaseUrl);
  const set = async (name: string, value: string) => {
    await db.raw(`alter database ${new URL(databaseUrl).pathname.slice(1)} set ${name} = ${value}`);
  };
  for (const [name, value] of Object.entries(settings)) {
    await set(name, value);
  }
  const server = await createTestServer({ config: { databaseUrl, metricsPort: 0, logLevel: 'silent' } });
  return { server, db, set };
}

const readiness = async ({ server }: TestServer) => (await fetch(`${server.origin}/readyz`)).status;

/** Returns the texts of the customer's messages. */
async function receivedBy({ api }: TestServer): Promise<string[]> {
  const { body } = await api('GET', `/conversations/${to}/messages?limit=100`);
  return body.data.messages.map(({ text }: { text: string }) => text);
}

/**
 * Makes PostgreSQL refuse these writes, such as `insert on messages`, with this error, `times` times or until `stop` is
 * called.
 */
async function refuseWrites(
  db: ReturnType<typeof rawDatabase>,
  writes: readonly string[],
  code: string,
  times = 1_000_000_000,
) {
  await db.raw('create sequence refusals'); // a rollback does not reset it
  await db.raw(`create function refuse() returns trigger language plpgsql as $$
    begin
      if nextval('refusals') <= ${times} then raise exception 'refused' using errcode = '${code}'; end if;
      return new;
    end $$`);
  for (const write of writes) {
    await db.raw(`create trigger refuse before ${write} for each row execute function refuse()`);
  }
  return { stop: () => db.raw('drop function refuse cascade; drop sequence refusals') };
}

/** Makes the SQLite driver refuse statements that begin with this text with this error, until `stop` is called. */
function refuseOnSqlite(beginning: string, code: string) {
  const Database = createRequire(import.meta.url)('better-sqlite3');
  const methods = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'));
  let isStopped = false;
  for (const name of ['all', 'run']) {
    const original = methods[name];
    methods[name] = function refusing(this: { source: string }, ...args: unknown[]) {
      if (!isStopped && this.source.startsWith(beginning)) {
        throw Object.assign(new Error('refused'), { code });
      }
      return original.apply(this, args);
    };
    onTestFinished(() => {
      methods[name] = original;
    });
  }
  return {
    stop: async () => {
      isStopped = true;
    },
  };
}

test.each(['serializable', 'repeatable read'])(
  'on PostgreSQL whose sessions are %s by default, concurrent requests and callbacks succeed at once',
  async (isolation) => {
    const { server } = await serverWith({ default_transaction_isolation: `'${isolation}'` });
    const phones = Array.from({ length: 40 }, (_, at) => `9055511122${10 + at}`);
    const answers = await Promise.all(phones.map((phone) => server.api('POST', '/contacts', { body: { phone } })));
    expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 201));
    const texts = phones.map((phone) => `Hi from ${phone}`);
    const callbacks = texts.map((body, at) =>
      server.callback(server.inboundCallback({ id: `wamid.${at}`, text: { body } })),
    );
    expect((await Promise.all(callbacks)).map(({ status }) => status)).toEqual(phones.map(() => 200));
    await server.settle();
    expect((await receivedBy(server)).sort()).toEqual(texts);
  },
);

test.each(['40001', '40P01'])('on PostgreSQL a request that conflicts with others (%s) is repeated', async (code) => {
  const { server, db } = await serverWith({});
  await server.customerWrites('Hi');
  await refuseWrites(db, ['insert on contacts'], code, 2);
  expect(await server.api('POST', '/contacts', { body: { phone: '905551112244' } })).toMatchObject({ status: 201 });
});

test.each(['40001', '40P01'])(
  'on PostgreSQL a request that conflicts too often (%s) can be retried, and a callback is repeated until it succeeds',
  async (code) => {
    const { server, db } = await serverWith({});
    await server.customerWrites('Hi');
    const { stop } = await refuseWrites(db, ['insert on contacts'], code);
    expect(await server.api('POST', '/contacts', { body: { phone: '905551112244' } })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'RATE_LIMITED' } },
    });
    await stop();
    await refuseWrites(db, ['insert on messages'], code, 12);
    await server.callback(server.inboundCallback({ id: 'wamid.conflict', text: { body: 'Conflict' } }));
    await server.settle();
    expect(await receivedBy(server)).toContain('Conflict');
  },
);

test('on PostgreSQL that was read-only for a time, a server works again with writable connections', async () => {
  const { server, db, set } = await serverWith({});
  await server.customerWrites('Hi');
  await set('default_transaction_read_only', 'on');
  const send = async () => (await server.api('POST', '/messages', { body: { to, text: 'Hello' } })).status;
  const sendAll = () => Promise.all(Array.from({ length: 30 }, send));
  // Ends the sessions that began before.
  await db.raw(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  expect(await sendAll()).not.toContain(ACCEPTED);
  expect(await readiness(server)).toBe(503);
  await set('default_transaction_read_only', 'off');
  await expect.poll(() => readiness(server)).toBe(200);
  expect(await sendAll()).toEqual(Array(30).fill(ACCEPTED));
});

test.each(DATABASES.map((database) => [database === 'sqlite' ? 'SQLite' : 'PostgreSQL', database] as const))(
  'on %s a callback keeps its attempts while the database refuses writes',
  async (_, database) => {
    const databaseUrl = await freshDatabase(database);
    const server = await createTestServer({ config: { databaseUrl, logLevel: 'silent' } });
    await server.customerWrites('Hi');
    const { stop } =
      database === 'sqlite'
        ? refuseOnSqlite('insert into `messages`', 'SQLITE_FULL')
        : await refuseWrites(rawDatabase(databaseUrl), ['insert on messages'], '53100');
    await server.callback(server.inboundCallback({ id: 'wamid.full', text: { body: 'Full' } }));
    const attempts = UNMATCHED_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0);
    await server.advance(2 * attempts);
    await stop();
    await server.advance(180);
    expect(await receivedBy(server)).toContain('Full');
  },
);

test.each(DATABASES.map((database) => [database === 'sqlite' ? 'SQLite' : 'PostgreSQL', database] as const))(
  'on %s a callback that failed and could not be released runs as soon as the database works again',
  async (_, database) => {
    const databaseUrl = await freshDatabase(database);
    const server = await createTestServer({ config: { databaseUrl, logLevel: 'silent' } });
    await server.customerWrites('Hi');
    const refusals =
      database === 'sqlite'
        ? ['insert into `messages`', 'update `outbox`'].map((beginning) => refuseOnSqlite(beginning, 'SQLITE_IOERR'))
        : [await refuseWrites(rawDatabase(databaseUrl), ['insert on messages', 'update on outbox'], '57P01')];
    await server.callback(server.inboundCallback({ id: 'wamid.late', text: { body: 'Late' } }));
    await server.settle();
    expect(await receivedBy(server)).not.toContain('Late');
    await Promise.all(refusals.map(({ stop }) => stop()));
    // The server's clock does not move, so the lease does not expire.
    await expect.poll(() => receivedBy(server)).toContain('Late');
  },
);

/**
 * Starts a proxy before PostgreSQL. When the first transaction with this statement has committed, and before the client
 * learns of it, the proxy ends the connection; with `isAway`, all connections, also new ones, until `restore` is called.
 * With `isBefore`, it ends them before the statement reaches the database.
 */
async function losingCommit(databaseUrl: string, statement: string, { isAway = false, isBefore = false } = {}) {
  const { hostname, port } = new URL(databaseUrl);
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let state: 'before' | 'away' | 'after' = 'before';
  let refused = 0;
  const proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    const end = () => [client, database].forEach((socket) => void socket.destroy());
    let hasStatement = false;
    const lose = () => {
      state = isAway ? 'away' : 'after';
      (isAway ? [...sockets] : [client]).forEach((socket) => void socket.destroy());
      resolve();
    };
    client.on('data', (bytes) => {
      hasStatement ||= bytes.includes(statement);
      if (hasStatement && state === 'before' && isBefore) {
        lose();
      } else {
        database.write(bytes);
      }
    });
    database.on('data', (bytes) => {
      if (hasStatement && state === 'before' && bytes.includes('COMMIT')) {
        lose();
      } else {
        client.write(bytes);
      }
    });
    sockets.add(client);
    for (const socket of [client, database]) {
      socket.on('error', end).on('close', end);
    }
    onTestFinished(end);
    if (state === 'away') {
      refused += 1;
      end();
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(own) }).href,
    lost,
    /** Returns how many connections were refused. */
    refused: () => refused,
    restore() {
      state = 'after';
    },
  };
}

test.each([false, true])(
  'on PostgreSQL a message is sent once if the start of its send was stored, but not known before the connection failed (away afterwards: %s)',
  async (isAway) => {
    const start = 'update "outbox" set "claims"';
    const { url, lost, refused, restore } = await losingCommit(await freshDatabase('postgres'), start, { isAway });
    const server = await createTestServer({ config: { databaseUrl: url, logLevel: 'silent' } });
    await server.customerWrites('Hi');
    const { body } = await server.api('POST', '/messages', { body: { to, text: 'Hello' } });
    await lost;
    // By then, the task could not be released.
    await expect.poll(refused).toBeGreaterThanOrEqual(isAway ? 10 : 0);
    restore();
    await expect
      .poll(async () => {
        await server.advance(2);
        return server.mock.sends();
      })
      .toHaveLength(1);
    await server.advance(20 * 60);
    expect((await server.api('GET', `/messages/${body.data.id}`)).body.data.status).toBe('read');
    expect(server.mock.sends()).toHaveLength(1);
  },
);

test.each([
  ['before', { isAway: true, isBefore: true }],
  ['after', { isAway: true }],
])(
  'on PostgreSQL a response of the provider counts if the database failed %s it was stored and no callback comes',
  async (_, options) => {
    const { url, lost, refused, restore } = await losingCommit(
      await freshDatabase('postgres'),
      'update messages set external_id',
      options,
    );
    const server = await createTestServer({ config: { databaseUrl: url, logLevel: 'silent' } });
    await server.customerWrites('Hi');
    server.mock.faults.next({ outcome: 'drop', times: 9 });
    const { body } = await server.api('POST', '/messages', { body: { to, text: 'Hello' } });
    await lost;
    await expect.poll(refused).toBeGreaterThanOrEqual(10);
    restore();
    await server.advance(20 * 60);
    expect((await server.api('GET', `/messages/${body.data.id}`)).body.data).toMatchObject({ status: 'sent' });
    expect(server.mock.sends()).toHaveLength(1);
  },
);

test('on PostgreSQL a receiver gets an event once if the database failed before its response was stored', async () => {
  const { url, lost, refused, restore } = await losingCommit(
    await freshDatabase('postgres'),
    'update deliveries set state',
    { isAway: true, isBefore: true },
  );
  const server = await createTestServer({ config: { databaseUrl: url, logLevel: 'silent' } });
  const receiver = await server.receiver();
  await server.callback(server.inboundCallback({ id: 'wamid.once', text: { body: 'Once' } }));
  await lost;
  await expect.poll(refused).toBeGreaterThanOrEqual(10);
  restore();
  await server.advance(20 * 60);
  expect(receiver.received.map(({ event }) => event.event)).toEqual(['message.received']);
});
