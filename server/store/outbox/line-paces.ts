import type { Knex } from 'knex';

export type LinePaceQueries = ReturnType<typeof linePaceQueries>;

/** Identifies a connection of an account. */
export interface Line {
  accountId: number;
  connectionId: string;
}

const keyOf = ({ accountId, connectionId }: Line) => ({ account_id: accountId, connection_id: connectionId });

export const linePaceQueries = (db: Knex) => ({
  /** Returns when the last messages on a connection were or will be sent, oldest first, in milliseconds. */
  async list(line: Line): Promise<number[]> {
    const row = await db('line_paces').where(keyOf(line)).first();
    return row ? JSON.parse(row.slots) : [];
  },

  /** Like `list`, but locks the row until the commit. */
  async listAndHold(line: Line): Promise<number[]> {
    await db('line_paces')
      .insert({ ...keyOf(line), slots: '[]' })
      .onConflict(['account_id', 'connection_id'])
      .ignore();
    const row = await db('line_paces').where(keyOf(line)).forUpdate().first();
    return JSON.parse(row?.slots ?? '[]');
  },

  async set(line: Line, slots: readonly number[]): Promise<void> {
    await db('line_paces')
      .where(keyOf(line))
      .update({ slots: JSON.stringify(slots) });
  },
});
