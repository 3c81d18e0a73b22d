import type { Knex } from 'knex';
import { throughIndex } from '../../engine/drivers/dialect.ts';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { type Label, labelOf } from '../reports/labels.ts';
import type { ConversationNoteRow, ConversationRow, LabelRow } from '../tables.ts';

/** A note of an agent about a conversation. It is never sent. */
export interface ConversationNote {
  id: number;
  /** The agent's name when they wrote it. */
  author: string;
  text: string;
  /** The agents whom it mentions, in the order of their IDs. */
  mentions: readonly { id: number; name: string }[];
  /** In microseconds since the epoch. */
  createdAt: number;
}

/** A mention that the agent has not seen. */
export interface UnseenMention {
  noteId: number;
  /** The number, sender ID or visitor ID of the conversation. */
  person: string;
  connectionId: string;
}

/** Someone who has a conversation open. */
export interface ConversationViewer {
  loginId: number;
  name: string;
  state: 'viewing' | 'typing';
  /** In microseconds since the epoch. */
  seenAt: number;
}

const noteOf = (
  { id, author, text, created_at }: ConversationNoteRow,
  mentions: ConversationNote['mentions'],
): ConversationNote => ({ id, author, text, mentions, createdAt: created_at });

const TEAM_TABLES = ['conversation_notes', 'note_mentions', 'conversation_labels', 'conversation_viewers'] as const;

