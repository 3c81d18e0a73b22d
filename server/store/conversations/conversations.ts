import type { Channel } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import {
  among,
  amongNumbers,
  keyString,
  type NumberKey,
  throughIndex,
  withRows,
} from '../../engine/drivers/dialect.ts';
import { contactQueries } from '../contacts/contacts.ts';
import type { ConversationRow } from '../tables.ts';

export interface Conversation {
  id: number;
  accountId: number;
  connectionId: string;
  channel: Channel;
  person: string;
  /** The contact of the conversation; its phone number may have changed since. */
  contactId: number | null;
  name: string | null;
  status: 'open' | 'closed' | 'bot';
  unreadCount: number;
  /** In microseconds since the epoch; null if the person has never written. */
  lastInboundAt: number | null;
  /** In microseconds since the epoch; null if there is no message. */
  lastMessageAt: number | null;
}

export const conversationOf = (row: ConversationRow): Conversation => ({
  id: row.id,
  accountId: row.account_id,
  connectionId: row.connection_id,
  channel: row.channel as Channel,
  person: row.person,
  contactId: row.contact_id,
  name: row.name,
  status: row.status as Conversation['status'],
  unreadCount: row.unread_count,
  lastInboundAt: row.last_inbound_at,
  lastMessageAt: row.last_message_direction === null ? null : row.last_message_at,
});

/** The person and the connection that identify a conversation. */
export interface ConversationKey {
  accountId: number;
  connectionId: string;
  channel: Channel;
  person: string;
}

/** Returns the key of the conversation with a person on a connection. */
export const conversationKeyOf = (
  { accountId, id: connectionId, channel }: { accountId: number; id: string; channel: Channel },
  person: string,
): ConversationKey => ({ accountId, connectionId, channel, person });

/** Encodes a key as one string. */
export const conversationKeyString = ({ accountId, connectionId, person }: ConversationKey): string =>
  JSON.stringify([accountId, connectionId, person]);

/** A conversation to create. */
export interface NewConversation extends ConversationKey {
  /** In microseconds since the epoch. */
  createdAt: number;
}

/** When a person last wrote, in microseconds since the epoch, and to which connection. */
export interface LastInbound {
  connectionId: string;
  at: number;
}

/** A message that was sent in a conversation, which `id` identifies. */
export interface OutboundNote extends NumberKey {
  text: string | null;
  /** In microseconds since the epoch. */
  at: number;
}

/** A message that a person wrote in a conversation. */
export interface InboundNote extends OutboundNote {
  /** The person's name on the channel, if it has changed. */
  name: string | null;
  /** When the person wrote it, in microseconds since the epoch. */
  writtenAt: number;
}

