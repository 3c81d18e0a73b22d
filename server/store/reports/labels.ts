import type { Knex } from 'knex';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import type { LabelRow } from '../tables.ts';

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

  list: (accountId: number, page: PageRequest): Promise<Page<Label>> =>
    pageById(db('labels').where({ account_id: accountId }), page, labelOf),
});
