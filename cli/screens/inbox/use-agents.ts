import type { InboxModel } from '../../commands/inbox/model.ts';
import { clamped } from '../list/lines.ts';
import { lineOf, textOf } from '../parts/input-line.ts';
import { type Now, useNow } from '../parts/use-keys.ts';
import type { Mode } from './inbox-actions.ts';

const NOBODY = 'no one';

const NO_AGENTS =
  'no agents yet: add one with `wigwag admin agents add`; for `wigwag dev`, POST /agents to its control port';

/** Chooses the agent of the open conversation, and asks for the name of the first agent. */
export function useAgents(inbox: InboxModel, mode: Now<Mode>) {
  const name = useNow(lineOf(''));
  /** The position of the chosen agent; 0 is no agent. */
  const at = useNow(0);
  const startAssigning = () => {
    const assigned = inbox.opened?.conversation.agent?.id;
    at.set(inbox.agents.findIndex(({ id }) => id === assigned) + 1);
    mode.set('assign');
  };
  return {
    /** The name of the first agent, which the user types. */
    name,
    names: [NOBODY, ...inbox.agents.map((agent) => agent.name)],
    selected: at.now,
    /** Lets the user choose an agent or create one, or says why that is not possible. */
    choose: async () => {
      await inbox.loadAgents();
      if (inbox.agents.length > 0) {
        startAssigning();
      } else if (inbox.note === '' && inbox.hasDesk()) {
        name.set(lineOf(''));
        mode.set('agent');
      } else if (inbox.note === '') {
        inbox.say(NO_AGENTS);
      }
    },
    move: (steps: number) => at.set(clamped(at.now + steps, inbox.agents.length + 1)),
    assign: () => {
      const agent = inbox.agents[at.now - 1];
      mode.set('list');
      void inbox.update({ agent_id: agent?.id ?? null }, `assigned to ${agent?.name ?? NOBODY}`);
    },
    create: async () => {
      const text = textOf(name.now).trim();
      mode.set('list');
      if (text !== '' && (await inbox.createAgent(text))) {
        startAssigning();
      }
    },
  };
}