export const conversationQueries = (db: Knex) => {
  const withKeys = (keys: readonly ConversationKey[]) =>
    among(
      db('conversations'),
      { account_id: 'integer', connection_id: 'text', person: 'text' },
      keys.map(({ accountId, connectionId, person }) => [accountId, connectionId, person]),
    );

  const where = (key: Omit<ConversationKey, 'channel'>) =>
    db('conversations').where({ account_id: key.accountId, connection_id: key.connectionId, person: key.person });

  return {
    async find(key: ConversationKey): Promise<Conversation | undefined> {
      const [found] = await this.list([key]);
      return found;
    },

    async list(keys: readonly ConversationKey[]): Promise<Conversation[]> {
      const rows = keys.length > 0 ? await withKeys(keys) : [];
      return rows.map(conversationOf);
    },

    /** Like `list`, but locks the rows until the transaction ends, so that only one transaction assigns message times. */
    async listForUpdate(keys: readonly ConversationKey[]): Promise<Conversation[]> {
      const rows = keys.length > 0 ? await withKeys(keys).orderBy('id').forUpdate() : [];
      return rows.map(conversationOf);
    },

    /**
     * Creates conversations, and contacts for their people. Returns the IDs by `conversationKeyString`.
     *
     * @throws {StaleFacts} if another session has just created one of them
     */
    async insertAll(conversations: readonly NewConversation[]): Promise<Map<string, number>> {
      if (conversations.length === 0) {
        return new Map();
      }
      const contactIds = await contactQueries(db).ensureAll(
        conversations.map(({ accountId, person: phone, createdAt: at }) => ({ accountId, phone, at })),
      );
      const rows = await db('conversations')
        .insert(
          // In a fixed order, so that two transactions that create the same conversations cannot deadlock.
          conversations
            .toSorted((left, right) => (conversationKeyString(left) < conversationKeyString(right) ? -1 : 1))
            .map((conversation) => ({
              account_id: conversation.accountId,
              connection_id: conversation.connectionId,
              channel: conversation.channel,
              person: conversation.person,
              contact_id: contactIds.get(keyString({ accountId: conversation.accountId, id: conversation.person })),
              status: 'open',
              unread_count: 0,
              last_message_at: conversation.createdAt,
              created_at: conversation.createdAt,
            })),
        )
        .onConflict(['account_id', 'connection_id', 'person'])
        .ignore()
        .returning(['id', 'account_id', 'connection_id', 'channel', 'person']);
      if (rows.length < conversations.length) {
        throw new StaleFacts('another session has created the conversation');
      }
      return new Map(
        rows.map((row) => [
          conversationKeyString({
            accountId: row.account_id,
            connectionId: row.connection_id,
            channel: row.channel as Channel,
            person: row.person,
          }),
          Number(row.id),
        ]),
      );
    },

    /** Returns a conversation. @throws if it does not exist */
    async get(accountId: number, id: number): Promise<Conversation> {
      const row = await db('conversations').where({ account_id: accountId, id }).first();
      if (!row) {
        throw new Error(`the conversation ${id} does not exist`);
      }
      return conversationOf(row);
    },

    /** Returns these conversations, and locks them until the transaction ends. */
    async lockByIds(keys: readonly NumberKey[]): Promise<Conversation[]> {
      const rows = keys.length > 0 ? await amongNumbers(db('conversations'), keys).orderBy('id').forUpdate() : [];
      return rows.map(conversationOf);
    },

    /** Locks a conversation until the transaction ends, and returns its ID; undefined if it does not exist. */
    async lock(key: Omit<ConversationKey, 'channel'>): Promise<number | undefined> {
      return (await where(key).forUpdate().first('id'))?.id;
    },

    /**
     * Returns the ID of the conversation; creates the conversation and the contact if they do not exist. The row stays
     * locked until the transaction ends, so that a concurrent erasure cannot remove it before the message is stored.
     */
    async ensure(key: ConversationKey, createdAt: number): Promise<number> {
      const known = await this.lock(key);
      if (known !== undefined) {
        return known;
      }
      // Two processes may create the same conversation at once. The merge returns the first one's row to the second.
      const [begun] = await db('conversations')
        .insert({
          account_id: key.accountId,
          connection_id: key.connectionId,
          channel: key.channel,
          person: key.person,
          contact_id: await contactQueries(db).ensure(key.accountId, key.person, createdAt),
          status: 'open',
          unread_count: 0,
          last_message_at: createdAt,
          created_at: createdAt,
        })
        .onConflict(['account_id', 'connection_id', 'person'])
        .merge(['person'])
        .returning('id');
      return Number(begun?.id);
    },

    /**
     * Links a conversation to the contact that now has the person's number. The conversation takes the next profile
     * name that arrives.
     */
    async linkToOwner(accountId: number, id: number, person: string, at: number): Promise<void> {
      const contactId = await contactQueries(db).ensure(accountId, person, at);
      await db('conversations')
        .where({ account_id: accountId, id })
        .whereNot({ contact_id: contactId })
        .update({ contact_id: contactId, name: null });
    },

    /**
     * Returns a time for the next message. It is `stamp`, or a later time if the last message is not before `stamp`,
     * which happens when the clocks of processes differ. Two messages of a conversation therefore never have the same
     * time. Locks the conversation until the transaction ends.
     */
    async nextTime(accountId: number, id: number, stamp: number): Promise<number> {
      const row = await db('conversations')
        .where({ account_id: accountId, id })
        .forUpdate()
        .first('last_message_at', 'last_message_direction');
      return row?.last_message_direction ? Math.max(stamp, row.last_message_at + 1) : stamp;
    },

    /**
     * Returns the conversations of all accounts in which the customer wrote after `since`. `wigwag dev` uses it because
     * its mock provider keeps no state.
     */
    async listWrittenSince(since: number): Promise<Conversation[]> {
      const rows = await db('conversations').where('last_inbound_at', '>', since);
      return rows.map(conversationOf);
    },

    /**
     * Returns when a person last wrote on any active connection of a channel, and to which connection; undefined if the
     * person has never written.
     *
     * @param persons the names of the person
     */
    async lastInbound(
      accountId: number,
      channel: Channel,
      persons: readonly string[],
    ): Promise<LastInbound | undefined> {
      const row = await throughIndex(db, 'conversations', 'conversations_account_id_person_index')
        .join('connections', 'connections.id', 'conversations.connection_id')
        .where('conversations.account_id', accountId)
        .where('conversations.channel', channel)
        .whereIn('person', persons)
        .where({ is_active: true })
        .whereNotNull('last_inbound_at')
        .orderBy('last_inbound_at', 'desc')
        .first('connection_id', 'last_inbound_at');
      return row && { connectionId: row.connection_id, at: Number(row.last_inbound_at) };
    },

    /**
     * Returns when a person last wrote to each connection of a channel, in the newest conversations.
     *
     * @param most how many conversations to read
     */
    async listLastInbound(accountId: number, channel: Channel, most: number): Promise<LastInbound[]> {
      const newest = db('conversations')
        .where({ account_id: accountId, channel })
        .orderBy([
          { column: 'last_message_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(most)
        .select('connection_id', 'last_inbound_at')
        .as('newest');
      const rows: { connection_id: string; at: number }[] = await db
        .from(newest)
        .whereNotNull('last_inbound_at')
        .groupBy('connection_id')
        .select('connection_id')
        .max({ at: 'last_inbound_at' });
      return rows.map(({ connection_id, at }) => ({ connectionId: connection_id, at: Number(at) }));
    },

    /** Shows a message from the past in the list of conversations, unless there is a later one. */
    async notePast(
      accountId: number,
      id: number,
      { text, direction, at }: { text: string | null; direction: 'in' | 'out'; at: number },
    ): Promise<void> {
      await db('conversations')
        .where({ account_id: accountId, id })
        .where((query) => query.whereNull('last_message_direction').orWhere('last_message_at', '<', at))
        .update({ last_message_text: text, last_message_direction: direction, last_message_at: at });
    },

    /** Stores the last of these messages of each conversation. */
    async noteOutbound(notes: readonly OutboundNote[]): Promise<void> {
      if (notes.length === 0) {
        return;
      }
      const last = new Map(
        notes.toSorted((left, right) => left.at - right.at).map((note) => [`${note.accountId} ${note.id}`, note]),
      );
      await withRows(
        db,
        { accountId: 'integer', id: 'integer', text: 'text', at: 'bigint' },
        [...last.values()],
        `update conversations set last_message_text = given.text, last_message_direction = 'out', last_message_at = given.at
         from given where conversations.account_id = given.accountId and conversations.id = given.id`,
      );
    },

    /**
     * Opens the window, and reopens the conversation if it was closed or driven by a flow. Callbacks arrive out of
     * order, so the last inbound time only ever increases.
     */
    async noteInbound(notes: readonly InboundNote[]): Promise<void> {
      const rows = [...Map.groupBy(notes, keyString).values()].map((own) => ({
        ...(own.toSorted((left, right) => left.at - right.at).at(-1) as InboundNote),
        name: own.findLast(({ name }) => name !== null)?.name ?? null,
        writtenAt: Math.max(...own.map(({ writtenAt }) => writtenAt)),
        count: own.length,
      }));
      if (rows.length > 0) {
        await withRows(
          db,
          {
            accountId: 'integer',
            id: 'integer',
            name: 'text',
            text: 'text',
            at: 'bigint',
            writtenAt: 'bigint',
            count: 'integer',
          },
          rows,
          `update conversations set name = coalesce(given.name, conversations.name), last_message_text = given.text,
             last_message_direction = 'in', last_message_at = given.at, status = 'open',
             unread_count = conversations.unread_count + given.count,
             last_inbound_at = case when conversations.last_inbound_at >= given.writtenAt
               then conversations.last_inbound_at else given.writtenAt end
           from given where conversations.account_id = given.accountId and conversations.id = given.id`,
        );
      }
    },
  };
};
