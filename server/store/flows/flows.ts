import type { components } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { amongNumbers, type NumberKey } from '../../engine/drivers/dialect.ts';
import { insertNumbered, nextId } from '../../engine/drivers/insert.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import { type FlowRow, isRowId } from '../tables.ts';

export type FlowStep = components['schemas']['FlowStep'];

/** The messages to send to a person who presses a button of a template. */
export interface Flow {
  accountId: number;
  id: number;
  name: string;
  templateId: number;
  /** The text of the button, which identifies a press. */
  button: string;
  buttonIndex: number;
  isActive: boolean;
  stopOnReply: boolean;
  stopOnAgent: boolean;
  /** Hours of the day in the account's time zone; both or neither. */
  quietStart: number | null;
  quietEnd: number | null;
  steps: readonly FlowStep[];
  createdAt: number;
  updatedAt: number;
}

/** A flow with its template's name, as lists show it. */
export interface ListedFlow extends Flow {
  /** The template's name. */
  template: string;
}

/** Which flows to list. */
export interface FlowFilter {
  isActive?: boolean | undefined;
  templateId?: number | undefined;
}

const flowOf = (row: FlowRow): Flow => ({
  accountId: row.account_id,
  id: row.id,
  name: row.name,
  templateId: row.template_id,
  button: row.button,
  buttonIndex: row.button_index,
  isActive: Boolean(row.is_active),
  stopOnReply: Boolean(row.stop_on_reply),
  stopOnAgent: Boolean(row.stop_on_agent),
  quietStart: row.quiet_start,
  quietEnd: row.quiet_end,
  steps: JSON.parse(row.steps) as FlowStep[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

type ListedRow = FlowRow & { template: string };

const listedOf = (row: ListedRow): ListedFlow => ({ ...flowOf(row), template: row.template });

const columnsOf = (flow: Omit<Flow, 'id' | 'createdAt'>) => ({
  account_id: flow.accountId,
  name: flow.name,
  template_id: flow.templateId,
  button: flow.button,
  button_index: flow.buttonIndex,
  is_active: flow.isActive,
  stop_on_reply: flow.stopOnReply,
  stop_on_agent: flow.stopOnAgent,
  quiet_start: flow.quietStart,
  quiet_end: flow.quietEnd,
  steps: JSON.stringify(flow.steps),
  updated_at: flow.updatedAt,
});

export const flowQueries = (db: Knex) => {
  const shown = (accountId: number): Knex.QueryBuilder =>
    db('flows')
      .where('flows.account_id', accountId)
      .select('flows.*', {
        template: db.raw(
          '(select name from templates where templates.account_id = flows.account_id and templates.id = flows.template_id)',
        ),
      });

  return {
    /** Returns the ID of a new flow. */
    nextId: () => nextId(db, 'flows'),

    /** Inserts a flow, with a new ID if it has none. Returns its ID. */
    insert: ({ id, ...flow }: Omit<Flow, 'id'> & { id?: number }): Promise<number> =>
      insertNumbered(db, 'flows', { ...columnsOf(flow), ...(id !== undefined && { id }), created_at: flow.createdAt }),

    async update(flow: Flow): Promise<void> {
      await db('flows').where({ account_id: flow.accountId, id: flow.id }).update(columnsOf(flow));
    },

    async find(accountId: number, id: number): Promise<ListedFlow | undefined> {
      const row: ListedRow | undefined = isRowId(id) ? await shown(accountId).where({ id }).first() : undefined;
      return row && listedOf(row);
    },

    async listByIds(keys: readonly NumberKey[]): Promise<Flow[]> {
      const rows = keys.length > 0 ? await amongNumbers(db('flows'), keys) : [];
      return rows.map(flowOf);
    },

    /** Like `find`, but locks the row until the transaction ends: no one changes the flow, and no run of it starts. */
    async findForUpdate(accountId: number, id: number): Promise<ListedFlow | undefined> {
      const row: ListedRow | undefined = isRowId(id)
        ? await shown(accountId).where({ id }).forUpdate().first()
        : undefined;
      return row && listedOf(row);
    },

    /**
     * Returns the published flows that a press of this button starts. Their rows stay locked until the transaction
     * ends.
     */
    async listBegunBy(accountId: number, templateId: number, button: string): Promise<Flow[]> {
      const rows = await db('flows')
        .where({ account_id: accountId, template_id: templateId, button, is_active: true })
        .orderBy('id')
        .forShare();
      return rows.map(flowOf);
    },

    list(accountId: number, { isActive, templateId }: FlowFilter, page: PageRequest): Promise<Page<ListedFlow>> {
      const query = shown(accountId).where({
        ...(isActive !== undefined && { is_active: isActive }),
        ...(templateId !== undefined && { template_id: isRowId(templateId) ? templateId : 0 }), // IDs start at 1
      });
      return pageById(query, page, listedOf);
    },

    async delete(accountId: number, id: number): Promise<void> {
      await db('flows').where({ account_id: accountId, id }).delete();
    },
  };
};
