import { adminDocument } from '@wigwag/openapi';
import { findAccount, requireAccount } from '../../admin/accounts.ts';
import { invalidField, missing } from '../../admin/admin-error.ts';
import { isoOrNull } from '../../admin/operations/times.ts';
import type { App } from '../../app/app.ts';
import { isoOf, MICROSECONDS } from '../../base/time.ts';
import { ApiError } from '../../domain/api-error.ts';
import { withOtherNames } from '../../domain/contacts/person.ts';
import { addNote } from '../../domain/conversations/add-note.ts';
import { requireConversation } from '../../domain/conversations/conversation.ts';
import { deleteSavedReply, saveReply } from '../../domain/conversations/saved-replies.ts';
import { mediaLink } from '../../domain/media/media-link.ts';
import { fileOf } from '../../domain/media/received-file.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import type { ConversationNote } from '../../store/conversations/conversation-team.ts';
import { decodeCursor } from '../../store/cursor.ts';
import type { Tx } from '../../store/index.ts';
import type { ListedPerson } from '../../store/opt-outs/person-list.ts';
import { contactRecords } from '../contacts/contact-record.ts';
import { conversationsData, POSITION_LENGTH } from '../conversations/handlers.ts';
import { paginationOf } from '../request/page.ts';
import type { SessionCall, SessionHandlers } from './session-call.ts';

const { Activity, Presence } = adminDocument.components.schemas;
/** How long a report of presence counts. */
const PRESENT = Presence['x-seconds'] * MICROSECONDS.second;
const MOST_NOTES = 200;
const { 'x-limit': MOST_SAVED } = adminDocument.components.schemas.SavedReplyList.properties.saved_replies;
const { maxItems: MOST_MENTIONS } = adminDocument.components.schemas.UnseenMentions.properties.mentions;
const { default: PAGE } = adminDocument.components.parameters.page_limit.schema;

/** The place of a conversation in the paths of these operations. */
interface ConversationPath {
  account: string;
  phone: string;
}

const noteRecord = ({ id, author, text, mentions, createdAt }: ConversationNote) => ({
  id,
  author,
  text,
  mentions: [...mentions],
  at: isoOf(createdAt),
});

/** The name under which colleagues see the caller. */
const nameOf = ({ agent, login }: ReturnType<SessionCall['active']>): string => agent?.name ?? login.email;

/** Returns the conversation with a person. @throws {AdminError} 404 if the account or the conversation does not exist */
async function conversationAt(tx: Tx, account: Account, phone: string): Promise<InboxConversation> {
  try {
    return await requireConversation(tx, account, phone);
  } catch (error) {
    throw error instanceof ApiError ? noConversation(phone) : error;
  }
}

const noConversation = (phone: string) => missing(`there is no conversation with ${phone}`);

/** Changes what the team shares about a conversation. */
async function changeTeam<Result>(
  app: App,
  { account, phone }: ConversationPath,
  change: (tx: Tx, accountId: number, conversation: InboxConversation) => Promise<Result>,
): Promise<Result> {
  const owner = await findAccount(app, account);
  return app.store.transaction(async (tx) => change(tx, owner.id, await conversationAt(tx, owner, phone)));
}

/** Returns the requested page of a list. @throws {AdminError} for a cursor that is not from this list in this order */
function pageOf<Place extends { list: string; order: 'asc' | 'desc' }>(
  place: Place,
  { limit = PAGE, cursor }: { limit?: number; cursor?: string },
  length: number,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, place, length);
  if (cursor !== undefined && after === undefined) {
    throw invalidField('cursor', 'must be the `next_cursor` of the previous page');
  }
  return { ...place, limit, after };
}

/** Notes, labels, files, activity and presence, for people who answer customers. */
export const inboxOperations: Pick<
  SessionHandlers,
  | 'listNotes'
  | 'addNote'
  | 'listUnseenMentions'
  | 'listConversationLabels'
  | 'setConversationLabels'
  | 'findConversationLabels'
  | 'listInbox'
  | 'listLabeledContacts'
  | 'getActivity'
  | 'getMessageFile'
  | 'reportPresence'
  | 'listSavedReplies'
  | 'saveReply'
  | 'deleteSavedReply'
