import type { Knex } from 'knex';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import { amongKeys, type Key } from '../../engine/drivers/dialect.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';

/** A person on a list, such as the opt-out list or the block list. */
export interface ListedPerson {
  phone: string;
  /** The source of the entry, or its reason. */
  note: string | null;
  /** In microseconds since the epoch. */
  createdAt: number;
}

interface PersonRow {
  account_id: number;
  id: number;
  phone: string;
  note: string | null;
  created_at: number;
}

/** The queries of a list that contains each person once. */
export type PersonListQueries = ReturnType<typeof personListQueries>;

/**
 * Returns the queries of a list of people.
 * @param table the table of the list
 * @param noteColumn the column with the source of the entry, or its reason
 */
export const personListQueries = (db: Knex, table: string, noteColumn: string) => {
  const columns = ['id', 'phone', { note: noteColumn }, 'created_at'];
  const recordOf = (row: PersonRow): ListedPerson => ({ phone: row.phone, note: row.note, createdAt: row.created_at });
  const where = (accountId: number, phone: string) => db(table).where({ account_id: accountId, phone });

  return {
    list: (accountId: number, page: PageRequest): Promise<Page<ListedPerson>> =>
      pageById(db(table).where({ account_id: accountId }).select(columns), page, recordOf),

    /** Returns the entries of a person with any of these names. */
    async listOf(accountId: number, phones: readonly string[]): Promise<ListedPerson[]> {
      const rows = await db(table)
        .where({ account_id: accountId })
        .whereIn('phone', phones)
        .orderBy('created_at')
        .select(columns);
      return rows.map(recordOf);
    },

    async has(accountId: number, phone: string): Promise<boolean> {
      return (await where(accountId, phone).first('id')) !== undefined;
    },

    /** Returns which of these people are on the list. The `id` of a key is a phone number. */
    async hasAmong(keys: readonly Key[]): Promise<Key[]> {
      const rows: PersonRow[] =
        keys.length > 0 ? await amongKeys(db(table), keys, 'phone').select('account_id', 'phone') : [];
      return rows.map(({ account_id, phone }) => ({ accountId: account_id, id: phone }));
    },

    /**
     * Returns which of these messages have a recipient who is on the list, by the recipient's current name or by the name
     * in the message. A caller that has read a message may know only an earlier name.
     */
    async hasRecipientsOf(messages: readonly Key[]): Promise<Key[]> {
      const rows =
        messages.length > 0
          ? await amongKeys(db('messages'), messages)
              .whereExists(
                db(table)
                  .select(db.raw('1'))
                  .whereRaw(
                    `${table}.account_id = messages.account_id and ${table}.phone in (messages.person, (
                     select person from conversations
                     where conversations.account_id = messages.account_id and conversations.id = messages.conversation_id
                   ))`,
                  ),
              )
              .select('account_id', 'id')
          : [];
      return rows.map(({ account_id, id }) => ({ accountId: account_id, id }));
    },

    /** Returns those of these people who are on the list, and locks their entries until the transaction ends. */
    async lock(accountId: number, phones: readonly string[]): Promise<ListedPerson[]> {
      const rows = await db(table)
        .where({ account_id: accountId })
        .whereIn('phone', phones)
        .select(columns)
        .orderBy('phone')
        .forUpdate();
      return rows.map(recordOf);
    },

    /**
     * Adds a person to the list, or changes the note of the entry.
     *
     * @throws {StaleFacts} if another session has just added the person
     */
    async add(accountId: number, { phone, note, createdAt }: ListedPerson): Promise<void> {
      const [row] = await db(table)
        .insert({ account_id: accountId, phone, [noteColumn]: note, created_at: createdAt })
        .onConflict(['account_id', 'phone'])
        .merge([noteColumn])
        .returning('created_at');
      if (row.created_at !== createdAt) {
        throw new StaleFacts('another session has added the person');
      }
    },

    /** Removes a person from the list. */
    async remove(accountId: number, phone: string): Promise<void> {
      await where(accountId, phone).delete();
    },
  };
};
