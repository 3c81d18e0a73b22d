import type { Knex } from 'knex';
import { amongNumbers } from '../../engine/drivers/dialect.ts';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import { type AgentRow, isRowId } from '../tables.ts';

export interface Agent {
  id: number;
  name: string;
  /** Whether conversations can be assigned to them. */
  isActive: boolean;
}

const agentOf = (row: AgentRow): Agent => ({ id: row.id, name: row.name, isActive: Boolean(row.is_active) });

export const agentQueries = (db: Knex) => ({
  insert: (accountId: number, agent: Omit<Agent, 'id'>, createdAt: number): Promise<number> =>
    insertNumbered(db, 'agents', {
      account_id: accountId,
      name: agent.name,
      is_active: agent.isActive,
      created_at: createdAt,
    }),

  async find(accountId: number, id: number): Promise<Agent | undefined> {
    const row = isRowId(id) ? await db('agents').where({ account_id: accountId, id }).first() : undefined;
    return row && agentOf(row);
  },

  /** Returns those of these agents that exist, in the order of their IDs. */
  async findAll(accountId: number, ids: readonly number[]): Promise<Agent[]> {
    if (ids.length === 0) {
      return [];
    }
    const keys = ids.map((id) => ({ accountId, id }));
    return (await amongNumbers(db('agents'), keys).orderBy('id')).map(agentOf);
  },

  list: (accountId: number, page: PageRequest): Promise<Page<Agent>> =>
    pageById(db('agents').where({ account_id: accountId }), page, agentOf),

  async setActive(accountId: number, id: number, isActive: boolean): Promise<void> {
    await db('agents').where({ account_id: accountId, id }).update({ is_active: isActive });
  },
});
