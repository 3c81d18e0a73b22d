import type { Knex } from 'knex';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import type { AuditRow } from '../tables.ts';

/** A field that was set. */
export interface AuditChange {
  field: string;
  /** The value before; undefined if it is not known. */
  from?: string;
  to: string;
}

/** A change through the admin API or the dashboard. */
export interface AuditEntry {
  id: number;
  /** null for changes of the installation. */
  accountId: number | null;
  /** In microseconds since the epoch. */
  at: number;
  operation: string;
  /** The IDs in the path. */
  ids: Readonly<Record<string, string>>;
  changes?: readonly AuditChange[] | undefined;
  status: number;
  caller: { kind: 'login' | 'token'; id: string };
  address: string;
}

const entryOf = (row: AuditRow): AuditEntry => ({
  id: row.id,
  accountId: row.account_id,
  at: row.at,
  operation: row.operation,
  ids: JSON.parse(row.ids) as Record<string, string>,
  changes: row.changes === null ? undefined : (JSON.parse(row.changes) as AuditChange[]),
  status: row.status,
  caller: { kind: row.caller_kind as 'login' | 'token', id: row.caller },
  address: row.address,
});

/** Which entries to list; an entry must match all fields. */
export interface AuditFilter {
  /** The login that made the change. */
  loginId?: number | undefined;
  operations?: readonly string[] | undefined;
  /** In microseconds since the epoch, from the first to before the second. */
  from?: number | undefined;
  until?: number | undefined;
}

export const auditQueries = (db: Knex) => ({
  insert: ({ accountId, ids, changes, caller, ...entry }: Omit<AuditEntry, 'id'>): Promise<number> =>
    insertNumbered(db, 'audit_entries', {
      account_id: accountId,
      ...entry,
      ids: JSON.stringify(ids),
      changes: changes === undefined ? null : JSON.stringify(changes),
      caller_kind: caller.kind,
      caller: caller.id,
    }),

  /** Returns entries of an account with an ID below `before`, newest first; with null, those of the installation. */
  async list(
    accountId: number | null,
    before: number | undefined,
    limit: number,
    { loginId, operations, from, until }: AuditFilter = {},
  ): Promise<AuditEntry[]> {
    const rows = await db('audit_entries')
      .where({ account_id: accountId })
      .modify((page) => before !== undefined && page.where('id', '<', before))
      .modify((page) => loginId !== undefined && page.where({ caller_kind: 'login', caller: String(loginId) }))
      .modify((page) => operations && page.whereIn('operation', operations))
      .modify((page) => from !== undefined && page.where('at', '>=', from))
      .modify((page) => until !== undefined && page.where('at', '<', until))
      .orderBy('id', 'desc')
      .limit(limit);
    return rows.map(entryOf);
  },

  /** Deletes entries from before a time. Returns how many. */
  deleteBefore(time: number, limit: number): Promise<number> {
    const old = db('audit_entries').where('at', '<', time).orderBy('at').limit(limit).select('id');
    return db('audit_entries').whereIn('id', old).delete();
  },
});
