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

/** If at most so many conversations have a label, lists start with them. */
const RARE = 1_000;

/**
 * Returns whether more conversations have a label than a list may read and sort for one page. A list in its own order
 * then finds a page soon.
 */
export async function isCommonLabel(db: Knex, accountId: number, labelId: number): Promise<boolean> {
  const labeled = db('conversation_labels').where({ account_id: accountId, label_id: labelId });
  return (await labeled.orderBy('conversation_id').offset(RARE).first('conversation_id')) !== undefined;
}

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

  /** Deletes a label that no conversation has. */
  async delete(accountId: number, id: number): Promise<void> {
    await db('labels').where({ account_id: accountId, id }).delete();
  },

  /** Removes a label from at most `limit` conversations, and returns from how many. */
  removeFromConversations(accountId: number, id: number, limit: number): Promise<number> {
    const labeled = () => db('conversation_labels').where({ account_id: accountId, label_id: id });
    const first = labeled().select('conversation_id').orderBy('conversation_id').limit(limit);
    return labeled().whereIn('conversation_id', first).delete();
  },

  list: (accountId: number, page: PageRequest): Promise<Page<Label>> =>
    pageById(db('labels').where({ account_id: accountId }), page, labelOf),
});
