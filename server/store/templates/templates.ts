import type { Knex } from 'knex';
import { amongKeys, type Key } from '../../engine/drivers/dialect.ts';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { BIGINT, type Page, type Position, pageOf } from '../cursor.ts';
import { isRowId, type TemplateRow } from '../tables.ts';

/** A button of a template in Meta's format. */
export interface TemplateButton {
  type: string;
  text: string;
  url?: string;
  phone_number?: string;
  example?: unknown;
}

/** One component of a template in Meta's format. */
export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  example?: Record<string, unknown>;
  buttons?: TemplateButton[];
}

export interface Template {
  id: number;
  accountId: number;
  name: string;
  language: string;
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  status: 'APPROVED' | 'PENDING' | 'REJECTED';
  rejectionReason: string | null;
  /** The provider's rating, such as GREEN; null if it has not given one. @default null */
  quality?: string | null;
  parameterFormat: 'POSITIONAL' | 'NAMED';
  components: readonly TemplateComponent[];
  /** When a callback last reported the status or the category, in microseconds; null if none did. */
  reportedAt?: number | null;
}

/** A template as lists show it. */
export interface ListedTemplate extends Template {
  updatedAt: number;
}

/** Which templates of an account to list. */
export interface TemplateFilter {
  status?: Template['status'] | undefined;
  category?: Template['category'] | undefined;
  language?: string | undefined;
}

export const templateOf = (row: TemplateRow): Template => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  language: row.language,
  category: row.category as Template['category'],
  status: row.status as Template['status'],
  rejectionReason: row.rejection_reason,
  quality: row.quality,
  parameterFormat: row.parameter_format as Template['parameterFormat'],
  components: JSON.parse(row.components) as TemplateComponent[],
  reportedAt: row.reported_at,
});

/** All columns except the name and language, which identify a template. */
const changeableColumns = (template: Omit<Template, 'id'>, updatedAt: number) => ({
  category: template.category,
  status: template.status,
  rejection_reason: template.rejectionReason,
  quality: template.quality ?? null,
  parameter_format: template.parameterFormat,
  components: JSON.stringify(template.components),
  updated_at: updatedAt,
});

const newRow = (template: Omit<Template, 'id'>, updatedAt: number) => ({
  account_id: template.accountId,
  name: template.name,
  language: template.language,
  ...changeableColumns(template, updatedAt),
});

export const templateQueries = (db: Knex) => ({
  insert: (template: Omit<Template, 'id'>, updatedAt: number): Promise<number> =>
    insertNumbered(db, 'templates', newRow(template, updatedAt)),

  async insertAll(templates: readonly Omit<Template, 'id'>[], updatedAt: number): Promise<void> {
    if (templates.length > 0) {
      await db('templates').insert(templates.map((template) => newRow(template, updatedAt)));
    }
  },

  async update(template: Template, updatedAt: number): Promise<void> {
    await db('templates')
      .where({ account_id: template.accountId, id: template.id })
      .update(changeableColumns(template, updatedAt));
  },

  /** Stores when a callback reported the status or the category. */
  async setReported({ accountId, id }: Pick<Template, 'accountId' | 'id'>, at: number | null): Promise<void> {
    await db('templates').where({ account_id: accountId, id }).update({ reported_at: at });
  },

  async find(accountId: number, id: number): Promise<Template | undefined> {
    const row = isRowId(id) ? await db('templates').where({ account_id: accountId, id }).first() : undefined;
    return row && templateOf(row);
  },

  /** Returns the templates with these names, which are the IDs of the keys, in each of their languages. */
  async listByNames(keys: readonly Key[]): Promise<Template[]> {
    const rows = keys.length > 0 ? await amongKeys(db('templates'), keys, 'name').orderBy('language') : [];
    return rows.map(templateOf);
  },

  /** Returns the template in each of its languages. */
  findByName(accountId: number, name: string): Promise<Template[]> {
    return this.listByNames([{ accountId, id: name }]);
  },

  /**
   * Returns the templates, most recently changed first.
   *
   * @param page if it has no limit, the result is all templates after `after`
   */
  async list(
    accountId: number,
    filter: TemplateFilter,
    { limit, after }: { limit?: number | undefined; after?: Position | undefined },
  ): Promise<Page<ListedTemplate>> {
    const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
    const rows: TemplateRow[] = await db('templates')
      .where({ account_id: accountId, ...Object.fromEntries(wanted) })
      .modify((page) => after && page.whereRaw(`(updated_at, id) < (${BIGINT}, ${BIGINT})`, [...after]))
      .orderBy([
        { column: 'updated_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .modify((page) => limit !== undefined && page.limit(limit + 1));
    return pageOf(
      rows,
      limit ?? rows.length,
      (row) => [row.updated_at, row.id],
      (row) => ({ ...templateOf(row), updatedAt: row.updated_at }),
    );
  },
});
