import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { expect, onTestFinished, test } from 'vitest';
import { isPostgres } from '../engine/drivers/dialect.ts';
import { type ApiAnswer, createTestServer, DATABASES, type TestServer } from '../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../testing/store.ts';

const PEOPLE = Array.from({ length: 24 }, (_, at) => `9055511122${10 + at}`);

/**
 * For how many seconds another process holds a lock: less and more than a request waits for it. `LOCK_SECONDS=1,6,30`
 * tests more durations.
 */
const SECONDS = (process.env.LOCK_SECONDS ?? '1,6').split(',').map(Number);
/**
 * The longest time for `/healthz`, and for the first accepted send after the lock, in milliseconds. `QUIET=1` sets the
 * limits for an idle machine.
 */
const LONGEST = process.env.QUIET === '1' ? { stall: 200, resume: 1_000 } : { stall: 4_000, resume: 15_000 };
/** The longest time for any request, in milliseconds, whatever is locked (docs/operations.md). */
const LONGEST_ANSWER = 15_000;

const READY = { status: 200, problems: undefined, writable: 1 };
/** On PostgreSQL, all connections may be waiting for the lock, so that the database does not even respond. */
const LOCKED = {
  status: 503,
  problems: [expect.stringMatching(/^the database (does not accept writes|does not respond)$/)],
  writable: 0,
};

/** Returns a working server, people who have written to it, and another program on its database. */
async function besideAnother(database: (typeof DATABASES)[number]) {
  const databaseUrl = await sharedDatabase(database);
  const server = await createTestServer({ config: { databaseUrl, metricsPort: 0, logLevel: 'silent' } });
  for (const person of PEOPLE) {
    await server.mock.receive({
      channel: 'whatsapp',
      business_id: server.business.whatsapp.phone_number_id,
      from: { id: person, name: 'Ada' },
      type: 'text',
      text: 'Hi',
    });
  }
  await server.settle();
  const key = await server.key({ requestsPerMinute: 1_000_000 });
  const db = rawDatabase(databaseUrl);
  return { server, key, db, lock: () => lockAll(db) };
}

/** Locks the tables that every send writes; the returned function unlocks them. */
async function lockAll(db: Knex): Promise<() => Promise<void>> {
  const trx = await db.transaction();
  await trx.raw(isPostgres(db) ? 'lock table messages in access exclusive mode' : 'delete from messages where 1 = 0');
  const unlock = async () => void (await trx.rollback());
  onTestFinished(unlock);
  return unlock;
}

/** Returns the server's state as monitoring sees it. */
async function seenOf({ server }: TestServer) {
  const [ready, metrics] = await Promise.all([
    fetch(`${server.origin}/readyz`),
    fetch(`${server.operatorOrigin}/metrics`).then((answer) => answer.text()),
  ]);
  const { problems } = (await ready.json()) as { problems?: string[] };
  return { status: ready.status, problems, writable: Number(/^wigwag_database_writable (\d)$/m.exec(metrics)?.[1]) };
}

/** Calls the health check repeatedly. Resolves with the longest time that one call took, in milliseconds. */
async function longestStall(origin: string, isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const began = performance.now();
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - began);
    await pause(10);
  }
  return longest;
}

/** A send or a callback, and its result. */
interface TimedRequest {
  text: string;
  status: number;
  milliseconds: number;
  answer: ApiAnswer | undefined;
}

/** Runs clients that send continuously, and a provider that sends callbacks, until `isOver` returns true. */
function load({ server, key }: { server: TestServer; key: string }, isOver: () => boolean): Promise<TimedRequest[]> {
  const asked: TimedRequest[] = [];
  const ask = async (text: string, run: () => Promise<{ status: number } | ApiAnswer>) => {
    const began = performance.now();
    const answer = await run();
    const milliseconds = performance.now() - began;
    asked.push({ text, status: answer.status, milliseconds, answer: 'body' in answer ? answer : undefined });
    // As the response requests, but sooner.
    await pause(answer.status === 429 ? 100 : 20);
  };
  const client = async (to: string) => {
    for (let at = 0; !isOver(); at += 1) {
      const text = `${to} ${at}`;
      await ask(text, () => server.api('POST', '/messages', { body: { to, text }, key }));
    }
  };
  const provider = async () => {
    for (let at = 0; !isOver(); at += 1) {
      const id = `wamid.${at}`;
      await ask(id, () => server.callback(server.inboundCallback({ id, text: { body: id } })));
    }
  };
  return Promise.all([...PEOPLE.map(client), provider()]).then(() => asked);
}

const textsOf = (server: TestServer): string[] =>
  server.mock.sends().map(({ payload }) => (payload as { text: { body: string } }).text.body);

