import type { Knex } from 'knex';

/** The columns that contain sealed texts, and the key columns of their rows. */
export const SEALED_COLUMNS = [
  { table: 'provider_apps', column: 'app_secret', key: 'id' },
  { table: 'provider_apps', column: 'verify_token', key: 'id' },
  { table: 'connections', column: 'access_token', key: 'id' },
  { table: 'webhooks', column: 'secret', key: 'account_id' },
  { table: 'webhooks', column: 'next_secret', key: 'account_id' },
  { table: 'webhooks', column: 'headers', key: 'account_id' },
  { table: 'webhooks', column: 'password', key: 'account_id' },
  { table: 'webhook_endpoints', column: 'secret', key: 'id' },
  { table: 'webhook_endpoints', column: 'next_secret', key: 'id' },
  { table: 'webhook_endpoints', column: 'headers', key: 'id' },
  { table: 'webhook_endpoints', column: 'password', key: 'id' },
  { table: 'logins', column: 'totp_secret', key: 'id' },
  { table: 'accounts', column: 'former_key', key: 'id' },
] as const;

type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** One sealed text and its row. */
export interface Sealed {
  id: string | number;
  sealed: string;
}

/**
 * Returns the queries for the sealed texts of all accounts, for an operator who rotates the key. Their order is fixed:
 * by `SEALED_COLUMNS`, then by ID.
 */
export const sealedQueries = (db: Knex) => {
  const rows = ({ table, column, key }: SealedColumn): Knex.QueryBuilder =>
    db(table).whereNotNull(column).select({ id: key, sealed: column });

  return {
    async count(): Promise<number> {
      let count = 0;
      for (const where of SEALED_COLUMNS) {
        count += Number((await db(where.table).whereNotNull(where.column).count({ count: '*' }).first())?.count);
      }
      return count;
    },

    /**
     * Returns the first and the last text of each column. If a rotation was interrupted, they are sealed with different
     * keys.
     */
    async ends(): Promise<string[]> {
      const ends: string[] = [];
      for (const where of SEALED_COLUMNS) {
        for (const order of ['asc', 'desc'] as const) {
          const row: Sealed | undefined = await rows(where).orderBy(where.key, order).first();
          ends.push(...(row ? [row.sealed] : []));
        }
      }
      return ends;
    },

    /** Returns the next texts after an ID. */
    async list(where: SealedColumn, after: Sealed['id'] | undefined, limit: number): Promise<Sealed[]> {
      const page: Sealed[] = await rows(where)
        .modify((query) => after !== undefined && query.where(where.key, '>', after))
        .orderBy(where.key)
        .limit(limit);
      const last = page.at(-1);
      // Rows of different accounts may have the same number, and a page must not end between them.
      return last === undefined || page.length < limit
        ? page
        : [...page.filter(({ id }) => id !== last.id), ...(await rows(where).where(where.key, last.id))];
    },

    /** Replaces a sealed text unless it has changed since it was read; returns whether it was replaced. */
    async replace({ table, column, key }: SealedColumn, { id, sealed }: Sealed, anew: string): Promise<boolean> {
      const replaced = await db(table)
        .where({ [key]: id, [column]: sealed })
        .update({ [column]: anew });
      return replaced > 0;
    },
  };
};
