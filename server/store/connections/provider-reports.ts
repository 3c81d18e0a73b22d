import type { Knex } from 'knex';
import { type Key, withRows } from '../../engine/drivers/dialect.ts';
import type { ProviderReportRow } from '../tables.ts';

/** The kinds of reports: the fields of Meta's callbacks. */
export const REPORT_KINDS = [
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'messaging_policy_enforcement',
  'phone_number_name_update',
  'phone_number_quality_update',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What a provider reported about a connection. */
export interface ProviderReport {
  accountId: number;
  connectionId: string;
  kind: string;
  event: string | null;
  detail: string | null;
  /** In microseconds since the epoch. */
  at: number;
}

export const reportOf = (row: ProviderReportRow): ProviderReport => ({
  accountId: row.account_id,
  connectionId: row.connection_id,
  kind: row.kind,
  event: row.event,
  detail: row.detail,
  at: Number(row.at),
});

/** Returns the queries for what providers report about connections. Only the last report of a kind is stored. */
export const providerReportQueries = (db: Knex) => ({
  /** Stores a report about connections, unless a later one of its kind is stored. */
  async store(connections: readonly Key[], report: Omit<ProviderReport, 'accountId' | 'connectionId'>): Promise<void> {
    if (connections.length === 0) {
      return;
    }
    await withRows(
      db,
      { accountId: 'integer', connectionId: 'text', kind: 'text', event: 'text', detail: 'text', at: 'bigint' },
      connections.map(({ accountId, id }) => ({ ...report, accountId, connectionId: id })),
      `insert into provider_reports (account_id, connection_id, kind, event, detail, at)
       select accountId, connectionId, kind, event, detail, at from given where true
       on conflict (account_id, connection_id, kind) do update
       set event = excluded.event, detail = excluded.detail, at = excluded.at
       where provider_reports.at <= excluded.at`,
    );
  },

  /** Returns the reports about the connections of an account, newest first. */
  async list(accountId: number): Promise<ProviderReport[]> {
    const rows = await db('provider_reports')
      .where({ account_id: accountId })
      .orderBy([{ column: 'at', order: 'desc' }, { column: 'kind' }]);
    return rows.map(reportOf);
  },
});
