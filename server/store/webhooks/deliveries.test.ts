import type { Knex } from 'knex';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deliveryId, deliveryIdAt } from '../../engine/ids.ts';
import { DATABASES, freshDatabase } from '../../testing/store.ts';
import { openDatabase } from '../database.ts';
import { taskRow } from '../tasks.ts';
import { type DeliveryPage, type DeliveryState, deliveryQueries } from './deliveries.ts';

const HOUR = 3_600_000_000;
const START = 1_780_000_000_000_000;
const hours = (count: number): number => START + count * HOUR;

async function open(url: string): Promise<Knex> {
  const db = await openDatabase(url);
  onTestFinished(() => db.destroy());
  return db;
}

/** Returns the row of a delivery that was made at this hour, of an event that happened at that hour. */
const rowAt = (made: number, state: DeliveryState, happened = made) => ({
  account_id: 1,
  id: deliveryId(hours(made)),
  event: 'message.status',
  data: '{}',
  is_test: false,
  is_sample: false,
  state,
  attempts: state === 'delivered' || state === 'failed' ? 1 : 0,
  created_at: hours(happened),
});

describe.each(DATABASES)('deliveries on %s', (database) => {
  test('are listed by state and by the time of their event, and replays with their originals', async () => {
    const db = await open(await freshDatabase(database));
    const states = ['delivered', 'failed', 'missed', 'waiting', 'pending', 'pending', 'delivered'] as const;
    const rows = states.map((state, hour) => rowAt(hour, state));
    const failing = { ...rowAt(7, 'pending'), attempts: 2 };
    // The event of the second delivery again, and one of another account.
    const replay = { ...rowAt(8, 'delivered', 1), replay_of: rows[1]?.id ?? '' };
    await db('deliveries').insert([...rows, failing].map((row) => ({ ...row, replay_of: null })) as never);
    await db('deliveries').insert([replay, { ...rowAt(9, 'failed'), account_id: 2 }] as never);
    for (const { id, state } of [...rows, failing]) {
      if (state === 'pending') {
        await db('outbox').insert({
          ...taskRow(1, 'deliver-webhook', id, START),
          queue: 'deliver',
          attempts: 0,
          claims: 0,
        } as never);
      }
    }
    const all = [...rows, failing, replay];
    const listed = async (page: DeliveryPage, limit = 10) =>
      (await deliveryQueries(db).listNewest(1, page, limit)).map(({ id }) => all.findIndex((row) => row.id === id));

    expect(await listed({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await listed({ states: ['failed'] })).toEqual([1]);
    expect(await listed({ states: ['failed', 'missed'] })).toEqual([1, 2]);
    expect(await listed({ states: ['failed', 'delivered'] })).toEqual([0, 1, 6, 8]);
    expect(await listed({ states: ['waiting'] })).toEqual([3]);
    expect(await listed({ states: ['pending'] })).toEqual([4, 5, 7]);
    expect(await listed({ states: ['pending'], before: rows[5]?.id }, 1)).toEqual([4]);
    expect(await listed({ failing: true })).toEqual([7]);
    expect(await listed({ failing: false, states: ['pending'] })).toEqual([4, 5]);
    expect(await listed({ from: hours(1), until: hours(3) })).toEqual([1, 2, 8]);
    expect(await listed({ from: hours(1), until: hours(3) }, 2)).toEqual([2, 8]);
    expect(await listed({ from: hours(1), until: hours(3), before: replay.id }, 1)).toEqual([2]);
    expect(await listed({ from: hours(1), states: ['failed'] })).toEqual([1]);
    expect(await listed({ until: hours(5), states: ['pending'] })).toEqual([4]);
  });
});

const MANY = 20_000;

test('PostgreSQL reads about as many deliveries as a page shows, however many there are', async () => {
  const url = await freshDatabase('postgres');
  const db = await open(url);
  await db.raw(
    `insert into deliveries (account_id, id, event, data, is_test, is_sample, state, attempts, created_at)
     select 1, '${deliveryIdAt(0).slice(0, 4)}' || lpad((${START} + i * 1000000)::text, 16, '0') || '0000', 'message.status',
       '{}', false, false, case when i = 7 then 'failed' else 'delivered' end, 1, ${START} + i * 1000000
     from generate_series(1::bigint, ${MANY}) as i`,
  );
  await db.raw('vacuum analyze deliveries');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());

  /** Returns the number of rows that scans of the list's statements read. */
  async function rowsRead(list: () => Promise<unknown>): Promise<number> {
    const statements: Knex.Sql[] = [];
    const note = (statement: Knex.Sql) => statements.push(statement);
    db.on('query', note);
    await list();
    db.removeListener('query', note);
    let rows = 0;
    for (const { sql, bindings } of statements) {
      const explained = await client.query(`explain (analyze, format json) ${sql}`, [...bindings]);
      rows += rowsOf(explained.rows[0]['QUERY PLAN'][0].Plan);
    }
    return rows;
  }

  const { listNewest, listToReplay } = deliveryQueries(db);
  const day = { from: START + 1_000 * 1_000_000, until: START + 1_010 * 1_000_000 };
  const replayed = { after: '', before: deliveryIdAt(START * 2), again: true, states: ['delivered'] } as const;
  for (const list of [
    () => listNewest(1, {}, 20),
    () => listNewest(1, { states: ['failed'] }, 20),
    () => listNewest(1, { states: ['missed'] }, 20),
    () => listNewest(1, { states: ['waiting'] }, 20),
    () => listNewest(1, { states: ['pending'] }, 20),
    () => listNewest(1, { failing: true }, 20),
    () => listNewest(1, day, 20),
    () => listNewest(1, { ...day, states: ['failed'] }, 20),
    () => listToReplay(1, { ...replayed, ...day }, 200),
  ]) {
    expect(await rowsRead(list), String(list)).toBeLessThan(100);
  }
});

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const rowsOf = (node: PlanNode): number =>
  (node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);
