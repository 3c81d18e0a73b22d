import type { Knex } from 'knex';

/** Where sealed texts stand: each column, and what its rows are told apart by. */
export const SEALED_COLUMNS = [
  { table: 'provider_apps', column: 'app_secret', key: 'id' },
  { table: 'provider_apps', column: 'verify_token', key: 'id' },
  { table: 'connections', column: 'access_token', key: 'id' },
  { table: 'webhooks', column: 'secret', key: 'account_id' },
] as const;

type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** One sealed text, and where it stands. */
export interface Sealed {
  id: string | number;
  sealed: string;
}

export type SealedQueries = ReturnType<typeof sealedQueries>;

/** Sealed texts of all accounts, for the operator who changes the key; in one order, that of `SEALED_COLUMNS` and of ids. */
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

    /** The first and the last of each column: when a change of the key was broken off, they differ. */
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

    /** The next ones behind an id. */
    list: (where: SealedColumn, after: Sealed['id'] | undefined, limit: number): Promise<Sealed[]> =>
      rows(where)
        .modify((query) => after !== undefined && query.where(where.key, '>', after))
        .orderBy(where.key)
        .limit(limit),

    /** Puts a text anew in the place of one, unless somebody has put another one there meanwhile; answers whether it did. */
    async replace({ table, column, key }: SealedColumn, { id, sealed }: Sealed, anew: string): Promise<boolean> {
      const replaced = await db(table)
        .where({ [key]: id, [column]: sealed })
        .update({ [column]: anew });
      return replaced > 0;
    },
  };
};
