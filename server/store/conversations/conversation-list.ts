import type { Channel } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { throughIndex } from '../../engine/drivers/dialect.ts';
import { BIGINT, type Page, type PageRequest, type Position, pageOf } from '../cursor.ts';
import { isCommonLabel } from '../reports/labels.ts';
import { type ConversationRow, isRowId } from '../tables.ts';

/** A conversation as an inbox shows it (§2.8). */
export interface InboxConversation {
  id: number;
  connectionId: string;
  channel: Channel;
  /** The number, sender ID or visitor ID. */
  person: string;
  contactId: number | null;
  /** The contact's name; otherwise the person's name on the channel. */
  name: string | null;
  status: 'open' | 'closed' | 'bot';
  agent: { id: number; name: string } | null;
  unreadCount: number;
  /** `at` in microseconds since the epoch. */
  lastMessage: { text: string | null; direction: 'in' | 'out'; at: number } | null;
}

/** Which conversations to list; a conversation must match all fields. */
export interface InboxFilter {
  status?: InboxConversation['status'] | undefined;
  channel?: Channel | undefined;
  agentId?: number | undefined;
  /** Whether there are unread messages. */
  unread?: boolean | undefined;
  /** Whether there is no agent. */
  isUnassigned?: boolean | undefined;
  /** Only conversations whose last message is from the customer. */
  isWaiting?: boolean | undefined;
  /** Any of these people. */
  persons?: readonly string[] | undefined;
  /** Has this label. */
  labelId?: number | undefined;
  /** Has a note that mentions this agent. */
  mentionedId?: number | undefined;
  /** The last message was at this time or later, in microseconds. */
  from?: number | undefined;
  /** The last message was before this time, in microseconds. */
  until?: number | undefined;
}

/** The fields of a conversation to change; absent fields keep their values. */
export interface InboxChanges {
  status?: InboxConversation['status'] | undefined;
  agentId?: number | null | undefined;
  unreadCount?: number | undefined;
}

type ShownRow = ConversationRow & { agent_name: string | null; contact_name: string | null };

const conversationOf = (row: ShownRow): InboxConversation => ({
  id: row.id,
  connectionId: row.connection_id,
  channel: row.channel as Channel,
  person: row.person,
  contactId: row.contact_id,
  name: row.contact_name ?? row.name,
  status: row.status as InboxConversation['status'],
  agent: row.agent_id !== null && row.agent_name !== null ? { id: row.agent_id, name: row.agent_name } : null,
  unreadCount: row.unread_count,
  lastMessage:
    row.last_message_direction === null
      ? null
      : {
          text: row.last_message_text,
          direction: row.last_message_direction as 'in' | 'out',
          at: row.last_message_at,
        },
});

