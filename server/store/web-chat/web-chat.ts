import type { Knex } from 'knex';
import { messageOf, type StoredMessage } from '../messages/messages.ts';
import type { MessageRow } from '../tables.ts';

/** A message on a visitor's page. */
export interface ShownMessage extends StoredMessage {
  /**
   * Increases with each message on the page, in commit order: a page that has received one has received all before it.
   */
  position: number;
}

const shownOf = (row: MessageRow): ShownMessage => ({ ...messageOf(row), position: row.web_position ?? 0 });

export const webChatQueries = (db: Knex) => {
  const onPage = (accountId: number, conversationId: number) =>
    db('messages').where({ account_id: accountId, conversation_id: conversationId }).whereNotNull('web_position');

  return {
    /**
     * Adds a message to the end of the visitor's page, once. Locks the conversation until the transaction ends, so that
     * no message is committed with a lower position than one that a page has already received.
     *
     * @param stamp in microseconds since the epoch
     */
    async show(accountId: number, id: string, stamp: number): Promise<void> {
      const conversation = await db('conversations')
        .where({ account_id: accountId })
        .where('id', '=', db('messages').where({ account_id: accountId, id }).select('conversation_id'))
        .forUpdate()
        .first('id');
      if (!conversation) {
        return;
      }
      const row = await onPage(accountId, conversation.id).max({ last: 'web_position' }).first();
      const position = Math.max(stamp, (row?.last ?? 0) + 1);
      await db('messages')
        .where({ account_id: accountId, id })
        .whereNull('web_position')
        .update({ web_position: position });
    },

    /** Returns the messages after a position, in page order. */
    async listAfter(
      accountId: number,
      conversationId: number,
      position: number,
      limit: number,
    ): Promise<ShownMessage[]> {
      const rows = await onPage(accountId, conversationId)
        .where('web_position', '>', position)
        .orderBy('web_position')
        .limit(limit);
      return rows.map(shownOf);
    },

    /**
     * Returns the newest messages on the page, or the newest before a position, newest first. Messages from before
     * `since`, in microseconds, are left out.
     */
    async listBefore(
      accountId: number,
      conversationId: number,
      span: { since: number; before: number | undefined },
      limit: number,
    ): Promise<ShownMessage[]> {
      const rows = await onPage(accountId, conversationId)
        // An expression, because SQLite would read all messages of the account in this period.
        .whereRaw('created_at + 0 >= ?', [span.since])
        .modify((query) => span.before !== undefined && query.where('web_position', '<', span.before))
        .orderBy('web_position', 'desc')
        .limit(limit);
      return rows.map(shownOf);
    },

    /**
     * Returns the messages in `ids` that were sent to the visitor of a conversation. The order is fixed, because
     * receipts may be processed concurrently.
     */
    async listSent(accountId: number, conversationId: number, ids: readonly string[]): Promise<StoredMessage[]> {
      const rows = await onPage(accountId, conversationId).where({ direction: 'out' }).whereIn('id', ids).orderBy('id');
      return rows.map(messageOf);
    },
  };
};
