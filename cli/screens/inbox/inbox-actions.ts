import { type Actions, BACK, hintsOf } from '../parts/actions.ts';
import type { Hint } from '../parts/Footer.tsx';

/** What the keys do. In `agent` and `value`, the user types the name of an agent, and the value of a template. */
export type Mode = 'list' | 'reply' | 'search' | 'assign' | 'agent' | 'template' | 'value' | 'help';

/** The keys of the inbox. */
export const INBOX_ACTIONS = {
  choose: {
    key: 'arrows, j, k',
    hint: ['arrows choose', 4],
    help: 'select a conversation; older ones load at the end',
  },
  reply: { key: 'Enter, i', hint: ['Enter reply', 3], help: 'write a reply; marks the messages as read' },
  newLine: { key: 'Alt-Enter', help: 'start a new line in a reply; Ctrl-J does the same' },
  scroll: { key: 'PgUp, PgDn', help: 'scroll the messages; older ones load at the top' },
  template: { key: 't', help: 'send a template; Enter does the same after the window has closed' },
  assign: { key: 'a', hint: ['assign', 6], help: 'assign the conversation to an agent, or unassign it' },
  close: { key: 'c', hint: ['close', 7], help: 'close the conversation, or reopen a closed one' },
  search: {
    key: '/',
    hint: ['search', 5],
    help: 'search by name, number, agent, channel, status or last message; Enter searches all messages',
  },
  picture: { key: 'o', help: 'show the newest picture; j and k show the others' },
  help: { key: '?', hint: ['help', 1] },
  redraw: { key: 'Ctrl-L', help: 'draw the screen again' },
  stop: { key: 'Ctrl-Z', help: 'stop, until `fg` in the shell continues' },
  quit: { key: 'q, Ctrl-C', hint: ['q quit', 2], help: 'quit; Ctrl-C also works while writing' },
} as const satisfies Actions;

/** The signs of messages and conversations, for the help. */
export const SIGNS = ['', '✓ sent   ✓✓ delivered   ✓✓ read', '✗ failed', '● unread   ○ open   ◆ bot   ✓ closed'];

const HINTS: Record<Exclude<Mode, 'list'>, readonly Hint[]> = {
  reply: [
    ['Enter sends', 1],
    ['Alt-Enter new line', 3],
    ['PgUp, PgDn scroll', 4],
    ['Esc back', 2],
  ],
  search: [
    ['Enter searches all messages', 2],
    ['Esc shows all', 1],
  ],
  assign: [
    ['arrows choose', 3],
    ['Enter assigns', 2],
    ['Esc back', 1],
  ],
  agent: [
    ['Enter creates the agent', 2],
    ['Esc back', 1],
  ],
  template: [
    ['arrows choose', 3],
    ['Enter selects', 2],
    ['Esc back', 1],
  ],
  value: [
    ['Enter continues', 2],
    ['Esc back', 1],
  ],
  help: BACK,
};

const CHAT_HINTS: readonly Hint[] = HINTS.reply.map(([text, rank]) => [text.replace('back', 'quits'), rank]);

/** Returns the keys of the footer. */
export function hintsFor(mode: Mode, isChat: boolean): readonly Hint[] {
  if (mode === 'list') {
    return hintsOf('inbox', INBOX_ACTIONS);
  }
  return isChat && mode === 'reply' ? CHAT_HINTS : HINTS[mode];
}
