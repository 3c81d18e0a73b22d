import type { Knex } from 'knex';
import { among, isPostgres, recordsOf, skipLocked } from '../../engine/drivers/dialect.ts';
import type { Deleted } from '../retention.ts';
import type { EventRow, EventSequenceRow } from '../tables.ts';
import type { EventName } from './deliveries.ts';

/** An event before it has a number. */
export interface NewEvent {
  accountId: number;
  /** `id` of the envelope (§6). */
  id: string;
  event: EventName;
  channel: string;
  /** The connection of the message. It is not stored; filters of endpoints use it. */
  connectionId?: string | undefined;
  /** `data` of the envelope (§6). */
  data: unknown;
  isTest: boolean;
  /** The position of the message in its trace. Only deliveries store it. */
  traceparent?: string | undefined;
  /** Microseconds since the epoch. */
  createdAt: number;
}

/** A position between two events of an account: directly after the event with this number and ID. */
export interface EventPosition {
  seq: number;
  id: string;
}

/** The position before the very first event. */
export const BEGINNING: EventPosition = { seq: 0, id: '0' };

/** Which events to return. All of them if no field is set. */
export interface EventFilter {
  events?: readonly EventName[];
  channel?: string;
}

const eventOf = (row: EventRow): NewEvent & EventPosition => ({
  accountId: row.account_id,
  seq: row.seq,
  id: row.id,
  event: row.event as EventName,
  channel: row.channel,
  data: JSON.parse(row.data),
  isTest: Boolean(row.is_test),
  createdAt: row.created_at,
});

export const eventQueries = (db: Knex) => {
  /** Selects the events after one number, up to and including another. */
  const between = (accountId: number, after: number, upTo: number, { events, channel }: EventFilter = {}) => {
    const query = db('events').where({ account_id: accountId }).where('seq', '>', after).where('seq', '<=', upTo);
    if (events !== undefined) {
      query.whereIn('event', events);
    }
    if (channel !== undefined) {
      query.where({ channel });
    }
    return query;
  };

  return {
    /** Returns the position after the newest event. */
    async end(accountId: number): Promise<EventPosition> {
      const row = await db('event_sequences').where({ account_id: accountId }).first();
      return row ? { seq: row.seq, id: row.last_id } : BEGINNING;
    },

    /**
     * Returns the position after the event with this ID; undefined if the event is no longer stored or never existed.
     */
    async positionOf(accountId: number, id: string): Promise<EventPosition | undefined> {
      if (id === BEGINNING.id) {
        return BEGINNING;
      }
      const row =
        (await db('events').where({ account_id: accountId, id }).first('seq')) ??
        (await db('event_sequences').where({ account_id: accountId, last_id: id }).first('seq'));
      return row && { seq: row.seq, id };
    },

    /** Returns whether the next event after a position is still stored, or does not exist yet. */
    async isWholeAfter(accountId: number, seq: number, end: number): Promise<boolean> {
      const next = await between(accountId, seq, end).orderBy('seq').first('seq');
      return next === undefined ? seq === end : next.seq === seq + 1;
    },

    async count(accountId: number, after: number, upTo: number, filter: EventFilter): Promise<number> {
      const row = await between(accountId, after, upTo, filter).count({ count: '*' }).first();
      return Number(row?.count);
    },

    /** Returns up to `limit` events in order, or fewer if together they reach PAGE_CHARACTERS. */
    async list(accountId: number, after: number, upTo: number, filter: EventFilter, limit: number) {
      const next = between(accountId, after, upTo, filter).orderBy('seq').limit(limit).as('next');
      const sized = db
        .from(next)
        .select('*', db.raw('sum(length(data)) over (order by seq) - length(data) as characters_before'))
        .as('sized');
      const rows: EventRow[] = await db.from(sized).where('characters_before', '<', PAGE_CHARACTERS).orderBy('seq');
      return rows.map(eventOf);
    },

    /** Changes the `data` of stored events, and of their deliveries and replays. */
    async rewrite(accountId: number, ids: readonly string[], change: (data: unknown) => object): Promise<void> {
      const changed = (data: string) => JSON.stringify(change(JSON.parse(data)));
      for (const row of await db('events').where({ account_id: accountId }).whereIn('id', ids)) {
        await db('events')
          .where({ account_id: accountId, seq: row.seq })
          .update({ data: changed(row.data) });
      }
      const deliveries = (column: 'id' | 'replay_of' | 'event_id') =>
        db('deliveries').where({ account_id: accountId }).whereIn(column, ids).whereNotNull(column);
      // Replays of deliveries with another ID also have the event's ID.
      const copies = [await deliveries('id'), await deliveries('replay_of'), await deliveries('event_id')].flat();
      for (const { id, data } of copies) {
        await db('deliveries')
          .where({ account_id: accountId, id })
          .update({ data: changed(data) });
      }
    },

    /** Deletes up to `limit` events from before a time, as the queries of `retention.ts` do. */
    async deleteMadeBefore(time: number, limit: number, from = 0): Promise<Deleted<number>> {
      const old: Pick<EventRow, 'account_id' | 'seq' | 'created_at'>[] = await skipLocked(
        db,
        db('events')
          .where('created_at', '>=', from)
          .where('created_at', '<', time)
          .orderBy('created_at')
          .limit(limit)
          .select('account_id', 'seq', 'created_at'),
      );
      if (old.length > 0) {
        await among(
          db('events'),
          { account_id: 'integer', seq: 'bigint' },
          old.map(({ account_id, seq }) => [account_id, seq]),
        ).delete();
      }
      return { count: old.length, last: old.at(-1)?.created_at };
    },
  };
};

