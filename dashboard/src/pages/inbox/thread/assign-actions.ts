import { CircleUser, UserX } from 'lucide-react';
import { useSession } from '../../../api/session.ts';
import type { MenuAction } from '../../../parts/menu.tsx';
import { useAgents } from '../data/agents.ts';
import type { Conversation } from '../data/types.ts';

/** Returns the actions that assign conversations, which now have these agents, to another agent or to none. */
export function useAssignActions(
  current: readonly Conversation['agent'][],
  onAssign: (agent: Conversation['agent']) => void,
): MenuAction[] {
  const me = useSession().agent;
  const agents = useAgents();
  const isOther = (id: number) => current.some((agent) => agent?.id !== id);
  return [
    ...(me && isOther(me.id)
      ? [{ id: 'me', text: 'Assign to me', icon: CircleUser, run: () => onAssign({ id: me.id, name: me.name }) }]
      : []),
    ...agents
      .filter(({ id }) => id !== me?.id && isOther(id))
      .map(({ id, name }) => ({ id: `${id}`, text: name, run: () => onAssign({ id, name }) })),
    ...(current.some(Boolean) ? [{ id: 'none', text: 'Unassign', icon: UserX, run: () => onAssign(null) }] : []),
  ];
}
