import { Select, TextInput } from '@inkjs/ui';
import { Box, Text, useInput, useWindowSize } from 'ink';
import { useMemo, useState } from 'react';
import type { Desk } from '../inbox/desk.ts';
import { countdownOf, isFound, nameOf } from '../inbox/words.ts';
import { ConversationList } from './ConversationList.tsx';
import { History, linesOf } from './History.tsx';
import { Pager, stepOf } from './Pager.tsx';
import { useChanges, useClock } from './use-changes.ts';

export interface InboxScreenProps {
  desk: Desk;
  /** Only one conversation, without the list of all. */
  isChat?: boolean;
  quit: () => void;
  /** What time it is, in milliseconds. @default Date.now */
  now?: () => number;
}

type Mode = 'list' | 'reply' | 'search' | 'assign' | 'help';

const LIST_WIDTH = 28;
/** Head of the screen and of the conversation, the line that is typed on, and two at the foot. */
const LINES_AROUND = 6;
/** The countdown shows minutes. */
const COUNTDOWN_MILLISECONDS = 30_000;
const NOBODY = 'nobody';
/** So near to the end of the list older conversations are loaded. */
const AHEAD = 10;

const HINTS: Record<Mode, string> = {
  list: 'arrows choose  Enter reply  a assign  c close  / search  ? help  q quit',
  reply: 'Enter sends  Esc back',
  search: 'Enter keeps the search  Esc shows all',
  assign: 'arrows choose  Enter assigns  Esc back',
  help: 'Esc back  q quit',
};

const HELP = [
  'arrows, j, k   choose a conversation; older ones are loaded at the end',
  'Enter, i       write an answer; the messages count as read then',
  'PgUp, PgDn     through the messages; older ones are loaded at the top',
  'a              assign it to an agent, or to nobody',
  'c              close it; a closed one is opened again',
  '/              search by name, number, agent, channel, status or what was said last',
  'q, Ctrl-C      quit; Ctrl-C also while writing',
  '',
  '✓ sent   ✓✓ delivered   ✓✓ read   ✗ failed   bold: unread   dim: closed',
];