export const conversationListQueries = (db: Knex) => {
  const nameIn = (table: string, id: string) =>
    db.raw(
      `(select name from ${table} where ${table}.account_id = conversations.account_id and ${table}.id = conversations.${id})`,
    );

  /** Selects these people's few conversations first: reading the list in its order would read all of it. */
  const withPersons = (accountId: number, persons: readonly string[]): Knex.QueryBuilder =>
    db
      .withMaterialized('theirs', db('conversations').where({ account_id: accountId }).whereIn('person', persons))
      .from('theirs as conversations');

  /**
   * Selects the conversations with a rare label first: the list in its order would find few of them. The cross join makes
   * SQLite start with the label.
   */
  const withRareLabel = (accountId: number, labelId: number): Knex.QueryBuilder =>
    db
      .withMaterialized(
        'theirs',
        db('conversation_labels as l')
          .crossJoin('conversations as c' as never)
          .where({ 'l.account_id': accountId, 'l.label_id': labelId })
          .whereRaw('c.account_id = l.account_id and c.id = l.conversation_id')
          .select('c.*'),
      )
      .from('theirs as conversations');

  /** Selects the conversations with a mention of an agent first: most lists have few of them. */
  const withMention = (accountId: number, agentId: number): Knex.QueryBuilder =>
    db
      .withMaterialized(
        'theirs',
        db(db('note_mentions').where({ account_id: accountId, agent_id: agentId }).distinct('conversation_id').as('m'))
          .crossJoin('conversations as c' as never)
          .where('c.account_id', accountId)
          .whereRaw('c.id = m.conversation_id')
          .select('c.*'),
      )
      .from('theirs as conversations');

  const hasLabel = (labelId: number) =>
    db.raw(
      `exists (select 1 from conversation_labels as l
         where l.account_id = conversations.account_id and l.conversation_id = conversations.id and l.label_id = ?)`,
      [labelId],
    );

  const chosen = async (accountId: number, filter: InboxFilter): Promise<{ query: Knex.QueryBuilder }> => {
    const { persons, labelId, mentionedId } = filter;
    if (persons) {
      return { query: withPersons(accountId, persons) };
    }
    if (mentionedId !== undefined) {
      const query = withMention(accountId, mentionedId);
      return { query: labelId === undefined ? query : query.where(hasLabel(labelId)) };
    }
    if (labelId === undefined) {
      return { query: inOrder(filter) };
    }
    return (await isCommonLabel(db, accountId, labelId))
      ? { query: inOrder(filter).where(hasLabel(labelId)) }
      : { query: withRareLabel(accountId, labelId) };
  };

  /** SQLite has no statistics on the rows, so the query names the index that reads the fewest rows. */
  const inOrder = (filter: InboxFilter): Knex.QueryBuilder =>
    throughIndex(db, 'conversations', `conversations_${indexFor(filter)}`);

  const shown = (accountId: number, conversations: Knex.QueryBuilder): Knex.QueryBuilder =>
    conversations.where({ account_id: accountId }).select('conversations.*', {
      agent_name: nameIn('agents', 'agent_id'),
      contact_name: nameIn('contacts', 'contact_id'),
    });

  const newestOf = (conversations: Knex.QueryBuilder, accountId: number): Knex.QueryBuilder =>
    shown(accountId, conversations)
      .orderBy([
        { column: 'last_message_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .first();

  const newestTime = async (accountId: number): Promise<number> => {
    const row = await db('conversations').where({ account_id: accountId }).max({ at: 'last_message_at' }).first();
    return row?.at ?? 0;
  };

  return {
    /**
     * Returns a page of conversations, ordered by their last message (§4.7). A new message moves its conversation. If
     * the newest come first, it moves to a page that the client has already read. If the oldest come first, it moves to
     * the end, and the list would return it twice (§2.1). Such lists therefore end at the conversation that was the
     * newest at the time of the first page, and their position includes that limit.
     *
     * @param page its position has two numbers, or three if the oldest come first
     */
    async list(accountId: number, filter: InboxFilter, page: PageRequest): Promise<Page<InboxConversation>> {
      const { order, limit, after } = page;
      const oldestFirst = order === 'asc';
      const newest = oldestFirst ? (after?.[2] ?? (await newestTime(accountId))) : undefined;
      const start = startOf(filter, page);
      const { query: conversations } = await chosen(accountId, filter);
      const rows: ShownRow[] = await shown(accountId, conversations)
        .modify((query) => narrow(query, filter))
        .modify((query) => {
          // Adds only the tightest bound at each end: with two bounds at the start, SQLite may use the wrong one.
          if (start) {
            query.whereRaw(`(last_message_at, id) ${oldestFirst ? '>' : '<'} (${BIGINT}, ${BIGINT})`, [...start]);
          }
          if (newest !== undefined) {
            query.where('last_message_at', '<', Math.min(newest + 1, filter.until ?? Number.POSITIVE_INFINITY));
          } else if (filter.from !== undefined) {
            query.where('last_message_at', '>=', filter.from);
          }
        })
        .orderBy([
          { column: 'last_message_at', order },
          { column: 'id', order },
        ])
        .limit(limit + 1);
      const positionOf = (row: ShownRow): Position => [
        row.last_message_at,
        row.id,
        ...(newest === undefined ? [] : [newest]),
      ];
      return pageOf(rows, limit, positionOf, conversationOf);
    },

    /** Returns the newest conversation with a person. */
    async findNewest(accountId: number, person: string): Promise<InboxConversation | undefined> {
      const row: ShownRow | undefined = await newestOf(withPersons(accountId, [person]), accountId);
      return row && conversationOf(row);
    },

    /** Returns the newest conversation with a contact, under any phone number that the contact has had. */
    async findNewestOfContact(accountId: number, contactId: number): Promise<InboxConversation | undefined> {
      const row: ShownRow | undefined = await newestOf(db('conversations').where({ contact_id: contactId }), accountId);
      return row && conversationOf(row);
    },

    async find(accountId: number, id: number): Promise<InboxConversation | undefined> {
      const row: ShownRow | undefined = await shown(accountId, db('conversations')).where({ id }).first();
      return row && conversationOf(row);
    },

    /** Returns the IDs of all conversations with a person: one for each connection. */
    async listIds(accountId: number, person: string): Promise<number[]> {
      const rows = await db('conversations').where({ account_id: accountId, person }).select('id');
      return rows.map(({ id }) => id);
    },

    async update(accountId: number, id: number, { status, agentId, unreadCount }: InboxChanges): Promise<void> {
      const columns = {
        ...(status !== undefined && { status }),
        ...(agentId !== undefined && { agent_id: agentId }),
        ...(unreadCount !== undefined && { unread_count: unreadCount }),
      };
      if (Object.keys(columns).length > 0) {
        await db('conversations').where({ account_id: accountId, id }).update(columns);
      }
    },
  };
};

/**
 * Adds the conditions other than time and people. Some conditions must match those of the partial indexes.
 */
function narrow(
  query: Knex.QueryBuilder,
  { status, channel, agentId, unread, isUnassigned, isWaiting }: InboxFilter,
): void {
  if (status !== undefined) {
    query.where({ status });
  }
  if (channel !== undefined) {
    query.where({ channel });
  }
  if (agentId !== undefined) {
    query.where(isRowId(agentId) ? { agent_id: agentId } : { agent_id: 0 }); // IDs start at 1
  }
  if (unread !== undefined) {
    query.whereRaw(unread ? 'unread_count > 0' : 'unread_count = 0');
  }
  if (isUnassigned !== undefined) {
    query.whereRaw(isUnassigned ? 'agent_id is null' : 'agent_id is not null');
  }
  if (isWaiting) {
    query.whereRaw("last_message_direction = 'in'");
  }
}

/** Returns the index that reads the fewest rows; 0001-schema.ts and 0014-inbox-order.ts create these indexes. */
function indexFor({ status, channel, agentId, unread, isUnassigned, isWaiting }: InboxFilter): string {
  if (isWaiting && status !== undefined) {
    return 'waiting';
  }
  if (unread === true) {
    return status === undefined ? 'unread' : 'unread_by_status';
  }
  if (agentId !== undefined) {
    return 'assigned';
  }
  if (isUnassigned === true && status !== undefined) {
    return 'unassigned';
  }
  return status !== undefined
    ? 'by_status'
    : channel !== undefined
      ? 'by_channel'
      : unread === false
        ? 'read'
        : 'listed';
}

/**
 * Returns where a page begins: after the previous page, or at the start of the requested time span if that is later.
 */
function startOf({ from, until }: InboxFilter, { order, after }: PageRequest): Position | undefined {
  const border = order === 'asc' ? from : until;
  const starts = [
    ...(after ? [after.slice(0, 2)] : []),
    ...(border === undefined ? [] : [[border, 0]]), // IDs start at 1, so no row is at the border itself
  ].sort(([at = 0, id = 0], [otherAt = 0, otherId = 0]) => at - otherAt || id - otherId);
  return starts.at(order === 'asc' ? -1 : 0);
}
