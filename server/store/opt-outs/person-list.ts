import type { Knex } from 'knex';
import { type Page, type PageRequest, pageById } from '../cursor.ts';

/** Somebody on a list of people, as the opt-out list and the block list are. */
export interface ListedPerson {
  phone: string;
  /** Where the wish came from, or why. */
  note: string | null;
  /** Microseconds since the epoch. */
  createdAt: number;
}

interface Row {
  account_id: number;
  id: number;
  phone: string;
  note: string | null;
  created_at: number;
}

/** The queries of a list of people, each of whom is on it once. */
export type PersonListQueries = ReturnType<typeof personListQueries>;

/**
 * @param table where the list stands
 * @param noteColumn the column that says where the wish came from, or why
 */
export const personListQueries = (db: Knex, table: string, noteColumn: string) => {
  const columns = ['id', 'phone', { note: noteColumn }, 'created_at'];
  const recordOf = (row: Row): ListedPerson => ({ phone: row.phone, note: row.note, createdAt: row.created_at });
  const where = (accountId: number, phone: string) => db(table).where({ account_id: accountId, phone });

  return {
    list: (accountId: number, page: PageRequest): Promise<Page<ListedPerson>> =>
      pageById(db(table).where({ account_id: accountId }).select(columns), page, recordOf),

    async has(accountId: number, phone: string): Promise<boolean> {
      return (await where(accountId, phone).first('id')) !== undefined;
    },

    /** Puts a person on the list. Who is on it stays there since when they were, with the new note if one is given. */
    async add(accountId: number, phone: string, note: string | null | undefined, at: number): Promise<ListedPerson> {
      // One statement: beside it the same person may be added or taken off.
      const [row] = await db(table)
        .insert({ account_id: accountId, phone, [noteColumn]: note ?? null, created_at: at })
        .onConflict(['account_id', 'phone'])
        .merge([note === undefined ? 'phone' : noteColumn])
        .returning(['phone', noteColumn, 'created_at']);
      return { phone: row.phone, note: row[noteColumn], createdAt: row.created_at };
    },

    /** Takes the first of these off the list that is on it; undefined when none is. */
    async remove(accountId: number, phones: readonly string[]): Promise<string | undefined> {
      for (const phone of phones) {
        if ((await where(accountId, phone).delete()) > 0) {
          return phone;
        }
      }
      return undefined;
    },
  };
};
