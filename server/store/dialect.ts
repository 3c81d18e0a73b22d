import type { Knex } from 'knex';

/** Whether this is PostgreSQL; it is SQLite else. */
export const isPostgres = (db: Knex): boolean => db.client.config.client === 'pg';

/** Rows that nobody else holds, where several processes may look for the same: nobody waits for anybody. */
export const unheld = <Query extends Knex.QueryBuilder>(db: Knex, rows: Query): Query =>
  isPostgres(db) ? (rows.forUpdate().skipLocked() as Query) : rows;
