import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import { stopRuns } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';
import { invalidField } from '../api-error.ts';
import { requireConversation } from './conversation.ts';

/**
 * Closes, opens or assigns a conversation, or marks it as read, whatever its previous status (§3.2). Fields that are
 * not given do not change.
 *
 * @throws {ApiError} CONVERSATION_NOT_FOUND, or VALIDATION_FAILED naming `agent_id`
 */
export async function updateConversation(
  app: App,
  tx: Tx,
  account: Account,
  phone: string,
  change: components['schemas']['UpdateConversationRequest'],
): Promise<InboxConversation> {
  await tx.identities.lockNames(account.id);
  const { id } = await requireConversation(tx, account, phone);
  const { agent_id: agentId, unread_count: unreadCount } = change;
  if (typeof agentId === 'number') {
    await requireActiveAgent(tx, account, agentId);
  }
  // §3.2: an agent opens the conversation, unless the request also sets the status (assign-and-close).
  const status = change.status ?? (typeof agentId === 'number' ? 'open' : undefined);
  await tx.conversationList.update(account.id, id, { status, agentId, unreadCount });
  if (typeof agentId === 'number') {
    const which = { accountId: account.id, conversationId: id, onlyIf: 'stop_on_agent' } as const;
    await stopRuns(tx, { ...which, reason: 'agent', at: app.monotonicNow() });
  }
  return tx.conversationList.get(account.id, id);
}

/**
 * @throws {ApiError} VALIDATION_FAILED naming `agent_id`; an agent of another account causes the same error as an
 * unknown agent
 */
async function requireActiveAgent(tx: Tx, account: Account, id: number): Promise<void> {
  const agent = await tx.agents.find(account.id, id);
  if (!agent?.isActive) {
    const problem = agent ? `names ${agent.name}, who is not active` : `names no agent: there is no ${id}`;
    throw invalidField('agent_id', `${problem}; GET /agents lists the agents`);
  }
}
