import type { Knex } from 'knex';
import { amongValues, throughIndex } from '../../engine/drivers/dialect.ts';
import type { InboxConversation } from '../conversations/conversation-list.ts';
import type { Pricing } from '../messages/messages.ts';

/** The numbers of messages of a period. */
export interface MessageCounts {
  incoming: number;
  /** Of which the others count a part: `delivered` includes `read`. */
  outgoing: number;
  delivered: number;
  read: number;
  failed: number;
}

/** The number of outbound messages with the same price. */
export interface PriceCount {
  pricing: Pricing;
  count: number;
}

/** A time span in microseconds since the epoch: `from` is inclusive, `until` is exclusive. */
export interface StatsPeriod {
  from: number;
  until: number;
}

/** How long a customer waited for a reply, in microseconds. */
export interface ResponseWait {
  conversationId: number;
  wait: number;
}

/** Returns the queries for reports. Messages of test keys and of flow tests are excluded (§4.8, §5.7). */
export const statsQueries = (db: Knex) => ({
  /** Counts messages without groups, because SQLite would sort the messages, which takes as long as counting them. */
  async countMessages(accountId: number, { from, until }: StatsPeriod): Promise<MessageCounts> {
    const counts: Record<keyof MessageCounts, number | string> = await db('messages')
      .where({ account_id: accountId, is_test: false, is_unreported: false })
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .first(
        db.raw(`count(*) filter (where direction = 'in') as incoming,
          count(*) filter (where direction = 'out') as outgoing,
          count(*) filter (where direction = 'out' and status in ('delivered', 'read')) as delivered,
          count(*) filter (where direction = 'out' and status = 'read') as read,
          count(*) filter (where direction = 'out' and status = 'failed') as failed`),
      );
    return {
      incoming: Number(counts.incoming),
      outgoing: Number(counts.outgoing),
      delivered: Number(counts.delivered),
      read: Number(counts.read),
      failed: Number(counts.failed),
    };
  },

  /** Counts the messages for which the provider reported a price. */
  async countPrices(accountId: number, { from, until }: StatsPeriod): Promise<PriceCount[]> {
    const rows: { pricing: string; count: number | string }[] = await throughIndex(db, 'messages', 'messages_priced')
      .where({ account_id: accountId, is_test: false, is_unreported: false })
      .whereNotNull('pricing') // the same condition as the partial index
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .groupBy('pricing')
      .select('pricing', db.raw('count(*) as count'));
    return rows.map(({ pricing, count }) => ({ pricing: JSON.parse(pricing) as Pricing, count: Number(count) }));
  },

  /** Counts conversations with a message in the span, by their current status. */
  async countConversations(
    accountId: number,
    { from, until }: StatsPeriod,
  ): Promise<Map<InboxConversation['status'], number>> {
    const rows: { status: string; count: number | string }[] = await db('conversations')
      .where({ account_id: accountId })
      .whereNotNull('last_message_direction')
      .where('last_message_at', '>=', from)
      // Reads messages only if the last message is after the span.
      .whereRaw(
        `(last_message_at < ? or exists (
           select 1 from messages
           where messages.account_id = conversations.account_id and messages.conversation_id = conversations.id
             and messages.direction in ('in', 'out') and messages.created_at >= ? and messages.created_at < ?))`,
        [until, from, until],
      )
      .groupBy('status')
      .select('status', db.raw('count(*) as count'));
    return new Map(rows.map(({ status, count }) => [status as InboxConversation['status'], Number(count)]));
  },

  /** Returns the agents of the assigned conversations that have a message since `from`, the most recent ones first. */
  async agentsOfConversations(accountId: number, from: number, limit: number): Promise<Map<number, number>> {
    const rows: { id: number; agent_id: number }[] = await throughIndex(db, 'conversations', 'conversations_listed')
      .where({ account_id: accountId })
      .whereNotNull('agent_id')
      .where('last_message_at', '>=', from)
      .orderBy('last_message_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .select('id', 'agent_id');
    return new Map(rows.map(({ id, agent_id }) => [id, agent_id]));
  },

  /**
   * Returns each wait for a reply in these conversations that ended in the span: from the first message without a reply
   * to the next message to the customer. Campaign messages are no replies.
   */
  async responseWaits(
    accountId: number,
    { from, until }: StatsPeriod,
    conversationIds: readonly number[],
  ): Promise<ResponseWait[]> {
    const inOrder = 'over (partition by conversation_id order by created_at, id)';
    const messages = throughIndex(db, 'messages', 'messages_account_id_conversation_id_direction_created_at_index')
      .where({ account_id: accountId, is_test: false, is_unreported: false, campaign_id: null })
      .whereIn('direction', ['in', 'out'])
      .where('created_at', '>=', from)
      .where('created_at', '<', until);
    const turns = amongValues(messages, 'conversation_id', conversationIds).select(
      'conversation_id',
      'id',
      'direction',
      'created_at',
      db.raw(`lag(direction) ${inOrder} as previous`),
    );
    const changes = db
      .from(turns.as('turns'))
      .whereRaw('(previous is null or previous <> direction)')
      .select('conversation_id', 'id', 'direction', 'created_at', db.raw(`lag(created_at) ${inOrder} as asked_at`));
    const rows: { conversation_id: number; wait: number | string }[] = await db
      .from(changes.as('changes'))
      .where('direction', 'out')
      .whereNotNull('asked_at')
      .select('conversation_id', db.raw('created_at - asked_at as wait'));
    return rows.map(({ conversation_id, wait }) => ({ conversationId: conversation_id, wait: Number(wait) }));
  },
});