test.each(DATABASES.flatMap((database) => SECONDS.map((seconds) => [database, seconds] as const)))(
  'while another program locks %s for %i s, every request gets a response and nothing accepted is lost',
  async (database, seconds) => {
    const beside = await besideAnother(database);
    const { server, lock, db } = beside;
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const stall = longestStall(server.server.origin, () => isOver);
    const loaded = load(beside, () => isOver);
    await pause(300);
    const unlock = await lock();
    const end = performance.now() + seconds * 1_000;
    if (seconds > 1) {
      expect(await seenOf(server)).toEqual(LOCKED);
      expect(performance.now()).toBeLessThan(end);
    }
    await pause(end - performance.now());
    await unlock();
    const unlocked = performance.now();
    await expect.poll(() => seenOf(server), { timeout: LONGEST_ANSWER }).toEqual(READY);
    const next = await server.api('POST', '/messages', {
      body: { to: PEOPLE[0], text: 'Next' },
      key: beside.key,
    });
    const resumed = performance.now() - unlocked;
    isOver = true;
    const asked = await loaded;
    const refused = asked.filter(({ status }) => status === 429);
    const longest = Math.max(...asked.map(({ milliseconds }) => milliseconds));
    const stalled = await stall;
    if (process.env.LOCK_SECONDS !== undefined) {
      console.info({ database, seconds, asked: asked.length, refused: refused.length, longest, stalled, resumed });
    }
    expect(next.status).toBe(202);
    expect(resumed).toBeLessThan(LONGEST.resume);
    expect(stalled).toBeLessThan(LONGEST.stall);
    expect(longest).toBeLessThan(LONGEST_ANSWER);
    expect(new Set(asked.map(({ status }) => status))).toEqual(
      new Set(refused.length > 0 ? [200, 202, 429] : [200, 202]),
    );
    // On PostgreSQL, a request may also wait for a connection. It may therefore outlast 6 s, within `LONGEST_ANSWER`.
    if (seconds <= 1) {
      expect(refused).toEqual([]);
    } else if (database === 'sqlite' || seconds * 1_000 > LONGEST_ANSWER) {
      expect(refused).not.toEqual([]);
    }
    for (const { answer } of refused) {
      expect(answer === undefined || answer.headers['retry-after']).toBe(answer === undefined || '1');
      expect(answer === undefined || answer.body.error.code).toBe(answer === undefined || 'RATE_LIMITED');
    }
    // Sends that the connection's rate limit postponed are also sent.
    await server.advance(60);
    const accepted = asked.filter(({ status }) => status === 202).map(({ text }) => text);
    expect(textsOf(server).sort()).toEqual([...accepted, 'Next'].sort());
    const received = asked.filter(({ status }) => status === 200).map(({ text }) => text);
    const kept = await db('messages').where({ direction: 'in' }).whereIn('text', received).pluck('text');
    expect(kept.sort()).toEqual(received.sort());
  },
  120_000,
);

test.each(DATABASES)(
  'a provider’s response during a lock on %s is recorded, and nothing is sent again',
  async (database) => {
    const { server, lock } = await besideAnother(database);
    const [to] = PEOPLE;
    server.mock.faults.next({ applies_to: 'send', outcome: 'slow', delay_ms: 5_000 });
    const { id } = (await server.api('POST', '/messages', { body: { to, text: 'Slow' } })).body.data;
    await expect.poll(() => server.mock.faults.list()).toEqual([]);
    const unlock = await lock();
    server.clock.moveTo(server.clock.now() + 5_000);
    // Longer than a request waits.
    await pause(4_000);
    await unlock();
    await server.settle();
    expect(textsOf(server)).toEqual(['Slow']);
    const message = (await server.api('GET', `/messages/${id}`)).body.data;
    expect(message.status).not.toBe('queued');
    expect(message.error).toBeNull();
    const stored = await server.server.app.store.read.messages.find(server.accountId, id);
    expect(stored?.externalId).toMatch(/^wamid\./);
  },
);

test('a lock on one conversation in PostgreSQL delays only its own sends', async () => {
  const { server, key, db } = await besideAnother('postgres');
  const [held, ...free] = PEOPLE;
  const trx = await db.transaction();
  onTestFinished(async () => void (await trx.rollback()));
  await trx('conversations').where({ person: held }).forUpdate().select('id');
  const send = (to: string | undefined) => server.api('POST', '/messages', { body: { to, text: 'Hi' }, key });
  const answers = await Promise.all([held, free[0], free[1], held].map(send));
  expect(answers.map(({ status }) => status)).toEqual([429, 202, 202, 429]);
  expect(await seenOf(server)).toEqual(READY);
  await trx.rollback();
  expect((await send(held)).status).toBe(202);
});
