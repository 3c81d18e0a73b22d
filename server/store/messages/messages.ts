import type { Channel, components } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { MICROSECONDS } from '../../base/time.ts';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import { among, amongKeys, insertRows, type Key, throughIndex, withRows } from '../../engine/drivers/dialect.ts';
import type { MessageRow } from '../tables.ts';

export type MessageStatus = components['schemas']['MessageStatus'];

/** Why a message failed, as reported in message.status events (§2.2, §6). */
export type MessageError = components['schemas']['EventError'];

/** What the provider reports about the price of a message. */
export type Pricing = components['schemas']['Pricing'];

export interface StoredMessage {
  accountId: number;
  id: string;
  conversationId: number | null;
  connectionId: string;
  channel: Channel;
  direction: 'in' | 'out';
  /** The recipient of an outbound message, or the sender of an inbound one. */
  person: string;
  type: string;
  text: string | null;
  /** The request of an outbound message, or the content that the customer sent. */
  content: unknown;
  status: MessageStatus;
  externalId: string | null;
  error: MessageError | null;
  /** As the provider last reported it; null if it never did. @default null */
  pricing?: Pricing | null;
  isTest: boolean;
  /** The campaign that sent the message; null for all other messages. */
  campaignId: number | null;
  /** Excluded from reports. @default false */
  isUnreported?: boolean;
  /** The position of the request in its trace; undefined if it has none. */
  traceparent?: string | undefined;
  createdAt: number;
}

export const messageOf = (row: MessageRow): StoredMessage => ({
  accountId: row.account_id,
  id: row.id,
  conversationId: row.conversation_id,
  connectionId: row.connection_id,
  channel: row.channel as Channel,
  direction: row.direction as StoredMessage['direction'],
  person: row.person,
  type: row.type,
  text: row.text,
  content: JSON.parse(row.content),
  status: row.status as MessageStatus,
  externalId: row.external_id,
  error: row.error === null ? null : (JSON.parse(row.error) as MessageError),
  pricing: row.pricing === null ? null : (JSON.parse(row.pricing) as Pricing),
  isTest: Boolean(row.is_test),
  campaignId: row.campaign_id,
  isUnreported: Boolean(row.is_unreported),
  traceparent: row.traceparent ?? undefined,
  createdAt: row.created_at,
});

export const messageRow = (message: StoredMessage): MessageRow => ({
  account_id: message.accountId,
  id: message.id,
  conversation_id: message.conversationId,
  connection_id: message.connectionId,
  channel: message.channel,
  direction: message.direction,
  person: message.person,
  type: message.type,
  text: message.text,
  content: JSON.stringify(message.content),
  status: message.status,
  external_id: message.externalId,
  error: message.error && JSON.stringify(message.error),
  is_test: message.isTest,
  campaign_id: message.campaignId,
  is_unreported: message.isUnreported ?? false,
  created_at: message.createdAt,
  updated_at: message.createdAt,
  sent_at: null,
  web_position: null,
  traceparent: message.traceparent ?? null,
  pricing: message.pricing ? JSON.stringify(message.pricing) : null,
});

/** A provider's ID of a message. */
export interface ExternalKey {
  accountId: number;
  connectionId: string;
  externalId: string;
}

/** Encodes a provider's ID as one string. */
export const externalKeyString = ({ accountId, connectionId, externalId }: ExternalKey): string =>
  JSON.stringify([accountId, connectionId, externalId]);

/** A stored message, without its content. */
export interface KnownMessage extends ExternalKey {
  id: string;
  isInGroup: boolean;
}

/** The new state of a message. */
export interface MessageUpdate {
  message: StoredMessage;
  /** When the status changed, in microseconds; null if it stays the same. */
  at: number | null;
  /** When the provider got the message or its last part, in microseconds; null if that stays the same. */
  sentAt: number | null;
}

/** Returns each conversation with each direction, which an index finds together. */
const strandsOf = (conversationIds: readonly number[], directions: readonly StoredMessage['direction'][]) =>
  conversationIds.flatMap((id) => directions.map((direction) => [id, direction] as const));

export interface HistorySpan {
  since: number;
  before: number | undefined;
}

/** Returns a query for the first messages of some conversations in this order. */
const listedInOrder =
  (db: Knex, order: 'asc' | 'desc') =>
  async (
    accountId: number,
    conversationIds: readonly number[],
    directions: readonly StoredMessage['direction'][],
    span: HistorySpan,
    limit: number,
  ): Promise<StoredMessage[]> => {
    // Reads each conversation and direction from its place in the index, so that the number of other rows does not
    // matter.
    const read = strandsOf(conversationIds, directions).map(([id, direction]) =>
      db('messages')
        .where({ account_id: accountId, conversation_id: id, direction })
        .where('created_at', '>=', span.since)
        .modify((query) => span.before !== undefined && query.where('created_at', '<', span.before))
        .orderBy('created_at', order)
        .limit(limit),
    );
    const rows = (await Promise.all(read)).flat();
    const sign = order === 'asc' ? 1 : -1;
    return rows
      .sort((left, right) => sign * (left.created_at - right.created_at))
      .slice(0, limit)
      .map(messageOf);
  };

