import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import { readBeforeCommit, separateRule } from '../../store/effects.ts';
import type { Caller } from '../account/caller.ts';
import { invalidField } from '../api-error.ts';
import { agentProblem } from './agent-problem.ts';
import { contactOf, requireConversation } from './conversation.ts';
import { loadSignals, signalTasks } from './signals.ts';

interface ConversationUpdate {
  app: App;
  caller: Caller;
  /** The {phone} of the path. */
  phone: string;
  change: components['schemas']['UpdateConversationRequest'];
}

/**
 * Closes, opens or assigns a conversation, or marks it as read, whatever its previous status (§3.2), and queues the
 * signals that this causes. Fields that are not given do not change. Returns the conversation and its contact.
 *
 * @throws {ApiError} CONVERSATION_NOT_FOUND, or VALIDATION_FAILED naming `agent_id`; an agent of another account causes
 * the same error as an unknown agent
 */
export const updateConversation = separateRule({
  async load(tx, { app, caller, phone, change }: ConversationUpdate) {
    const { account } = caller;
    await tx.identities.lockNames(account.id);
    const conversation = await requireConversation(tx, account, phone);
    return {
      id: conversation.id,
      agent: typeof change.agent_id === 'number' ? await tx.agents.find(account.id, change.agent_id) : undefined,
      signals: await loadSignals(app, tx, caller, conversation, change),
    };
  },

  decide({ id, agent, signals }, { app, caller: { account }, change }) {
    const { agent_id: agentId, unread_count: unreadCount } = change;
    const isAssigned = typeof agentId === 'number';
    const problem = isAssigned ? agentProblem(agent, agentId) : undefined;
    if (problem !== undefined) {
      throw invalidField('agent_id', `${problem}; GET /agents lists the agents`);
    }
    const accountId = account.id;
    // §3.2: an agent opens the conversation, unless the request also sets the status (assign-and-close).
    const status = change.status ?? (isAssigned ? 'open' : undefined);
    const changed = readBeforeCommit(async (tx) => {
      const conversation = await tx.conversationList.find(accountId, id);
      if (!conversation) {
        throw new StaleFacts('the conversation has just been deleted');
      }
      return { conversation, contact: await contactOf(tx, account, conversation) };
    });
    const which = { accountId, conversationId: id, onlyIf: 'stop_on_agent' } as const;
    return {
      effects: {
        changedConversations: [{ accountId, id, status, agentId, unreadCount }],
        stoppedRuns: isAssigned ? [{ ...which, reason: 'agent', at: app.monotonicNow() }] : [],
        tasks: signalTasks(app, signals),
        ...changed.effects,
      },
      result: changed.value,
    };
  },
});
