import type { Knex } from 'knex';
import { among, amongKeys, insertRows, type Key, withRows } from '../../engine/drivers/dialect.ts';
import type { MessagePartRow } from '../tables.ts';
import type { ExternalKey, MessageStatus, StoredMessage } from './messages.ts';

/** The status of one part of a message. */
export interface MessagePart {
  accountId: number;
  messageId: string;
  /** From 0. */
  part: number;
  status: MessageStatus;
  externalId: string | null;
}

/** A part that the provider accepted. */
export type NamedPart = MessagePart & ExternalKey;

const partOf = (row: MessagePartRow): MessagePart => ({
  accountId: row.account_id,
  messageId: row.message_id,
  part: row.part,
  status: row.status as MessageStatus,
  externalId: row.external_id,
});

export const partQueries = (db: Knex) => ({
  /** Adds the parts of messages. `parts` is the number of parts of each message. */
  async insertAll(messages: readonly { message: StoredMessage; parts: number }[]): Promise<void> {
    const rows = messages.flatMap(({ message, parts }) =>
      Array.from({ length: parts }, (_, part) => ({
        account_id: message.accountId,
        connection_id: message.connectionId,
        message_id: message.id,
        part,
        status: 'queued',
        external_id: null,
      })),
    );
    await insertRows(db, 'message_parts', rows);
  },

  /** Returns the parts in order; empty if the message was not split. */
  async list(accountId: number, messageId: string): Promise<MessagePart[]> {
    return this.listOf([{ accountId, id: messageId }]);
  },

  /** Returns the parts of several messages, in order. */
  async listOf(keys: readonly Key[]): Promise<MessagePart[]> {
    const rows = keys.length > 0 ? await amongKeys(db('message_parts'), keys, 'message_id').orderBy('part') : [];
    return rows.map(partOf);
  },

  /** Returns the parts with these IDs of their providers. */
  async listByExternalIds(keys: readonly ExternalKey[]): Promise<NamedPart[]> {
    if (keys.length === 0) {
      return [];
    }
    const rows = await among(
      db('message_parts'),
      { account_id: 'integer', connection_id: 'text', external_id: 'text' },
      keys.map(({ accountId, connectionId, externalId }) => [accountId, connectionId, externalId]),
    );
    return rows.map((row) => ({
      ...partOf(row),
      connectionId: row.connection_id,
      externalId: row.external_id ?? '',
    }));
  },

  /** Stores the status and the provider's ID of parts whose messages this transaction has locked. */
  async store(parts: readonly MessagePart[]): Promise<void> {
    if (parts.length > 0) {
      const last = new Map(parts.map((part) => [`${part.accountId} ${part.messageId} ${part.part}`, part]));
      await withRows(
        db,
        { accountId: 'integer', messageId: 'text', part: 'integer', status: 'text', externalId: 'text' },
        [...last.values()],
        `update message_parts set status = given.status, external_id = given.externalId
         from given where message_parts.account_id = given.accountId and message_parts.message_id = given.messageId
           and message_parts.part = given.part`,
      );
    }
  },
});
