import type { Knex } from 'knex';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import type { ContactRow, DbBoolean } from '../tables.ts';
import { contactSearchQuery } from './contact-search.ts';
import { searchTextOf } from './search-text.ts';

export interface Contact {
  id: number;
  phone: string;
  name: string | null;
  email: string | null;
  displayName: string | null;
  username: string | null;
  /** Whether the person is on the opt-out list. */
  optedOut: boolean;
  /** Whether the person is on the block list. */
  blocked: boolean;
  /** Microseconds since the epoch. */
  createdAt: number;
  updatedAt: number;
}

/** Fields of a contact to write; those that are absent stay as they are. */
export type ContactChanges = Partial<Pick<ContactRow, 'phone' | 'name' | 'email' | 'display_name' | 'username'>>;

/** A contact as it is shown, with what the lists say. */
type ShownRow = ContactRow & { opted_out: DbBoolean; blocked: DbBoolean };

const contactOf = (row: ShownRow): Contact => ({
  id: row.id,
  phone: row.phone,
  name: row.name,
  email: row.email,
  displayName: row.display_name,
  username: row.username,
  optedOut: Boolean(row.opted_out),
  blocked: Boolean(row.blocked),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', '23505'];

const isTaken = (error: unknown): boolean => UNIQUE_VIOLATIONS.includes((error as { code?: string }).code ?? '');

export type ContactQueries = ReturnType<typeof contactQueries>;

export const contactQueries = (db: Knex) => {
  const isOn = (list: string) =>
    db.raw(
      `exists (select 1 from ${list} where ${list}.account_id = contacts.account_id and ${list}.phone = contacts.phone)`,
    );

  const shown = (query: Knex.QueryBuilder, accountId: number) =>
    query
      .where('contacts.account_id', accountId)
      .select('contacts.*', { opted_out: isOn('opt_outs'), blocked: isOn('blocked_numbers') });

  /** Adds an empty contact unless there is one, and gives its row, locked until the transaction ends. */
  const ensureRow = async (accountId: number, phone: string, at: number): Promise<ContactRow> => {
    const known = await db('contacts').where({ account_id: accountId, phone }).forUpdate().first();
    if (known) {
      return known;
    }
    // Two processes may make the same contact at once: the merge gives the second the first's row.
    const [made] = await db('contacts')
      .insert({
        account_id: accountId,
        phone,
        search_text: searchTextOf({ phone, name: null, email: null, display_name: null, username: null }),
        created_at: at,
        updated_at: at,
      })
      .onConflict(['account_id', 'phone'])
      .merge(['phone'])
      .returning('*');
    return made as ContactRow;
  };

  const write = async (row: ContactRow, changes: ContactChanges, at: number): Promise<void> => {
    if (Object.keys(changes).length > 0) {
      await db('contacts')
        .where({ account_id: row.account_id, id: row.id })
        .update({ ...changes, search_text: searchTextOf({ ...row, ...changes }), updated_at: at });
    }
  };

  return {
    /** The contact with the first of these phones that one has. */
    async find(accountId: number, phones: readonly string[]): Promise<Contact | undefined> {
      const rows: ShownRow[] = await shown(db('contacts'), accountId).whereIn('contacts.phone', phones);
      const [first] = rows.sort((left, right) => phones.indexOf(left.phone) - phones.indexOf(right.phone));
      return first && contactOf(first);
    },

    /** What somebody is called; null when nothing is known. */
    async nameById(accountId: number, id: number): Promise<string | null> {
      const row = await db('contacts').where({ account_id: accountId, id }).first('name', 'display_name');
      return row?.name ?? row?.display_name ?? null;
    },

    async findById(accountId: number, id: number): Promise<Contact | undefined> {
      const row: ShownRow | undefined = await shown(db('contacts'), accountId).where('contacts.id', id).first();
      return row && contactOf(row);
    },

    /** A page of contacts, of those that a search finds if there is one (§4.5). */
    list(accountId: number, page: PageRequest, search?: string): Promise<Page<Contact>> {
      const { query, idColumn } = contactSearchQuery(db, search ?? '');
      return pageById(shown(query, accountId), page, contactOf, idColumn);
    },

    /** The id of the contact with this phone; an empty one is made when there is none. */
    async ensure(accountId: number, phone: string, createdAt: number): Promise<number> {
      return (await ensureRow(accountId, phone, createdAt)).id;
    },

    /** Writes these fields of the contact with this phone; answers whether it was made for that. */
    async upsert(accountId: number, phone: string, changes: ContactChanges, at: number): Promise<{ created: boolean }> {
      const row = await ensureRow(accountId, phone, at);
      await write(row, changes, at);
      return { created: row.created_at === at };
    },

    /** Writes these fields; answers false when the new phone is another contact's, and the transaction must then be given up. */
    async update(accountId: number, id: number, changes: ContactChanges, at: number): Promise<boolean> {
      const row = await db('contacts').where({ account_id: accountId, id }).forUpdate().first();
      try {
        if (row) {
          await write(row, changes, at);
        }
        return true;
      } catch (error) {
        if (isTaken(error)) {
          return false;
        }
        throw error;
      }
    },

    /** The name that a person shows on the channel now, unless somebody wrote another one into the contact. */
    async noteProfileName(accountId: number, conversationId: number, name: string, at: number): Promise<void> {
      const conversation = await db('conversations')
        .where({ account_id: accountId, id: conversationId })
        .first('contact_id', 'name');
      if (!conversation?.contact_id || conversation.name === name) {
        return;
      }
      const row = await db('contacts')
        .where({ account_id: accountId, id: conversation.contact_id })
        .forUpdate()
        .first();
      if (row && (row.display_name === null || row.display_name === conversation.name)) {
        await write(row, { display_name: name }, at);
      }
    },
  };
};
