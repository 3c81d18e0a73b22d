import type { Account } from '../../store/account/accounts.ts';
import type { ConversationNote } from '../../store/conversations/conversation-team.ts';
import { readBeforeCommit, separateRule } from '../../store/effects.ts';
import { invalidField } from '../api-error.ts';
import { agentProblem } from './agent-problem.ts';
import { requireConversation } from './conversation.ts';

interface NoteRequest {
  account: Account;
  /** The person of the conversation. */
  phone: string;
  author: string;
  text: string;
  /** The IDs of the agents whom it mentions. */
  mentions: readonly number[];
  /** In microseconds since the epoch. */
  createdAt: number;
}

/**
 * Adds a note of the team to a conversation. Returns the note.
 *
 * @throws {ApiError} CONVERSATION_NOT_FOUND, or VALIDATION_FAILED naming `mentions`; an agent of another account causes
 * the same error as an unknown agent
 */
export const addNote = separateRule({
  async load(tx, { account, phone, mentions }: NoteRequest) {
    await tx.identities.lockNames(account.id);
    return {
      conversation: await requireConversation(tx, account, phone),
      agents: await tx.agents.findAll(account.id, mentions),
    };
  },

  decide({ conversation, agents }, { account, author, text, mentions, createdAt }) {
    for (const id of mentions) {
      const problem = agentProblem(
        agents.find((agent) => agent.id === id),
        id,
      );
      if (problem !== undefined) {
        throw invalidField('mentions', `${problem}. Mention only active agents of the account`);
      }
    }
    const named = agents.map(({ id, name }) => ({ id, name }));
    const note: Omit<ConversationNote, 'id'> = { author, text: text.trim(), mentions: named, createdAt };
    const written = readBeforeCommit(async (tx) => ({
      ...note,
      id: await tx.conversationTeam.insertNote(account.id, conversation.id, note),
    }));
    return { effects: written.effects, result: written.value };
  },
});
