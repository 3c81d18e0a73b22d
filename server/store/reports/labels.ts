import type { Knex } from 'knex';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import { isRowId, type LabelRow } from '../tables.ts';

export interface Label {
  id: number;
  name: string;
  /** As `#rrggbb`. */
  color: string | null;
}

/** Returns a label of the account. */
export const labelOf = ({ id, name, color }: LabelRow): Label => ({ id, name, color });

export const labelQueries = (db: Knex) => ({
  insert: (accountId: number, label: Omit<Label, 'id'>, createdAt: number): Promise<number> =>
    insertNumbered(db, 'labels', {
      account_id: accountId,
      name: label.name,
      color: label.color,
      created_at: createdAt,
    }),

  async find(accountId: number, id: number): Promise<Label | undefined> {
    const row = isRowId(id) ? await db('labels').where({ account_id: accountId, id }).first() : undefined;
    return row && labelOf(row);
  },

  async update(accountId: number, id: number, changes: Partial<Omit<Label, 'id'>>): Promise<void> {
    await db('labels').where({ account_id: accountId, id }).update(changes);
  },

  /** Deletes a label, and returns how many conversations had it. */
  async delete(accountId: number, id: number): Promise<number> {
    await db('labels').where({ account_id: accountId, id }).delete();
    return db('conversation_labels').where({ account_id: accountId, label_id: id }).delete();
  },

  list: (accountId: number, page: PageRequest): Promise<Page<Label>> =>
    pageById(db('labels').where({ account_id: accountId }), page, labelOf),
});
