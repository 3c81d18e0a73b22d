import type { Knex } from 'knex';
import { insertNumbered } from './insert.ts';
import type { TemplateRow } from './tables.ts';

/** One part of a template in Meta's form. */
export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  example?: Record<string, unknown>;
  buttons?: { type: string; text: string; url?: string; phone_number?: string; example?: unknown }[];
}

export interface Template {
  id: number;
  accountId: number;
  name: string;
  language: string;
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  status: 'APPROVED' | 'PENDING' | 'REJECTED';
  rejectionReason: string | null;
  parameterFormat: 'POSITIONAL' | 'NAMED';
  components: readonly TemplateComponent[];
}

const templateOf = (row: TemplateRow): Template => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  language: row.language,
  category: row.category as Template['category'],
  status: row.status as Template['status'],
  rejectionReason: row.rejection_reason,
  parameterFormat: row.parameter_format as Template['parameterFormat'],
  components: JSON.parse(row.components) as TemplateComponent[],
});

/** All but the name and language, by which a template is known. */
const changeableColumns = (template: Omit<Template, 'id'>, updatedAt: number) => ({
  category: template.category,
  status: template.status,
  rejection_reason: template.rejectionReason,
  parameter_format: template.parameterFormat,
  components: JSON.stringify(template.components),
  updated_at: updatedAt,
});

export type TemplateQueries = ReturnType<typeof templateQueries>;

export const templateQueries = (db: Knex) => ({
  insert: (template: Omit<Template, 'id'>, updatedAt: number): Promise<number> =>
    insertNumbered(db, 'templates', {
      account_id: template.accountId,
      name: template.name,
      language: template.language,
      ...changeableColumns(template, updatedAt),
    }),

  async update(template: Template, updatedAt: number): Promise<void> {
    await db('templates')
      .where({ account_id: template.accountId, id: template.id })
      .update(changeableColumns(template, updatedAt));
  },

  /** Every language of a name. */
  async findByName(accountId: number, name: string): Promise<Template[]> {
    const rows = await db('templates').where({ account_id: accountId, name }).orderBy('language');
    return rows.map(templateOf);
  },
});
