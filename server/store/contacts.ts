import type { Knex } from 'knex';
import type { ContactRow, DbBoolean } from './tables.ts';

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

export type ContactQueries = ReturnType<typeof contactQueries>;

export const contactQueries = (db: Knex) => ({
  /** The id of the contact with this phone; an empty one is made when there is none. */
  async ensure(accountId: number, phone: string, createdAt: number): Promise<number> {
    const known = await db('contacts').where({ account_id: accountId, phone }).first('id');
    if (known) {
      return known.id;
    }
    // Two processes may make the same contact at once: the merge gives the second the first's row.
    const [made] = await db('contacts')
      .insert({ account_id: accountId, phone, created_at: createdAt, updated_at: createdAt })
      .onConflict(['account_id', 'phone'])
      .merge(['phone'])
      .returning('id');
    return Number(made?.id);
  },

  /** A contact with what the opt-out and block lists say of its phone. */
  async findWithFlags(accountId: number, id: number): Promise<Contact | undefined> {
    const isOn = (list: string) =>
      db.raw(
        `exists (select 1 from ${list} where ${list}.account_id = contacts.account_id and ${list}.phone = contacts.phone)`,
      );
    const row: ShownRow | undefined = await db('contacts')
      .where({ account_id: accountId, id })
      .first('contacts.*', { opted_out: isOn('opt_outs'), blocked: isOn('blocked_numbers') });
    return row && contactOf(row);
  },
});
