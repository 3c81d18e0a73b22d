import type { Channel } from '@wigwag/openapi';
import type { Knex } from 'knex';
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
});

/** The person and the connection that identify a conversation. */
export interface ConversationKey {
  accountId: number;
  connectionId: string;
  channel: Channel;
  person: string;
}

export type ConversationQueries = ReturnType<typeof conversationQueries>;

export const conversationQueries = (db: Knex) => {
  const where = (key: Omit<ConversationKey, 'channel'>) =>
    db('conversations').where({ account_id: key.accountId, connection_id: key.connectionId, person: key.person });

  const byId = async (accountId: number, id: number, hold: boolean): Promise<Conversation> => {
    const row = await db('conversations')
      .where({ account_id: accountId, id })
      .modify((query) => (hold ? query.forUpdate() : query))
      .first();
    if (!row) {
      throw new Error(`the conversation ${id} does not exist`);
    }
    return conversationOf(row);
  };

  return {
    async find(key: ConversationKey): Promise<Conversation | undefined> {
      const row = await where(key).first();
      return row && conversationOf(row);
    },

    /** Returns a conversation. @throws if it does not exist */
    get: (accountId: number, id: number): Promise<Conversation> => byId(accountId, id, false),

    /** Like `get`, but locks the row until the transaction ends. */
    getAndHold: (accountId: number, id: number): Promise<Conversation> => byId(accountId, id, true),

    /** Locks a conversation until the transaction ends, and returns its ID; undefined if it does not exist. */
    async hold(key: Omit<ConversationKey, 'channel'>): Promise<number | undefined> {
      return (await where(key).forUpdate().first('id'))?.id;
    },

    /**
     * Returns the ID of the conversation; creates the conversation and the contact if they do not exist. The row stays
     * locked until the transaction ends, so that a concurrent erasure cannot remove it before the message is stored.
     */
    async ensure(key: ConversationKey, createdAt: number): Promise<number> {
      const known = await this.hold(key);
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
    ): Promise<{ connectionId: string; at: number } | undefined> {
      const row = await db('conversations')
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

    async noteOutbound(accountId: number, id: number, text: string | null, at: number): Promise<void> {
      await db('conversations')
        .where({ account_id: accountId, id })
        .update({ last_message_text: text, last_message_direction: 'out', last_message_at: at });
    },

    /**
     * Opens the window, and reopens the conversation if it was closed or driven by a flow. Callbacks arrive out of
     * order, so the last inbound time only ever increases.
     */
    async noteInbound(
      accountId: number,
      id: number,
      inbound: { name: string | null; text: string | null; writtenAt: number; at: number },
    ): Promise<void> {
      await db('conversations')
        .where({ account_id: accountId, id })
        .update({
          ...(inbound.name !== null && { name: inbound.name }),
          last_message_text: inbound.text,
          last_message_direction: 'in',
          last_message_at: inbound.at,
          status: 'open',
          unread_count: db.raw('unread_count + 1') as unknown as number,
        });
      await db('conversations')
        .where({ account_id: accountId, id })
        .andWhere((query) => query.whereNull('last_inbound_at').orWhere('last_inbound_at', '<', inbound.writtenAt))
        .update({ last_inbound_at: inbound.writtenAt });
    },
  };
};