/** Selects the messages with these IDs of their providers. */
const byExternalIds = (db: Knex, keys: readonly ExternalKey[]) =>
  among(
    db('messages'),
    { account_id: 'integer', connection_id: 'text', external_id: 'text' },
    keys.map(({ accountId, connectionId, externalId }) => [accountId, connectionId, externalId]),
  );

export const messageQueries = (db: Knex) => ({
  /** Returns false if a message with this provider ID is already stored, because the provider repeated a callback. */
  async insert(message: StoredMessage): Promise<boolean> {
    const rows = await db('messages')
      .insert(messageRow(message))
      .onConflict(['account_id', 'connection_id', 'external_id'])
      .ignore()
      .returning('id');
    return rows.length > 0;
  },

  /**
   * Adds messages that their provider has named.
   *
   * @throws {StaleFacts} if one of them is stored, because another session has just processed the same callback
   */
  async insertNamed(messages: readonly StoredMessage[]): Promise<void> {
    const rows = await db('messages')
      .insert(messages.map(messageRow))
      .onConflict(['account_id', 'connection_id', 'external_id'])
      .ignore()
      .returning('id');
    if (rows.length < messages.length) {
      throw new StaleFacts('another session has stored the message');
    }
  },

  /** Adds messages that have new IDs. */
  async insertAll(messages: readonly StoredMessage[]): Promise<void> {
    await insertRows(db, 'messages', messages.map(messageRow));
  },

  async find(accountId: number, id: string): Promise<StoredMessage | undefined> {
    const row = await db('messages').where({ account_id: accountId, id }).first();
    return row && messageOf(row);
  },

  async findByExternalId(
    accountId: number,
    connectionId: string,
    externalId: string,
  ): Promise<StoredMessage | undefined> {
    const row = await db('messages')
      .where({ account_id: accountId, connection_id: connectionId, external_id: externalId })
      .first();
    return row && messageOf(row);
  },

  async setContent({ accountId, id }: StoredMessage, content: StoredMessage['content']): Promise<void> {
    await db('messages')
      .where({ account_id: accountId, id })
      .update({ content: JSON.stringify(content) });
  },

  /** Replaces the text and the content of a message, and its text in the list of conversations. */
  async revise(
    { accountId, id, conversationId, createdAt }: StoredMessage,
    { type, text, content }: Pick<StoredMessage, 'text' | 'content'> & Partial<Pick<StoredMessage, 'type'>>,
  ): Promise<void> {
    await db('messages')
      .where({ account_id: accountId, id })
      .update({ ...(type !== undefined && { type }), text, content: JSON.stringify(content) });
    if (conversationId !== null) {
      await db('conversations')
        .where({ account_id: accountId, id: conversationId, last_message_at: createdAt })
        .update({ last_message_text: text });
    }
  },

  /** Returns the first time at `wanted` or after it at which no message of the conversations was sent, in microseconds. */
  async freeTime(accountId: number, conversationIds: readonly number[], wanted: number): Promise<number> {
    const taken = await Promise.all(
      strandsOf(conversationIds, ['in', 'out']).map(([conversation_id, direction]) =>
        db('messages')
          .where({ account_id: accountId, conversation_id, direction })
          .whereBetween('created_at', [wanted, wanted + MICROSECONDS.second])
          .pluck('created_at'),
      ),
    );
    const times = new Set(taken.flat().map(Number));
    let at = wanted;
    while (times.has(at)) {
      at += 1;
    }
    return at;
  },

  /** Returns the messages with these IDs of their providers, and locks them until the transaction ends. */
  async listByExternalIds(keys: readonly ExternalKey[]): Promise<StoredMessage[]> {
    if (keys.length === 0) {
      return [];
    }
    const rows = await byExternalIds(db, keys).orderBy('id').forUpdate();
    return rows.map(messageOf);
  },

  /** Returns those of these messages that are stored, without their content. Messages in groups are in no conversation. */
  async listKnown(keys: readonly ExternalKey[]): Promise<KnownMessage[]> {
    if (keys.length === 0) {
      return [];
    }
    const rows = await byExternalIds(db, keys);
    return rows.map((row) => ({
      accountId: row.account_id,
      id: row.id,
      connectionId: row.connection_id,
      externalId: row.external_id ?? '',
      isInGroup: row.direction === 'in' && row.conversation_id === null,
    }));
  },

  /** Returns the messages at these places that have more to show than a text. */
  async listWithContent(
    accountId: number,
    places: readonly { conversationId: number; direction: StoredMessage['direction']; at: number }[],
  ): Promise<StoredMessage[]> {
    if (places.length === 0) {
      return [];
    }
    const rows = await among(
      db('messages'),
      { account_id: 'integer', conversation_id: 'integer', direction: 'text', created_at: 'bigint' },
      places.map(({ conversationId, direction, at }) => [accountId, conversationId, direction, at]),
    ).where((either) => either.whereNot('type', 'text').orWhereNull('text'));
    return rows.map(messageOf);
  },

  async listByIds(keys: readonly Key[]): Promise<StoredMessage[]> {
    const rows = await amongKeys(db('messages'), keys);
    return rows.map(messageOf);
  },

  /** Returns these messages, and locks them until the transaction ends. */
  async listForUpdate(keys: readonly Key[]): Promise<StoredMessage[]> {
    const rows = keys.length > 0 ? await amongKeys(db('messages'), keys).orderBy('id').forUpdate() : [];
    return rows.map(messageOf);
  },

  /** Stores the provider's ID, the price and the status of messages that this transaction has locked. */
  async store(updates: readonly MessageUpdate[]): Promise<void> {
    const [moved, same] = [updates.filter(({ at }) => at !== null), updates.filter(({ at }) => at === null)];
    const known = { accountId: 'integer', id: 'text', externalId: 'text', sentAt: 'bigint', pricing: 'text' } as const;
    const own = 'from given where messages.account_id = given.accountId and messages.id = given.id';
    const set = `external_id = given.externalId, sent_at = coalesce(given.sentAt, messages.sent_at),
      pricing = given.pricing`;
    const rowOf = ({ message, at, sentAt }: MessageUpdate) => ({
      ...message,
      error: message.error && JSON.stringify(message.error),
      pricing: message.pricing ? JSON.stringify(message.pricing) : null,
      at,
      sentAt,
    });
    await Promise.all([
      moved.length > 0 &&
        withRows(
          db,
          { ...known, status: 'text', error: 'text', at: 'bigint' },
          moved.map(rowOf),
          `update messages set ${set}, status = given.status, error = given.error, updated_at = given.at ${own}`,
        ),
      // Writing the status would also write the indexes that contain it.
      same.length > 0 && withRows(db, known, same.map(rowOf), `update messages set ${set} ${own}`),
    ]);
  },

  /**
   * Returns which of these provider IDs is stored, and locks its message until the transaction ends, so that the ID does
   * not change.
   */
  async lockExternalId(
    accountId: number,
    connectionId: string,
    externalIds: readonly string[],
  ): Promise<string | undefined> {
    const row = await db('messages')
      .where({ account_id: accountId, connection_id: connectionId })
      .whereIn('external_id', externalIds)
      .forUpdate()
      .first('external_id');
    return row?.external_id ?? undefined;
  },

  /**
   * Returns the unread outbound messages of a conversation that the provider accepted at `watermark` or before, oldest
   * first.
   */
  async listInFlight(accountId: number, conversationId: number, watermark: number): Promise<StoredMessage[]> {
    const rows = await throughIndex(db, 'messages', 'messages_on_their_way')
      .where({ account_id: accountId, conversation_id: conversationId })
      .whereRaw("direction = 'out' and status in ('sent', 'delivered')") // the same condition as the partial index
      .where('sent_at', '<=', watermark)
      .orderBy('created_at');
    return rows.map(messageOf);
  },

  /**
   * Returns whether an outbound message of a conversation may have reached the provider at `watermark` or before
   * without being recorded: a worker has started the send, or the response was lost.
   *
   * @param since only messages that were accepted at this time or later
   */
  async hasSendInProgress(
    accountId: number,
    conversationId: number,
    since: number,
    watermark: number,
  ): Promise<boolean> {
    const begun = db('outbox')
      .select(db.raw('1'))
      .whereRaw('outbox.account_id = messages.account_id and outbox.subject = messages.id')
      .where('claims', '>', 0);
    const row = await db('messages')
      .where({ account_id: accountId, conversation_id: conversationId, direction: 'out', status: 'queued' })
      .whereBetween('created_at', [since, watermark])
      .where((either) => either.where('sent_at', '<=', watermark).orWhereExists(begun))
      .first('id');
    return row !== undefined;
  },

  /**
   * Returns the messages that web chat visitors received, oldest first. `wigwag dev` uses it because its mock provider
   * knows only the other channels.
   */
  async listSentOnWeb(accountId: number): Promise<StoredMessage[]> {
    const rows = await db('messages')
      .where({ account_id: accountId, channel: 'web', direction: 'out' })
      .whereNotNull('external_id')
      .orderBy('created_at');
    return rows.map(messageOf);
  },

  /**
   * Returns the newest messages of some conversations, newest first (§4.7).
   *
   * @param span only messages at `since` or later, and before `before`, in microseconds
   * @param limit the maximum number of messages
   */
  listNewest: listedInOrder(db, 'desc'),

  /** Returns the oldest messages of some conversations, oldest first. The parameters are those of `listNewest`. */
  listOldest: listedInOrder(db, 'asc'),
});
