import { type components, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import { invalidField } from '../../domain/api-error.ts';
import { storedForms } from '../../domain/contacts/person.ts';
import { contactOf, requireConversation } from '../../domain/conversations/conversation.ts';
import { updateConversation } from '../../domain/conversations/update-conversation.ts';
import { mediaLink } from '../../domain/media/media-link.ts';
import { spanOfDays } from '../../domain/reports/days.ts';
import type { Contact } from '../../store/contacts/contacts.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { isoOf, MICROSECONDS, microsecondsOf } from '../../time.ts';
import { contactData } from '../contacts/contact-record.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';
import { historyMessage } from './history-record.ts';

/**
 * The number of values in a position in a list of conversations: time and ID. If the oldest come first, it also
 * contains the newest position at the time of the first page.
 */
const POSITION_LENGTH = { desc: 2, asc: 3 } as const;

/** Returns a conversation in short form (§2.8). */
const conversationData = (conversation: InboxConversation): components['schemas']['Conversation'] => ({
  phone: conversation.person,
  channel: conversation.channel,
  connection_id: conversation.connectionId,
  name: conversation.name,
  status: conversation.status,
  agent: conversation.agent,
  unread_count: conversation.unreadCount,
  last_message: conversation.lastMessage && {
    ...conversation.lastMessage,
    at: isoOf(conversation.lastMessage.at),
  },
});

const detailData = (
  conversation: InboxConversation,
  contact: Contact,
): components['schemas']['ConversationDetail'] => ({
  ...conversationData(conversation),
  contact: contactData(contact),
});

export const conversations = {
  /** §4.7 GET /conversations */
  listConversations: async ({ app, caller, query }) => {
    const { id, country, timeZone } = caller.account;
    const request = pageRequest('conversations', query, POSITION_LENGTH[query.order ?? 'desc']);
    const filter = {
      status: query.status,
      channel: query.channel,
      agentId: query.agent_id,
      unread: query.unread,
      persons: query.phone === undefined ? undefined : storedForms(query.phone, country),
      ...spanOfDays(timeZone, query.from, query.to),
    };
    const page = await app.store.read.conversationList.list(id, filter, request);
    return {
      status: 200,
      data: { conversations: page.records.map(conversationData), pagination: paginationOf(page, request) },
    };
  },

  /** §4.7 GET /conversations/{phone} */
  getConversation: async ({ app, caller, params }) => {
    const { read } = app.store;
    const conversation = await requireConversation(read, caller.account, params.phone);
    return { status: 200, data: detailData(conversation, await contactOf(read, caller.account, conversation)) };
  },

  /** §4.7 PATCH /conversations/{phone} */
  updateConversation: async ({ app, caller, params, body }) => {
    const { account } = caller;
    const data = await app.store.transaction(async (tx) => {
      const conversation = await updateConversation(app, tx, account, params.phone, body);
      return detailData(conversation, await contactOf(tx, account, conversation));
    });
    return { status: 200, data };
  },

  /**
   * §4.7 GET /conversations/{phone}/messages: the messages of all connections that the person wrote to (path-phone).
   */
  listConversationMessages: async ({ app, caller, params, query }) => {
    const { read } = app.store;
    const { limit } = query as { limit: number }; // validation fills in the document's default
    const before = query.before === undefined ? undefined : microsecondsOf(query.before);
    if (query.before !== undefined && before === undefined) {
      throw invalidField('before', 'is not a time; pass pagination.before of the previous page');
    }
    const { person } = await requireConversation(read, caller.account, params.phone);
    const ids = await read.conversationList.listIds(caller.account.id, person);
    const directions = query.direction === undefined ? (['in', 'out'] as const) : [query.direction];
    const since = app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
    const found = await read.messages.listNewest(caller.account.id, ids, directions, { since, before }, limit + 1);
    const shown = found.slice(0, limit);
    const linkTo = ({ accountId, id }: StoredMessage) => mediaLink(app, accountId, id);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    return {
      status: 200,
      data: {
        messages: shown.map((message) => historyMessage(message, linkTo)),
        pagination: {
          limit,
          count: shown.length,
          has_more: hasMore,
          before: hasMore && last ? isoOf(last.createdAt) : null,
        },
      },
    };
  },
} satisfies Partial<Handlers>;
