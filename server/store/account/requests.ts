import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import type { RequestRow } from '../tables.ts';

/** A request with a key of an account. */
export interface LoggedRequest {
  accountId: number;
  /** In microseconds since the epoch. */
  at: number;
  method: string;
  path: string;
  /** 0 if the client disconnected before the response. */
  status: number;
  ms: number;
  requestId: string | null;
  /** The code of the error. */
  error: string | null;
  keyId: number;
  /** The address of the client; null if it is unknown. */
  ip: string | null;
  /** How many requests of the same second are not stored. */
  leftOut: number;
}

/** Which requests to list; a request must match all fields. */
export interface RequestFilter {
  /** Statuses such as `404` or `4xx`. */
  statuses?: readonly string[] | undefined;
  method?: string | undefined;
  /** A part of the path. */
  path?: string | undefined;
  error?: string | undefined;
  keyId?: number | undefined;
  requestId?: string | undefined;
  ip?: string | undefined;
}

/** A page of requests: those before an ID, those after one, or the newest. */
export interface RequestPlace {
  before?: number | undefined;
  after?: number | undefined;
}

/** Marks the advisory lock for writes. */
const WRITE_LOCK = 27;

const rowOf = (one: LoggedRequest): Omit<RequestRow, 'id'> => ({
  account_id: one.accountId,
  at: one.at,
  method: one.method,
  path: one.path,
  status: one.status,
  ms: one.ms,
  request_id: one.requestId,
  error: one.error,
  key_id: one.keyId,
  ip: one.ip,
  left_out: one.leftOut,
});

const requestOf = (row: RequestRow): LoggedRequest & { id: number } => ({
  id: row.id,
  accountId: row.account_id,
  at: row.at,
  method: row.method,
  path: row.path,
  status: row.status,
  ms: row.ms,
  requestId: row.request_id,
  error: row.error,
  keyId: row.key_id,
  ip: row.ip,
  leftOut: row.left_out,
});

/** Returns the lowest and the highest status that a text such as `404` or `4xx` means. */
const rangeOf = (status: string): [number, number] => [
  Number(status.replace('xx', '00')),
  Number(status.replace('xx', '99')),
];

export const requestQueries = (db: Knex) => ({
  /**
   * Stores requests. The IDs of different processes are visible in their order, because one transaction writes at a
   * time. A reader that continues after an ID therefore misses none.
   */
  async store(requests: readonly LoggedRequest[]): Promise<void> {
    if (isPostgres(db)) {
      await db.raw('select pg_advisory_xact_lock(?, 0)', [WRITE_LOCK]);
    }
    await db('requests').insert(requests.map(rowOf));
  },

  /** Returns requests of an account, oldest first: the newest ones, or with `after` the next ones. */
  async list(
    accountId: number,
    { statuses, method, path, error, keyId, requestId, ip }: RequestFilter,
    { before, after }: RequestPlace,
    limit: number,
  ): Promise<(LoggedRequest & { id: number })[]> {
    const rows: RequestRow[] = await db('requests')
      .where({
        account_id: accountId,
        ...(method !== undefined && { method }),
        ...(error !== undefined && { error }),
        ...(keyId !== undefined && { key_id: keyId }),
        ...(requestId !== undefined && { request_id: requestId }),
        ...(ip !== undefined && { ip }),
      })
      .modify((page) => before !== undefined && page.where('id', '<', before))
      .modify((page) => after !== undefined && page.where('id', '>', after))
      .modify(
        (page) => path !== undefined && page.whereRaw(`${isPostgres(db) ? 'strpos' : 'instr'}(path, ?) > 0`, path),
      )
      .modify((page) => {
        if (statuses !== undefined) {
          page.where((any) => {
            for (const status of statuses) {
              any.orWhereBetween('status', rangeOf(status));
            }
          });
        }
      })
      .orderBy('id', after === undefined ? 'desc' : 'asc')
      .limit(limit);
    const requests = rows.map(requestOf);
    return after === undefined ? requests.reverse() : requests;
  },

  /** Deletes requests from before a time. Returns how many. */
  deleteBefore(time: number, limit: number): Promise<number> {
    const old = db('requests').where('at', '<', time).orderBy('at').limit(limit).select('id');
    return db('requests').whereIn('id', old).delete();
  },

  /** Deletes requests of an account that are older than its newest `kept` ones. Returns how many. */
  async deleteBeyond(accountId: number, kept: number, limit: number): Promise<number> {
    const own = () => db('requests').where({ account_id: accountId });
    const last = await own().orderBy('id', 'desc').offset(kept).limit(1).first('id');
    if (last === undefined) {
      return 0;
    }
    const old = own().where('id', '<=', last.id).orderBy('id').limit(limit).select('id');
    return db('requests').whereIn('id', old).delete();
  },

  /** Returns the accounts that have more than `kept` requests. */
  listAccountsBeyond(kept: number): Promise<number[]> {
    const own = db('requests').where('requests.account_id', db.ref('accounts.id'));
    const beyond = own.orderBy('id', 'desc').offset(kept).limit(1).select(db.raw('1'));
    return db('accounts').whereExists(beyond).orderBy('id').pluck('id');
  },
});
