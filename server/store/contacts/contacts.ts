import type { Knex } from 'knex';
import { amongKeys, amongNumbers, type Key, keyString, type NumberKey } from '../../engine/drivers/dialect.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import { isCommonLabel } from '../reports/labels.ts';
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

/** The contact fields to write. Absent fields keep their values. */
export type ContactChanges = Partial<Pick<ContactRow, 'phone' | 'name' | 'email' | 'display_name' | 'username'>>;

/** A contact with its flags from the opt-out list and the block list. */
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

const emptyRow = ({ accountId, phone, at }: { accountId: number; phone: string; at: number }) => ({
  account_id: accountId,
  phone,
  search_text: searchTextOf({ phone, name: null, email: null, display_name: null, username: null }),
  created_at: at,
  updated_at: at,
});

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', '23505'];

/** Returns whether a write failed because another row has the same unique value. */
export const isTaken = (error: unknown): boolean => UNIQUE_VIOLATIONS.includes((error as { code?: string }).code ?? '');

export const contactQueries = (db: Knex) => {
  const isOn = (list: string) =>
    db.raw(
      `exists (select 1 from ${list} where ${list}.account_id = contacts.account_id and ${list}.phone = contacts.phone)`,
    );

  const shown = (query: Knex.QueryBuilder, accountId: number) =>
    query
      .where('contacts.account_id', accountId)
      .select('contacts.*', { opted_out: isOn('opt_outs'), blocked: isOn('blocked_numbers') });

  /** Returns the row of a contact, locked until the transaction ends; creates an empty contact if there is none. */
  const ensureRow = async (accountId: number, phone: string, at: number): Promise<ContactRow> => {
    const known = await db('contacts').where({ account_id: accountId, phone }).forUpdate().first();
    if (known) {
      return known;
    }
    // Two processes may create the same contact at once. The merge returns the first one's row to the second.
    const [made] = await db('contacts')
      .insert(emptyRow({ accountId, phone, at }))
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
    /** Returns the contact for the first of these phone numbers that has one. */
    async find(accountId: number, phones: readonly string[]): Promise<Contact | undefined> {
      const rows: ShownRow[] = await shown(db('contacts'), accountId).whereIn('contacts.phone', phones);
      const [first] = rows.sort((left, right) => phones.indexOf(left.phone) - phones.indexOf(right.phone));
      return first && contactOf(first);
    },

    /** Returns the names of contacts, by `keyString`; null if a name is unknown. */
    async namesByIds(keys: readonly NumberKey[]): Promise<Map<string, string | null>> {
      const rows: ContactRow[] = keys.length > 0 ? await amongNumbers(db('contacts'), keys) : [];
      return new Map(
        rows.map((row) => [keyString({ accountId: row.account_id, id: row.id }), row.name ?? row.display_name]),
      );
    },

    /** Returns the IDs of the contacts with these phone numbers, by `keyString`. Locks them until the transaction ends. */
    async lock(people: readonly Key[]): Promise<Map<string, number>> {
      const rows = people.length > 0 ? await amongKeys(db('contacts'), people, 'phone').orderBy('id').forUpdate() : [];
      return new Map(rows.map((row) => [keyString({ accountId: row.account_id, id: row.phone }), Number(row.id)]));
    },

    async findById(accountId: number, id: number): Promise<Contact | undefined> {
      const row: ShownRow | undefined = await shown(db('contacts'), accountId).where('contacts.id', id).first();
      return row && contactOf(row);
    },

    /** Returns a page of all contacts, or of the contacts that match a search (§4.5). */
    list(accountId: number, page: PageRequest, search?: string): Promise<Page<Contact>> {
      const { query, idColumn } = contactSearchQuery(db, search ?? '');
      return pageById(shown(query, accountId), page, contactOf, idColumn);
    },

    /**
     * Returns a page of the contacts who have a conversation with a label. It starts with the conversations if the label
     * is rare, and otherwise reads contacts in order until the page is full.
     */
    async listLabeled(accountId: number, labelId: number, page: PageRequest): Promise<Page<Contact>> {
      const query = shown(db('contacts'), accountId);
      if (await isCommonLabel(db, accountId, labelId)) {
        query.whereRaw(
          // A cross join, because SQLite would otherwise start with the label.
          `exists (select 1 from conversations as c cross join conversation_labels as l
             where c.account_id = contacts.account_id and c.contact_id = contacts.id
               and l.account_id = c.account_id and l.conversation_id = c.id and l.label_id = ?)`,
          [labelId],
        );
      } else {
        const labeled = db('conversation_labels').where({ account_id: accountId, label_id: labelId });
        const people = db('conversations')
          .where({ account_id: accountId })
          .whereIn('id', labeled.select('conversation_id'));
        query.whereIn('contacts.id', people.select('contact_id'));
      }
      return pageById(query, page, contactOf, 'contacts.id');
    },

    /** Returns the ID of the contact with this phone number; creates an empty contact if there is none. */
    async ensure(accountId: number, phone: string, createdAt: number): Promise<number> {
      return (await ensureRow(accountId, phone, createdAt)).id;
    },

    /** Does the same for several people. Returns the IDs by `keyString`. */
    async ensureAll(people: readonly { accountId: number; phone: string; at: number }[]): Promise<Map<string, number>> {
      const keyOf = ({ accountId, phone }: (typeof people)[number]) => ({ accountId, id: phone });
      const distinct = [...new Map(people.map((person) => [keyString(keyOf(person)), person])).values()];
      await db('contacts')
        .insert(distinct.toSorted((left, right) => (left.phone < right.phone ? -1 : 1)).map(emptyRow))
        .onConflict(['account_id', 'phone'])
        .ignore();
      return this.lock(distinct.map(keyOf));
    },

    /** Writes these fields of the contact with this phone number, and returns whether the contact was created. */
    async upsert(accountId: number, phone: string, changes: ContactChanges, at: number): Promise<{ created: boolean }> {
      const row = await ensureRow(accountId, phone, at);
      await write(row, changes, at);
      return { created: row.created_at === at };
    },

    /**
     * Writes these fields. Returns false if another contact already has the new phone number; the caller must then roll
     * back the transaction.
     */
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

    /** Stores the person's current name on the channel, unless a user has given the contact another name. */
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
