import type { Knex } from 'knex';
import { throughIndex } from '../../engine/drivers/dialect.ts';
import type { InboxConversation } from '../conversations/conversation-list.ts';
import type { MessageStatus, Pricing } from '../messages/messages.ts';

/** The number of messages with one direction and one status. */
export interface MessageCount {
  direction: 'in' | 'out';
  status: MessageStatus;
  count: number;
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

/** Returns the queries for reports. Messages of test keys and of flow tests are excluded (§4.8, §5.7). */
export const statsQueries = (db: Knex) => ({
  async countMessages(accountId: number, { from, until }: StatsPeriod): Promise<MessageCount[]> {
    const rows: { direction: string; status: string; count: number | string }[] = await db('messages')
      .where({ account_id: accountId, is_test: false, is_unreported: false })
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .groupBy('direction', 'status')
      .select('direction', 'status', db.raw('count(*) as count'));
    return rows.map((row) => ({ ...row, count: Number(row.count) }) as MessageCount);
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
});