/** Limits the memory of a page, which a slow reader occupies for a long time. */
const PAGE_CHARACTERS = 256 * 1024;
/** Stays within SQLite's limit of 500. */
const ROWS_A_STATEMENT = 100;

/**
 * Writes events in the given order. It must be the last step of a transaction. It locks the account's row in
 * `event_sequences` until the commit, so that numbers are committed in order and a reader that follows them misses
 * none. The lock is short and comes after every other lock, so it delays others only briefly and cannot deadlock.
 */
export async function writeEvents(db: Knex, events: readonly NewEvent[]): Promise<void> {
  const byAccount = [...Map.groupBy(events, ({ accountId }) => accountId)].sort(([a], [b]) => a - b);
  if (byAccount.length === 0) {
    return;
  }
  // The rows are locked in the order of the accounts, so that two transactions cannot deadlock.
  const counts = byAccount.map(([account_id, own]) => ({
    account_id,
    seq: own.length,
    last_id: own.at(-1)?.id ?? '',
  }));
  const rows = byAccount.flatMap(([accountId, own]) =>
    own.map((event, index) => ({
      account_id: accountId,
      /** Relative to the number of the account's last event. */
      seq: index + 1 - own.length,
      id: event.id,
      event: event.event,
      channel: event.channel,
      data: JSON.stringify(event.data),
      is_test: event.isTest,
      created_at: event.createdAt,
    })),
  );
  await (isPostgres(db) ? writeTogether(db, counts, rows) : writeInTurn(db, counts, rows));
}

type SequenceCount = Pick<EventSequenceRow, 'account_id' | 'seq' | 'last_id'>;

/** Numbers and inserts events in one statement. SQLite cannot do this. */
async function writeTogether(db: Knex, counts: readonly SequenceCount[], rows: readonly EventRow[]): Promise<void> {
  const [count, event] = [recordsOf('event_sequences', counts), recordsOf('events', rows)];
  await db.raw(
    `with counted as (
       insert into event_sequences (account_id, seq, last_id) select account_id, seq, last_id from ${count.sql}
       on conflict (account_id) do update set seq = event_sequences.seq + excluded.seq, last_id = excluded.last_id
       returning account_id as account, seq as last
     )
     insert into events (account_id, seq, id, event, channel, data, is_test, created_at)
     select account_id, last + seq, id, event, channel, data, is_test, created_at
     from ${event.sql} join counted on account = account_id`,
    [count.json, event.json],
  );
}

async function writeInTurn(db: Knex, counts: readonly SequenceCount[], rows: readonly EventRow[]): Promise<void> {
  const counted = await db('event_sequences')
    .insert(counts)
    .onConflict('account_id')
    .merge({
      seq: db.raw('event_sequences.seq + excluded.seq') as unknown as number,
      last_id: db.raw('excluded.last_id') as unknown as string,
    })
    .returning(['account_id', 'seq']);
  const last = new Map(counted.map(({ account_id, seq }) => [account_id, Number(seq)]));
  const numbered = rows.map((row) => ({ ...row, seq: (last.get(row.account_id) ?? 0) + row.seq }));
  for (let begun = 0; begun < numbered.length; begun += ROWS_A_STATEMENT) {
    await db('events').insert(numbered.slice(begun, begun + ROWS_A_STATEMENT));
  }
}
