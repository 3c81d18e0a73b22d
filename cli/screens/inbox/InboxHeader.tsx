import { Text } from 'ink';
import type { InboxModel } from '../../commands/inbox/model.ts';
import { countdownOf, nameOf } from '../../commands/inbox/words.ts';
import { useArea } from '../parts/area.tsx';
import { theme } from '../parts/theme.ts';
import { roomy } from '../terminal/ask-widths.ts';

/** On a narrower screen, the list and the conversation are not next to each other. */
export const TWO_PANES = 60;

const STATES = {
  loading: { colour: 'busy', text: '◌ loading ...' },
  live: { colour: 'good', text: '● live' },
  'cut off': { colour: 'bad', text: '✗ disconnected, retrying; may be out of date' },
} as const;

/** The status bar: the state of the connection, the server, and the number of unread messages. */
export function InboxHeader({ inbox, title, isChat }: { inbox: InboxModel; title: string; isChat: boolean }) {
  const all = inbox.conversations.length;
  const unread = inbox.conversations.filter(({ unread_count }) => unread_count > 0).length;
  const { columns } = useArea();
  const newest = `${all}${inbox.hasOlder ? ' newest' : ''} ${all === 1 ? 'conversation' : 'conversations'}, `;
  const counts = `${columns < TWO_PANES ? '' : newest}${unread} unread`;
  return (
    <Text wrap="truncate">
      <Text bold>wigwag {isChat ? 'chat' : 'inbox'}</Text>{' '}
      <Text color={theme()[STATES[inbox.state].colour]}>{STATES[inbox.state].text}</Text>
      <Text>{isChat || inbox.state === 'loading' ? '' : `  ${counts}`}</Text>
      <Text dimColor>{title === '' ? '' : `  ${title}`}</Text>
    </Text>
  );
}

/** Shows the customer, the agent, and how long free-form replies are still allowed. */
export function OpenedHeader({ inbox: { opened, state }, now }: { inbox: InboxModel; now: number }) {
  if (!opened) {
    return <Text dimColor>{state === 'loading' ? ' ' : 'no conversation yet'}</Text>;
  }
  const { conversation, window } = opened;
  const agent = conversation.agent ? `, ${roomy(conversation.agent.name)}` : '';
  return (
    <Text wrap="truncate">
      <Text bold>{roomy(nameOf(conversation))}</Text>
      {` ${conversation.status}${agent}  `}
      <Text color={window?.window_open ? theme().good : theme().bad}>{countdownOf(window, now)}</Text>
    </Text>
  );
}