/** Conversations on the left, what was said in one of them on the right, and what can be done with it. */
export function InboxScreen({ desk, isChat = false, quit, now = Date.now }: InboxScreenProps) {
  useChanges(desk);
  useClock(COUNTDOWN_MILLISECONDS);
  const { columns, rows } = useWindowSize();
  const [mode, setMode] = useState<Mode>(isChat ? 'reply' : 'list');
  const [search, setSearch] = useState('');
  const [wantedUp, setUp] = useState(0);
  // A new one each time, so that the line is empty again.
  const [draft, setDraft] = useState(0);

  const height = Math.max(1, rows - LINES_AROUND);
  const width = isChat ? columns : columns - LIST_WIDTH - 1;
  const shown = search === '' ? desk.conversations : desk.conversations.filter((one) => isFound(one, search));
  const { opened } = desk;
  const lines = useMemo(() => linesOf(opened?.history ?? [], width), [opened?.history, width]);
  const mostUp = Math.max(0, lines.length - height);
  const up = Math.min(wantedUp, mostUp);
  // Keys may come faster than frames.
  const selected = () => shown.findIndex(({ phone }) => phone === desk.opened?.conversation.phone);

  const choose = (index: number) => {
    if (index > shown.length - AHEAD) {
      void desk.loadOlder();
    }
    const next = shown[Math.max(0, Math.min(shown.length - 1, index))];
    if (next && next.phone !== desk.opened?.conversation.phone) {
      setUp(0);
      void desk.open(next.phone);
    }
  };
  const scroll = (steps: number) => {
    // Past the top it goes on by itself once older messages are there.
    setUp(Math.max(0, opened?.before ? up + steps : Math.min(mostUp, up + steps)));
    if (up + steps >= mostUp) {
      void desk.loadOlderMessages();
    }
  };
  const answer = () => {
    setMode('reply');
    if ((opened?.conversation.unread_count ?? 0) > 0) {
      void desk.update({ unread_count: 0 }, '');
    }
  };
  const send = async (text: string) => {
    if (text.trim() !== '' && (await desk.reply(text))) {
      setDraft((number) => number + 1);
      setUp(0);
    }
  };

  const keepSearch = () => {
    setMode('list');
    if (selected() < 0) {
      choose(0);
    }
  };

  useInput((input, key) => {
    desk.forgetNote();
    if (key.ctrl && input === 'c') {
      quit();
    } else if (key.pageUp || key.pageDown) {
      scroll((key.pageUp ? 1 : -1) * Math.max(1, Math.floor(height / 2)));
    } else if (key.escape) {
      if (isChat && mode === 'reply') {
        quit();
      }
      setSearch(mode === 'reply' || mode === 'assign' ? search : '');
      setMode(isChat ? 'reply' : 'list');
    } else if (mode === 'help' && input === 'q') {
      quit();
    } else if (mode === 'list') {
      if (input === 'q') {
        quit();
      } else if ((key.return || input === 'i') && opened) {
        answer();
      } else if (input === 'a' && opened) {
        void desk
          .loadAgents()
          .then(() =>
            desk.agents.length > 0
              ? setMode('assign')
              : desk.note || desk.say('there are no agents yet: `wigwag admin agents add` adds one'),
          );
      } else if (input === 'c' && opened) {
        const status = opened.conversation.status === 'closed' ? 'open' : 'closed';
        void desk.update({ status }, `${nameOf(opened.conversation)} is ${status} now`);
      } else if (input === '/') {
        setMode('search');
      } else if (input === '?') {
        setMode('help');
      } else {
        const { steps } = stepOf(input, key);
        if (steps !== 0) {
          choose(selected() + steps);
        }
      }
    }
  });

  return (
    <Box flexDirection="column">
      <InboxHeader desk={desk} isChat={isChat} />
      {mode === 'help' ? (
        <Pager lines={HELP} height={height + 1} />
      ) : (
        <Box>
          {isChat ? null : (
            <ConversationList
              conversations={shown}
              selected={selected()}
              height={height + 1}
              width={LIST_WIDTH}
              empty={desk.hasOlder ? 'nobody; ↓ looks further' : 'nobody'}
            />
          )}
          <Box flexDirection="column" width={width} marginLeft={isChat ? 0 : 1}>
            <OpenedHeader desk={desk} now={now()} />
            {mode === 'assign' ? (
              <Select
                visibleOptionCount={Math.max(1, height - 1)}
                options={[NOBODY, ...desk.agents.map(({ name }) => name)].map((label, index) => ({
                  label,
                  value: String(index),
                }))}
                onChange={(index) => {
                  const agent = desk.agents[Number(index) - 1];
                  setMode('list');
                  void desk.update({ agent_id: agent?.id ?? null }, `assigned to ${agent?.name ?? NOBODY}`);
                }}
              />
            ) : (
              <History lines={lines} height={height} width={width} up={up} />
            )}
          </Box>
        </Box>
      )}
      <Text wrap="truncate" color="cyan">
        {desk.note || (search === '' ? ' ' : `/ ${search}`)}
      </Text>
      <Box height={1}>
        {mode === 'reply' ? (
          <>
            <Text color="cyan">{'> '}</Text>
            <TextInput key={draft} placeholder="write an answer" onSubmit={(text) => void send(text)} />
          </>
        ) : mode === 'search' ? (
          <>
            <Text color="cyan">/ </Text>
            <TextInput defaultValue={search} onChange={setSearch} onSubmit={keepSearch} />
          </>
        ) : null}
      </Box>
      <Text dimColor wrap="truncate">
        {isChat && mode === 'reply' ? 'Enter sends  PgUp, PgDn scroll  Esc quits' : HINTS[mode]}
      </Text>
    </Box>
  );
}

const STATES = {
  loading: { colour: 'yellow', text: '◌ loading ...' },
  live: { colour: 'green', text: '● live' },
  'cut off': { colour: 'red', text: '✗ cut off, trying again; what is shown may be old' },
} as const;

/** How it is with the server, and how much is unread. */
function InboxHeader({ desk, isChat }: { desk: Desk; isChat: boolean }) {
  const all = desk.conversations.length;
  const unread = desk.conversations.filter(({ unread_count }) => unread_count > 0).length;
  const counts = `${all}${desk.hasOlder ? ' newest' : ''} ${all === 1 ? 'conversation' : 'conversations'}, ${unread} unread`;
  return (
    <Text wrap="truncate">
      <Text bold>wigwag {isChat ? 'chat' : 'inbox'}</Text>{' '}
      <Text color={STATES[desk.state].colour}>{STATES[desk.state].text}</Text>
      <Text dimColor>{isChat || desk.state === 'loading' ? '' : `  ${counts}`}</Text>
    </Text>
  );
}

/** Whom it is with, who looks after it, and how long free answers may still be given. */
function OpenedHeader({ desk: { opened, state }, now }: { desk: Desk; now: number }) {
  if (!opened) {
    return <Text dimColor>{state === 'loading' ? ' ' : 'no conversation yet'}</Text>;
  }
  const { conversation, window } = opened;
  const agent = conversation.agent ? `, ${conversation.agent.name}` : '';
  return (
    <Text wrap="truncate">
      <Text bold>{nameOf(conversation)}</Text>
      {` ${conversation.status}${agent}  `}
      <Text color={window?.window_open ? 'green' : 'red'}>{countdownOf(window, now)}</Text>
    </Text>
  );
}
