import type { Agent } from '../../store/reports/agents.ts';

/** Returns why a field cannot name an agent; undefined if the agent is active. */
export function agentProblem(agent: Agent | undefined, id: number): string | undefined {
  if (agent?.isActive) {
    return undefined;
  }
  return agent ? `names ${agent.name}, who is not active` : `names no agent: there is no ${id}`;
}