> = {
  listNotes: async ({ app }, path) => {
    const { read } = app.store;
    const owner = await findAccount(app, path.account);
    const conversation = await conversationAt(read, owner, path.phone);
    // Like the history, notes are about the person on all connections.
    const ids = await read.conversationList.listIds(owner.id, conversation.person);
    return { notes: (await read.conversationTeam.notes(owner.id, ids, MOST_NOTES)).map(noteRecord) };
  },

  addNote: async ({ app, active }, { account, phone, text, mentions = [] }) => {
    const owner = await findAccount(app, account);
    const note = { account: owner, phone, author: nameOf(active()), text, mentions, createdAt: app.monotonicNow() };
    try {
      const written = await app.store.batch(addNote, note);
      return { note: noteRecord(written()) };
    } catch (error) {
      throw error instanceof ApiError && error.code === 'CONVERSATION_NOT_FOUND' ? noConversation(phone) : error;
    }
  },

  listUnseenMentions: async ({ app, active }, { account }) => {
    const accountId = await requireAccount(app, account);
    const { agent } = active();
    const found = agent ? await app.store.read.conversationTeam.unseenMentions(accountId, agent.id, MOST_MENTIONS) : []; // an operator is no agent
    return {
      mentions: found.map(({ noteId, person, connectionId }) => ({
        note_id: noteId,
        phone: person,
        connection_id: connectionId,
      })),
    };
  },

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

  findConversationLabels: async ({ app }, { account, phones }) => {
    const accountId = await requireAccount(app, account);
    const found = await app.store.read.conversationTeam.labelsWith(accountId, phones);
    const byConversation = Map.groupBy(found, ({ person, connectionId }) => `${connectionId} ${person}`);
    return {
      conversations: [...byConversation.values()].flatMap(([first, ...rest]) =>
        first
          ? [
              {
                phone: first.person,
                connection_id: first.connectionId,
                labels: [first, ...rest].map(({ label }) => label),
              },
            ]
          : [],
      ),
    };
  },

  listInbox: async (
    { app, active },
    { account, waiting = false, mentioned = false, label, status, channel, ...query },
  ) => {
    const accountId = await requireAccount(app, account);
    const order = waiting ? 'asc' : 'desc';
    const request = pageOf({ list: 'conversations', order }, query, POSITION_LENGTH[order]);
    const { read } = app.store;
    const { agent_id: agentId, unread, unassigned: isUnassigned } = query;
    // An operator is no agent, and has no mentions.
    const mentionedId = mentioned ? (active().agent?.id ?? 0) : undefined;
    const filter = { labelId: label, status, channel, agentId, unread, isUnassigned, isWaiting: waiting, mentionedId };
    const page = await read.conversationList.list(accountId, filter, request);
    return {
      conversations: await conversationsData(app, read, accountId, page.records),
      pagination: paginationOf(page, request),
    };
  },

  listLabeledContacts: async ({ app }, { account, label, ...query }) => {
    const accountId = await requireAccount(app, account);
    const request = pageOf({ list: 'contacts', order: 'desc' }, query, 1);
    const { read } = app.store;
    const page = await read.contacts.listLabeled(accountId, label, request);
    return {
      contacts: await contactRecords(read, accountId, page.records),
      pagination: paginationOf(page, request),
    };
  },

  getActivity: async ({ app }, path) => {
    const { read } = app.store;
    const owner = await findAccount(app, path.account);
    const { person } = await conversationAt(read, owner, path.phone);
    const names = await withOtherNames(read, owner.id, [person]);
    const { 'x-limit': limit } = Activity;
    const listed = (list: 'opt_outs' | 'blocked_numbers', people: readonly ListedPerson[]) =>
      people.map(({ note, createdAt }) => ({ list, cause: note, at: isoOf(createdAt) }));
    return {
      lists: [
        ...listed('opt_outs', await read.optOuts.listOf(owner.id, names)),
        ...listed('blocked_numbers', await read.blockedNumbers.listOf(owner.id, names)),
      ],
      flow_runs: (await read.flowRuns.listOf(owner.id, names, limit)).map((run) => ({
        run_id: run.id,
        flow_id: run.flowId,
        flow: run.flow,
        status: run.status,
        stop_reason: run.stopReason,
        current_step: run.currentStep,
        messages_sent: run.messagesSent,
        started_at: isoOf(run.startedAt),
        finished_at: isoOrNull(run.finishedAt),
      })),
      campaigns: (await read.campaigns.listOf(owner.id, names, limit)).map((one) => ({
        campaign_id: one.campaignId,
        template: one.templateName,
        state: one.state,
        reason: one.reason,
        queued_at: isoOf(one.queuedAt),
      })),
    };
  },

  getMessageFile: async ({ app }, { account, message: id }) => {
    const accountId = await requireAccount(app, account);
    const message = await app.store.read.messages.find(accountId, id);
    const file = message && (await fileOf(app, message));
    if (!file) {
      throw missing(`there is no message ${id} with a file`);
    }
    return {
      url: mediaLink(app, accountId, id),
      mime_type: file.mimeType,
      size: file.size,
      filename: file.filename,
    };
  },

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
      // Like the notes, mentions are about the person on all connections.
      const ids = await tx.conversationList.listIds(accountId, conversation.person);
      if (state !== 'away' && session.agent) {
        await tx.conversationTeam.seeMentions(accountId, session.agent.id, ids, seenAt);
      }
      const viewers = await tx.conversationTeam.viewers(accountId, conversation.id, since);
      return {
        others: viewers.filter((one) => one.loginId !== loginId).map((one) => ({ name: one.name, state: one.state })),
        last_note_id: (await tx.conversationTeam.lastNoteId(accountId, ids)) ?? null,
      };
    }),

  listSavedReplies: async ({ app }, { account }) => ({
    saved_replies: await app.store.read.savedReplies.list(await requireAccount(app, account), MOST_SAVED),
  }),

  saveReply: async ({ app }, { account, ...reply }) => {
    const accountId = await requireAccount(app, account);
    return app.store.batch(saveReply, { accountId, ...reply, most: MOST_SAVED });
  },

  deleteSavedReply: async ({ app }, { account, saved_reply: name }) => {
    const accountId = await requireAccount(app, account);
    if (!(await app.store.batch(deleteSavedReply, { accountId, name }))) {
      throw missing(`there is no saved reply ${name}`);
    }
    return { name };
  },
};
