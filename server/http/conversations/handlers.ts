import { type components, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf, MICROSECONDS, microsecondsOf } from '../../base/time.ts';
import { invalidField } from '../../domain/api-error.ts';
import { namesOf } from '../../domain/contacts/person.ts';
import { contactOf, requireConversation } from '../../domain/conversations/conversation.ts';
import { updateConversation } from '../../domain/conversations/update-conversation.ts';
import { mediaLink } from '../../domain/media/media-link.ts';
import { hasNumbers } from '../../domain/messages/recipient.ts';
import { spanOfDays } from '../../domain/reports/days.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Contact } from '../../store/contacts/contacts.ts';
import { isOfUser, portfolioOf } from '../../store/contacts/identities.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { contactRecord } from '../contacts/contact-record.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';
import { historyMessage } from './history-record.ts';

/**
 * The number of values in a position in a list of conversations: time and ID. If the oldest come first, it also
 * contains the newest position at the time of the first page.
 */
export const POSITION_LENGTH = { desc: 2, asc: 3 } as const;

/** The user ID and the username of a person on whatsapp. */
type UserNames = Pick<components['schemas']['Conversation'], 'user_id' | 'username'>;

/** Returns a function that returns the user ID and the username of the person in a conversation. */
async function userNamesIn(
  tx: Tx,
  accountId: number,
  conversations: readonly InboxConversation[],
): Promise<(conversation: InboxConversation) => UserNames> {
  const persons = conversations.filter(({ channel }) => hasNumbers(channel)).map(({ person }) => person);
  const identities = persons.length > 0 ? (await tx.identities.listOf(accountId, persons)).filter(isOfUser) : [];
  const connections = identities.length > 0 ? await tx.connections.list(accountId) : [];
  return (conversation) => {
    const connection = connections.find(({ id }) => id === conversation.connectionId);
    const last = identities.findLast(
      ({ person, portfolio }) =>
        person === conversation.person && connection && portfolio === portfolioOf(connection).portfolio,
    );
    return hasNumbers(conversation.channel)
      ? { user_id: last?.identifier ?? null, username: last?.username ?? null }
      : {};
  };
}

type LastMessage = components['schemas']['LastMessage'];

/** Returns a function that returns the newest message of a conversation. */
async function lastMessagesIn(
  app: App,
  tx: Tx,
  accountId: number,
  conversations: readonly InboxConversation[],
): Promise<(conversation: InboxConversation) => LastMessage | null> {
  const places = conversations.flatMap(({ id: conversationId, lastMessage }) =>
    lastMessage ? [{ conversationId, ...lastMessage }] : [],
  );
  const found = await tx.messages.listWithContent(accountId, places);
  return ({ id, lastMessage }) => {
    const whole = found.find(({ conversationId, createdAt }) => conversationId === id && createdAt === lastMessage?.at);
    return (
      lastMessage && {
        ...lastMessage,
        at: isoOf(lastMessage.at),
        ...(whole && { message: historyMessage(whole, linksOf(app)) }),
      }
    );
  };
}

const linksOf =
  (app: App) =>
  ({ accountId, id }: StoredMessage): string =>
    mediaLink(app, accountId, id);

/** Returns conversations in short form (§2.8). */
export async function conversationsData(
  app: App,
  tx: Tx,
  accountId: number,
  conversations: readonly InboxConversation[],
): Promise<components['schemas']['Conversation'][]> {
  const namesOfUser = await userNamesIn(tx, accountId, conversations);
  const lastMessageOf = await lastMessagesIn(app, tx, accountId, conversations);
  return conversations.map((conversation) => ({
    phone: conversation.person,
    ...namesOfUser(conversation),
    channel: conversation.channel,
    connection_id: conversation.connectionId,
    name: conversation.name,
    status: conversation.status,
    agent: conversation.agent,
    unread_count: conversation.unreadCount,
    last_message: lastMessageOf(conversation),
  }));
}

async function detailData(
  app: App,
  tx: Tx,
  account: Account,
  { conversation, contact }: { conversation: InboxConversation; contact: Contact },
): Promise<components['schemas']['ConversationDetail']> {
  const [short] = await conversationsData(app, tx, account.id, [conversation]);
  return {
    ...(short as components['schemas']['Conversation']),
    contact: await contactRecord(tx, account.id, contact),
  };
}

/** @throws {ApiError} VALIDATION_FAILED if the parameter is not a time */
function timeIn(query: Partial<Record<'before' | 'after', string>>, name: 'before' | 'after'): number | undefined {
  const text = query[name];
  const time = text === undefined ? undefined : microsecondsOf(text);
  if (text !== undefined && time === undefined) {
    throw invalidField(name, `is not a time; pass pagination.${name} of the previous page`);
  }
  return time;
}

export const conversations = {
  /** §4.7 GET /conversations */
  listConversations: async ({ app, caller, query }) => {
    const { id, timeZone } = caller.account;
    const request = pageRequest('conversations', query, POSITION_LENGTH[query.order ?? 'desc']);
    const { page, records } = await app.store.readList(async (read) => {
      const filter = {
        status: query.status,
        channel: query.channel,
        agentId: query.agent_id,
        unread: query.unread,
        persons: query.phone === undefined ? undefined : await namesOf(read, caller.account, query.phone),
        ...spanOfDays(timeZone, query.from, query.to),
      };
      const page = await read.conversationList.list(id, filter, request);
      return { page, records: await conversationsData(app, read, id, page.records) };
    });
    return { status: 200, data: { conversations: records, pagination: paginationOf(page, request) } };
  },

  /** §4.7 GET /conversations/{phone} */
  getConversation: async ({ app, caller, params }) => {
    const { read } = app.store;
    const conversation = await requireConversation(read, caller.account, params.phone);
    const contact = await contactOf(read, caller.account, conversation);
    return { status: 200, data: await detailData(app, read, caller.account, { conversation, contact }) };
  },

  /** §4.7 PATCH /conversations/{phone} */
  updateConversation: async ({ app, caller, params, body }) => {
    const changed = await app.store.batch(updateConversation, { app, caller, phone: params.phone, change: body });
    return { status: 200, data: await detailData(app, app.store.read, caller.account, changed()) };
  },

  /**
   * §4.7 GET /conversations/{phone}/messages: the messages of all connections that the person wrote to (path-phone).
   */
  listConversationMessages: async ({ app, caller, params, query }) => {
    const { limit } = query as { limit: number }; // validation fills in the document's default
    const before = timeIn(query, 'before');
    const after = timeIn(query, 'after');
    const directions = query.direction === undefined ? (['in', 'out'] as const) : [query.direction];
    const oldest = app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
    const span = { since: Math.max(oldest, (after ?? 0) + 1), before };
    const found = await app.store.readList(async (read) => {
      const { person } = await requireConversation(read, caller.account, params.phone);
      const ids = await read.conversationList.listIds(caller.account.id, person);
      const list = after === undefined ? read.messages.listNewest : read.messages.listOldest;
      return list(caller.account.id, ids, directions, span, limit + 1);
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    const next = hasMore && last ? isoOf(last.createdAt) : null;
    return {
      status: 200,
      data: {
        messages: shown.map((message) => historyMessage(message, linksOf(app))),
        pagination: {
          limit,
          count: shown.length,
          has_more: hasMore,
          ...(after === undefined ? { before: next } : { before: null, after: next }),
        },
      },
    };
  },
} satisfies Partial<Handlers>;
