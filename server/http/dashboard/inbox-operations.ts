import { adminDocument, type Channel, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import { findAccount, requireAccount } from '../../admin/accounts.ts';
import { invalidField, missing } from '../../admin/admin-error.ts';
import type { App } from '../../app/app.ts';
import { isoOf, MICROSECONDS } from '../../base/time.ts';
import { ApiError } from '../../domain/api-error.ts';
import { requireConversation } from '../../domain/conversations/conversation.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import type { ConversationNote } from '../../store/conversations/conversation-team.ts';
import type { Tx } from '../../store/index.ts';
import type { SessionCall, SessionHandlers } from './session-call.ts';

const { Presence, FoundMessages } = adminDocument.components.schemas;
/** How long a report of presence counts. */
const PRESENT = Presence['x-seconds'] * MICROSECONDS.second;
const MOST_NOTES = 200;

/** The place of a conversation in the paths of these operations. */
interface ConversationPath {
  account: string;
  phone: string;
}

const noteRecord = ({ id, author, text, createdAt }: ConversationNote) => ({ id, author, text, at: isoOf(createdAt) });

/** The name under which colleagues see the caller. */
const nameOf = ({ agent, login }: ReturnType<SessionCall['active']>): string => agent?.name ?? login.email;

/** Returns the conversation with a person. @throws {AdminError} 404 if the account or the conversation does not exist */
async function conversationAt(tx: Tx, account: Account, phone: string): Promise<InboxConversation> {
  try {
    return await requireConversation(tx, account, phone);
  } catch (error) {
    throw error instanceof ApiError ? missing(`there is no conversation with ${phone}`) : error;
  }
}

/** Changes what the team shares about a conversation. */
async function changeTeam<Result>(
  app: App,
  { account, phone }: ConversationPath,
  change: (tx: Tx, accountId: number, conversation: InboxConversation) => Promise<Result>,
): Promise<Result> {
  const owner = await findAccount(app, account);
  return app.store.transaction(async (tx) => change(tx, owner.id, await conversationAt(tx, owner, phone)));
}

/** Notes, labels, presence and search, for people who answer customers. */
export const inboxOperations: Pick<
  SessionHandlers,
  'listNotes' | 'addNote' | 'listConversationLabels' | 'setConversationLabels' | 'reportPresence' | 'searchMessages'
> = {
  listNotes: async ({ app }, path) => {
    const { read } = app.store;
    const owner = await findAccount(app, path.account);
    const conversation = await conversationAt(read, owner, path.phone);
    // Like the history, notes are about the person on all connections.
    const ids = await read.conversationList.listIds(owner.id, conversation.person);
    return { notes: (await read.conversationTeam.notes(owner.id, ids, MOST_NOTES)).map(noteRecord) };
  },

  addNote: ({ app, active }, { text, ...path }) =>
    changeTeam(app, path, async (tx, accountId, conversation) => {
      const note = { author: nameOf(active()), text: text.trim(), createdAt: app.monotonicNow() };
      const id = await tx.conversationTeam.insertNote(accountId, conversation.id, note);
      return { note: noteRecord({ id, ...note }) };
    }),

  listConversationLabels: async ({ app }, path) => {
    const { read } = app.store;
    const owner = await findAccount(app, path.account);
    const conversation = await conversationAt(read, owner, path.phone);
    return { labels: await read.conversationTeam.labels(owner.id, conversation.id) };
  },

  setConversationLabels: ({ app }, { label_ids: labelIds, ...path }) =>
    changeTeam(app, path, async (tx, accountId, conversation) => {
      await tx.conversationTeam.setLabels(accountId, conversation.id, labelIds);
      const labels = await tx.conversationTeam.labels(accountId, conversation.id);
      if (labels.length < labelIds.length) {
        throw invalidField('label_ids', 'must be IDs of labels of the account');
      }
      return { labels };
    }),

  reportPresence: ({ app, active }, { state, ...path }) =>
    changeTeam(app, path, async (tx, accountId, conversation) => {
      const session = active();
      const loginId = session.login.id;
      const seenAt = app.now();
      const since = seenAt - PRESENT;
      if (state === 'away') {
        await tx.conversationTeam.removeViewers(accountId, conversation.id, loginId, since);
      } else {
        const viewer = { loginId, name: nameOf(session), state, seenAt };
        await tx.conversationTeam.putViewer(accountId, conversation.id, viewer);
      }
      const viewers = await tx.conversationTeam.viewers(accountId, conversation.id, since);
      return {
        others: viewers.filter((one) => one.loginId !== loginId).map((one) => ({ name: one.name, state: one.state })),
      };
    }),

  searchMessages: async ({ app }, { account, text, next }) => {
    const accountId = await requireAccount(app, account);
    const since = app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
    if (next !== undefined && !/^\d{1,17}$/.test(next)) {
      throw invalidField('next', 'must be the `next` of the previous call');
    }
    // Includes messages of this moment.
    const before = next === undefined ? app.now() + MICROSECONDS.day : Number(next);
    const { 'x-scanned': scanned, 'x-limit': limit } = FoundMessages;
    const result = await app.store.read.messageSearch.find(accountId, { text, before, since, scanned, limit });
    return {
      messages: result.found.map((one) => ({
        id: one.id,
        phone: one.person,
        name: one.name,
        channel: one.channel as Channel,
        connection_id: one.connectionId,
        direction: one.direction,
        text: one.text,
        at: isoOf(one.createdAt),
      })),
      searched_until: isoOf(result.next ?? since),
      next: result.next === undefined ? null : String(result.next),
    };
  },
};
