import type { Knex } from 'knex';
import { amongKeys, type Key } from '../drivers/dialect.ts';
import type { MessagePartRow } from '../tables.ts';
import type { MessageStatus } from './messages.ts';

/** The status of one part of a message. */
export interface MessagePart {
  messageId: string;
  /** From 0. */
  part: number;
  status: MessageStatus;
  externalId: string | null;
}

const partOf = (row: MessagePartRow): MessagePart => ({
  messageId: row.message_id,
  part: row.part,
  status: row.status as MessageStatus,
  externalId: row.external_id,
});

export type PartQueries = ReturnType<typeof partQueries>;

export const partQueries = (db: Knex) => ({
  async insert(accountId: number, connectionId: string, messageId: string, count: number): Promise<void> {
    await db('message_parts').insert(
      Array.from({ length: count }, (_, part) => ({
        account_id: accountId,
        connection_id: connectionId,
        message_id: messageId,
        part,
        status: 'queued',
        external_id: null,
      })),
    );
  },

  /** Returns the parts in order; empty if the message was not split. */
  async list(accountId: number, messageId: string): Promise<MessagePart[]> {
    const rows = await db('message_parts').where({ account_id: accountId, message_id: messageId }).orderBy('part');
    return rows.map(partOf);
  },

  /** Returns which of these messages were split. */
  async splitAmong(keys: readonly Key[]): Promise<Key[]> {
    if (keys.length === 0) {
      return [];
    }
    const rows = await amongKeys(db('message_parts'), keys, 'message_id')
      .where({ part: 0 })
      .select('account_id', 'message_id');
    return rows.map(({ account_id, message_id }) => ({ accountId: account_id, id: message_id }));
  },

  /** Returns the parts of several messages, in order. */
  async listOf(keys: readonly Key[]): Promise<(MessagePart & { accountId: number })[]> {
    const rows = await amongKeys(db('message_parts'), keys, 'message_id').orderBy('part');
    return rows.map((row) => ({ accountId: row.account_id, ...partOf(row) }));
  },

  async findByExternalId(
    accountId: number,
    connectionId: string,
    externalId: string,
  ): Promise<{ messageId: string; part: number } | undefined> {
    const row = await db('message_parts')
      .where({ account_id: accountId, connection_id: connectionId, external_id: externalId })
      .first();
    return row && { messageId: row.message_id, part: row.part };
  },

  async setExternalId(accountId: number, messageId: string, part: number, externalId: string): Promise<void> {
    await db('message_parts')
      .where({ account_id: accountId, message_id: messageId, part })
      .whereNull('external_id')
      .update({ external_id: externalId });
  },

  /** Changes the status of one part, or of all parts if `part` is undefined, if it is still in `from`. */
  async move(
    accountId: number,
    messageId: string,
    part: number | undefined,
    from: readonly MessageStatus[],
    to: MessageStatus,
  ): Promise<void> {
    await db('message_parts')
      .where({ account_id: accountId, message_id: messageId, ...(part !== undefined && { part }) })
      .whereIn('status', from)
      .update({ status: to });
  },
});