/** What a team shares about a conversation: notes, labels, and who has it open. The customer sees none of it. */
export const conversationTeamQueries = (db: Knex) => {
  const at = (accountId: number, conversationId: number) => ({
    account_id: accountId,
    conversation_id: conversationId,
  });
  return {
    /** Returns the newest notes of these conversations, oldest first. */
    async notes(accountId: number, conversationIds: readonly number[], limit: number): Promise<ConversationNote[]> {
      const rows = await db('conversation_notes')
        .where({ account_id: accountId })
        .whereIn('conversation_id', conversationIds)
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit);
      const mentioned: { note_id: number; id: number; name: string }[] = await db('note_mentions as m')
        // SQLite would otherwise start with the agents, and read the mentions of all.
        .crossJoin('agents as a' as never)
        .where('m.account_id', accountId)
        .whereIn('m.conversation_id', conversationIds)
        .whereRaw('a.account_id = m.account_id and a.id = m.agent_id')
        .orderBy('a.id')
        .select('m.note_id', 'a.id', 'a.name');
      const byNote = Map.groupBy(mentioned, ({ note_id }) => note_id);
      return rows
        .map((row) =>
          noteOf(
            row,
            (byNote.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
          ),
        )
        .reverse();
    },

    async insertNote(
      accountId: number,
      conversationId: number,
      { author, text, mentions, createdAt }: Omit<ConversationNote, 'id'>,
    ): Promise<number> {
      const own = at(accountId, conversationId);
      const id = await insertNumbered(db, 'conversation_notes', { ...own, author, text, created_at: createdAt });
      if (mentions.length > 0) {
        await db('note_mentions').insert(
          mentions.map((agent) => ({ ...own, note_id: id, agent_id: agent.id, seen_at: null })),
        );
      }
      return id;
    },

    /** Returns the newest mentions of an agent that they have not seen, newest first. */
    unseenMentions: (accountId: number, agentId: number, limit: number): Promise<UnseenMention[]> =>
      db('note_mentions as m')
        // SQLite would otherwise start with the conversations.
        .crossJoin('conversations as c' as never)
        .where({ 'm.account_id': accountId, 'm.agent_id': agentId })
        .whereRaw('m.seen_at is null and c.account_id = m.account_id and c.id = m.conversation_id')
        .orderBy('m.note_id', 'desc')
        .limit(limit)
        .select({ noteId: 'm.note_id', person: 'c.person', connectionId: 'c.connection_id' }),

    /** Marks the mentions of an agent in these conversations as seen. */
    async seeMentions(
      accountId: number,
      agentId: number,
      conversationIds: readonly number[],
      at: number,
    ): Promise<void> {
      await db('note_mentions')
        .where({ account_id: accountId, agent_id: agentId })
        .whereRaw('seen_at is null')
        .whereIn('conversation_id', conversationIds)
        .update({ seen_at: at });
    },

    /** Returns the ID of the newest note of these conversations. */
    async lastNoteId(accountId: number, conversationIds: readonly number[]): Promise<number | undefined> {
      const row = await db('conversation_notes')
        .where({ account_id: accountId })
        .whereIn('conversation_id', conversationIds)
        .max({ id: 'id' })
        .first();
      return row?.id ?? undefined;
    },

    /** Returns the labels of a conversation, in the order of the account's list. */
    async labels(accountId: number, conversationId: number): Promise<Label[]> {
      const own = db('conversation_labels').where(at(accountId, conversationId)).select('label_id');
      const rows = await db('labels').where({ account_id: accountId }).whereIn('id', own).orderBy('id');
      return rows.map(labelOf);
    },

    /** Returns the labels of all conversations with these people, in the order of the account's list. */
    async labelsWith(
      accountId: number,
      persons: readonly string[],
    ): Promise<{ person: string; connectionId: string; label: Label }[]> {
      const theirs: Pick<ConversationRow, 'id' | 'person' | 'connection_id'>[] = await throughIndex(
        db,
        'conversations',
        'conversations_account_id_person_index',
      )
        .where({ account_id: accountId })
        .whereIn('person', persons)
        .select('id', 'person', 'connection_id');
      const rows: (LabelRow & { conversation_id: number })[] = await db('conversation_labels as l')
        // SQLite would otherwise start with the labels, and read everything that has one.
        .crossJoin('labels as n' as never)
        .where('l.account_id', accountId)
        .whereIn(
          'l.conversation_id',
          theirs.map(({ id }) => id),
        )
        .whereRaw('n.account_id = l.account_id and n.id = l.label_id')
        .orderBy('n.id')
        .select('l.conversation_id', 'n.*');
      return rows.flatMap((row) => {
        const conversation = theirs.find(({ id }) => id === row.conversation_id);
        return conversation
          ? [{ person: conversation.person, connectionId: conversation.connection_id, label: labelOf(row) }]
          : [];
      });
    },

    async setLabels(accountId: number, conversationId: number, labelIds: readonly number[]): Promise<void> {
      await db('conversation_labels').where(at(accountId, conversationId)).delete();
      if (labelIds.length > 0) {
        await db('conversation_labels').insert(
          labelIds.map((labelId) => ({ ...at(accountId, conversationId), label_id: labelId })),
        );
      }
    },

    /** Returns who has had a conversation open since a time, in microseconds, and what they did last. */
    async viewers(accountId: number, conversationId: number, since: number): Promise<ConversationViewer[]> {
      const rows = await db('conversation_viewers')
        .where(at(accountId, conversationId))
        .where('seen_at', '>', since)
        .orderBy('name');
      return rows.map(({ login_id, name, state, seen_at }) => ({
        loginId: login_id,
        name,
        state: state as ConversationViewer['state'],
        seenAt: seen_at,
      }));
    },

    async putViewer(
      accountId: number,
      conversationId: number,
      { loginId, name, state, seenAt }: ConversationViewer,
    ): Promise<void> {
      await db('conversation_viewers')
        .insert({ ...at(accountId, conversationId), login_id: loginId, name, state, seen_at: seenAt })
        .onConflict(['account_id', 'conversation_id', 'login_id'])
        .merge(['name', 'state', 'seen_at']);
    },

    /** Removes a viewer, and the viewers that were last seen before a time. */
    async removeViewers(accountId: number, conversationId: number, loginId: number, before: number): Promise<void> {
      await db('conversation_viewers')
        .where(at(accountId, conversationId))
        .where((either) => either.where({ login_id: loginId }).orWhere('seen_at', '<', before))
        .delete();
    },

    /** Deletes everything of conversations that are erased. */
    async deleteAll(accountId: number, conversationIds: readonly number[]): Promise<void> {
      for (const table of TEAM_TABLES) {
        await db(table as string)
          .where({ account_id: accountId })
          .whereIn('conversation_id', conversationIds)
          .delete();
      }
    },

    /** Moves everything to the conversation into which another one is merged. */
    async move(accountId: number, from: number, to: number): Promise<void> {
      for (const table of ['conversation_notes', 'note_mentions'] as const) {
        await db(table as string)
          .where(at(accountId, from))
          .update({ conversation_id: to });
      }
      const both = [...(await this.labels(accountId, from)), ...(await this.labels(accountId, to))];
      await this.setLabels(accountId, to, [...new Set(both.map(({ id }) => id))]);
      await this.deleteAll(accountId, [from]);
    },
  };
};
