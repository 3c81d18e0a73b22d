import type { Knex } from 'knex';
import { among, withRows } from '../../engine/drivers/dialect.ts';

/** Identifies a connection of an account. */
export interface Line {
  accountId: number;
  connectionId: string;
}

/** Encodes a connection as one string. */
export const nameOfLine = ({ accountId, connectionId }: Line): string => `${accountId} ${connectionId}`;

/** When the last messages on a connection were or will be sent, oldest first, in milliseconds. */
export interface LinePace extends Line {
  slots: readonly number[];
}

export const linePaceQueries = (db: Knex) => {
  const selected = (lines: readonly Line[]) =>
    among(
      db('line_paces'),
      { account_id: 'integer', connection_id: 'text' },
      lines.map(({ accountId, connectionId }) => [accountId, connectionId]),
    );

  return {
    /** Returns the slots of a connection. */
    async list({ accountId, connectionId }: Line): Promise<number[]> {
      const row = await db('line_paces').where({ account_id: accountId, connection_id: connectionId }).first();
      return row ? JSON.parse(row.slots) : [];
    },

    /** Returns the slots of connections by `nameOfLine`, and locks their rows until the commit. */
    async hold(lines: readonly Line[]): Promise<Map<string, number[]>> {
      const ordered = () => selected(lines).orderBy(['account_id', 'connection_id']).forUpdate();
      let rows = await ordered();
      if (rows.length < lines.length) {
        await db('line_paces')
          .insert(
            lines
              .toSorted((left, right) => (nameOfLine(left) < nameOfLine(right) ? -1 : 1))
              .map(({ accountId, connectionId }) => ({
                account_id: accountId,
                connection_id: connectionId,
                slots: '[]',
              })),
          )
          .onConflict(['account_id', 'connection_id'])
          .ignore();
        rows = await ordered();
      }
      return new Map(
        rows.map((row) => [
          nameOfLine({ accountId: row.account_id, connectionId: row.connection_id }),
          JSON.parse(row.slots) as number[],
        ]),
      );
    },

    /** Stores the slots of connections that this transaction has locked. */
    async store(paces: readonly LinePace[]): Promise<void> {
      if (paces.length > 0) {
        await withRows(
          db,
          { accountId: 'integer', connectionId: 'text', slots: 'text' },
          paces.map((pace) => ({ ...pace, slots: JSON.stringify(pace.slots) })),
          `update line_paces set slots = given.slots
           from given where line_paces.account_id = given.accountId and line_paces.connection_id = given.connectionId`,
        );
      }
    },
  };
};
