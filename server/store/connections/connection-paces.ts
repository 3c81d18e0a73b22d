import type { Knex } from 'knex';
import { among, withRows } from '../../engine/drivers/dialect.ts';

/** Identifies a connection of an account. */
export interface ConnectionKey {
  accountId: number;
  connectionId: string;
}

/** Encodes a connection as one string. */
export const connectionKeyString = ({ accountId, connectionId }: ConnectionKey): string =>
  `${accountId} ${connectionId}`;

/** When the last messages on a connection were or will be sent, oldest first, in milliseconds. */
export interface ConnectionPace extends ConnectionKey {
  slots: readonly number[];
}

export const connectionPaceQueries = (db: Knex) => {
  const selected = (connections: readonly ConnectionKey[]) =>
    among(
      db('line_paces'),
      { account_id: 'integer', connection_id: 'text' },
      connections.map(({ accountId, connectionId }) => [accountId, connectionId]),
    );

  return {
    /** Returns the slots of a connection. */
    async list({ accountId, connectionId }: ConnectionKey): Promise<number[]> {
      const row = await db('line_paces').where({ account_id: accountId, connection_id: connectionId }).first();
      return row ? JSON.parse(row.slots) : [];
    },

    /** Returns the slots of connections by `connectionKeyString`, and locks their rows until the commit. */
    async lock(connections: readonly ConnectionKey[]): Promise<Map<string, number[]>> {
      const ordered = () => selected(connections).orderBy(['account_id', 'connection_id']).forUpdate();
      let rows = await ordered();
      if (rows.length < connections.length) {
        await db('line_paces')
          .insert(
            connections
              .toSorted((left, right) => (connectionKeyString(left) < connectionKeyString(right) ? -1 : 1))
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
          connectionKeyString({ accountId: row.account_id, connectionId: row.connection_id }),
          JSON.parse(row.slots) as number[],
        ]),
      );
    },

    /** Stores the slots of connections that this transaction has locked. */
    async store(paces: readonly ConnectionPace[]): Promise<void> {
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
