import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { agentsQuery } from '../../../api/agents.ts';
import { api, dataOf } from '../../../api/client.ts';
import { useAccountId } from '../../../api/session.ts';
import { changeShown, refreshConversation, showDetail } from './conversations.ts';
import type { Agent, Conversation } from './types.ts';

/** The agents to whom conversations can be assigned. */
export function useAgents(): readonly Agent[] {
  const { data } = useQuery({ ...agentsQuery(useAccountId()), staleTime: 60_000 });
  return data?.filter(({ is_active }) => is_active) ?? [];
}

export interface Change {
  status?: 'open' | 'closed';
  agent?: Conversation['agent'];
  unread_count?: number;
}

/**
 * Changes a conversation, which the page shows at once.
 *
 * @throws {Problem} if the server refuses it. The page then shows the conversation as it is.
 */
export async function changeConversation(
  queries: QueryClient,
  conversation: Conversation,
  { agent, ...changes }: Change,
): Promise<void> {
  const { phone } = conversation;
  const opens = agent && changes.status === undefined ? { status: 'open' as const } : {};
  changeShown(queries, conversation, (before) => ({
    ...before,
    ...opens,
    ...changes,
    ...(agent !== undefined && { agent }),
  }));
  try {
    showDetail(
      queries,
      await dataOf(
        api.PATCH('/conversations/{phone}', {
          params: { path: { phone } },
          body: { ...changes, ...(agent !== undefined && { agent_id: agent?.id ?? null }) },
        }),
      ),
    );
  } catch (problem) {
    void refreshConversation(queries, phone).catch(() => {});
    throw problem;
  }
}

/** Returns a function that changes a conversation, and the error of the last change. */
export function useChange() {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const change = useCallback(
    async (conversation: Conversation, changes: Change): Promise<boolean> => {
      setError(undefined);
      try {
        await changeConversation(queries, conversation, changes);
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      }
    },
    [queries],
  );
  return { change, error, clearError: useCallback(() => setError(undefined), []) };
}
