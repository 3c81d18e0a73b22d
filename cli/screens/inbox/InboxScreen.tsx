import { Box, type Key, Text, useApp } from 'ink';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type InboxModel, keyOf, slotsOf } from '../../commands/inbox/model.ts';
import { loadPicture, newestPicture } from '../../commands/inbox/picture.ts';
import { isFound, nameOf } from '../../commands/inbox/words.ts';
import { localDay } from '../../output/local-time.ts';
import { wrapped } from '../../output/table.ts';
import { Choices } from '../list/Choices.tsx';
import { type Actions, BACK, helpOf, hintsOf } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { Composer, rowsOf } from '../parts/Composer.tsx';
import { Footer, type Hint } from '../parts/Footer.tsx';
import { edited, type InputLine, lineOf, selectedLine, textOf, typedInto } from '../parts/input-line.ts';
import { Pager, stepOf } from '../parts/Pager.tsx';
import { Prompt } from '../parts/Prompt.tsx';
import { theme } from '../parts/theme.ts';
import { useChanges, useClock } from '../parts/use-changes.ts';
import { useKeys, useNow } from '../parts/use-keys.ts';
import { showPicture } from '../terminal/full-screen.tsx';
import { pictureSequence, protocolOf } from '../terminal/pictures.ts';
import { ConversationList, rowAt } from './ConversationList.tsx';
import { History, linesOf } from './History.tsx';
import { InboxHeader, OpenedHeader, TWO_PANES } from './InboxHeader.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

export interface InboxScreenProps {
  inbox: InboxModel;
  /** The server, for the status bar. */
  title?: string;
  /** Shows only one conversation, without the list. */
  isChat?: boolean;
  quit: () => void;
  /** Returns the time in milliseconds. @default Date.now */
  now?: () => number;
}

type Mode = 'list' | 'reply' | 'search' | 'assign' | 'agent' | 'template' | 'value' | 'help';

/** The list takes this part of the screen, within these limits. */
const LIST = { part: 0.36, least: 28, most: 64 };
/** The status bar. */
const HEADER = 1;
/** The status bar, the line for notes, and the footer. */
const LINES_AROUND = 3;
/** The frame of a pane, and the heading of the conversation. */
const FRAME = 2;
const HEADING = 1;
/** The composer takes at most this part of the screen. */
const COMPOSER_PART = 3;
/** The countdown shows minutes. */
const COUNTDOWN_MILLISECONDS = 30_000;
const NOBODY = 'no one';
/** Older conversations are loaded when the cursor is this close to the end of the list. */
const AHEAD = 10;
/** At most this many messages are loaded to show a found one. */
const MOST_MESSAGES = 1_000;

const NO_AGENTS =
  'no agents yet: add one with `wigwag admin agents add`; for `wigwag dev`, POST /agents to its control port';

const NOTHING_FOUND: Pick<InboxModel['found'], 'messages' | 'conversations'> = {
  messages: new Map(),
  conversations: [],
};

const NO_SEARCH = 'no loaded conversation matches; to search all messages, set WIGWAG_ADMIN_URL and WIGWAG_ADMIN_TOKEN';

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
  picture: { key: 'o', help: 'show the newest picture, if the terminal can' },
  help: { key: '?', hint: ['help', 1] },
  redraw: { key: 'Ctrl-L', help: 'draw the screen again' },
  stop: { key: 'Ctrl-Z', help: 'stop, until `fg` in the shell continues' },
  quit: { key: 'q, Ctrl-C', hint: ['q quit', 2], help: 'quit; Ctrl-C also works while writing' },
} as const satisfies Actions;

const SIGNS = ['', '✓ sent   ✓✓ delivered   ✓✓ read', '✗ failed', '● unread   ○ open   ◆ bot   ✓ closed'];

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

/** Returns the index of the item of a list that is nearest to an index. */
const clamped = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index));

/** Returns the width of the list; the whole screen if there is no room for two panes. */
const listWidth = (columns: number): number =>
  columns < TWO_PANES ? columns : Math.max(LIST.least, Math.min(LIST.most, Math.floor(columns * LIST.part)));

/**
 * Shows conversations on the left, the messages of one on the right, and the available keys. A narrow screen shows one
 * of the two at a time.
 */
export function InboxScreen({ inbox, title = '', isChat = false, quit, now = Date.now }: InboxScreenProps) {
  useChanges(inbox);
  useClock(COUNTDOWN_MILLISECONDS);
  const { columns, rows } = useArea();
  const { suspendTerminal } = useApp();
  const mode = useNow<Mode>(isChat ? 'reply' : 'list');
  const search = useNow(lineOf(''));
  const drafts = useNow<ReadonlyMap<string, InputLine>>(new Map());
  const agentName = useNow(lineOf(''));
  /** The position of the chosen agent; 0 is no agent. */
  const agentAt = useNow(0);
  /** The position of the chosen template, and the values of its variables so far. */
  const picked = useNow<{ at: number; values: readonly string[] }>({ at: 0, values: [] });
  const value = useNow(lineOf(''));
  const [wantedUp, setUp] = useState(0);
  /** The found message to which the history scrolls when it is loaded. */
  const target = useNow<string | undefined>(undefined);

  const isWriting = () => ['reply', 'search', 'agent', 'value'].includes(mode.now);
  const note = inbox.note || (textOf(search.now) === '' || mode.now === 'search' ? '' : `/ ${textOf(search.now)}`);
  const noteLines = note
    .split('\n')
    .flatMap((line) => wrapped(line, columns))
    .slice(0, Math.max(1, rows - LINES_AROUND - FRAME - HEADING - 1));
  const isNarrow = columns < TWO_PANES;
  const isPicking = mode.now === 'template' || mode.now === 'value';
  const isListShown = !isChat && (!isNarrow || mode.now === 'list' || mode.now === 'search');
  const isHistoryShown = isChat || !isNarrow || !isListShown;
  // Each conversation keeps its draft while another one is open.
  const place = () => (isChat || !inbox.opened ? '' : keyOf(inbox.opened.conversation));
  const draftAt = (where: string) => drafts.now.get(where) ?? lineOf('');
  const typed = Math.max(1, Math.min(rowsOf(draftAt(place()), columns - 2).length, Math.floor(rows / COMPOSER_PART)));
  const inputLines = mode.now === 'reply' ? typed : isWriting() ? 1 : 0;
  const paneHeight = Math.max(1, rows - LINES_AROUND + 1 - noteLines.length - inputLines - FRAME);
  const height = Math.max(1, paneHeight - HEADING);
  const width = (isChat || isNarrow ? columns : columns - listWidth(columns)) - FRAME;
  /** Returns what the last search over all messages found, if the words are still the same. */
  const result = () => (inbox.found.text === textOf(search.now) ? inbox.found : NOTHING_FOUND);
  /** Scrolls to the message that the search has found in a conversation. */
  const showFound = (phone: string | undefined) => {
    target.set(result().messages.get(phone ?? '')?.id);
  };
  const found = () => {
    const text = textOf(search.now);
    const { messages, conversations } = result();
    const listed = inbox.conversations.filter((one) => messages.has(one.phone) || isFound(one, text));
    return [...listed, ...conversations];
  };
  const shown = found();
  const { opened } = inbox;
  const today = localDay(new Date(now()));
  const lines = useMemo(() => linesOf(opened?.history ?? [], width, today), [opened?.history, width, today]);
  useEffect(() => {
    if (target.now === undefined) {
      return;
    }
    const at = lines.findIndex(({ key }) => key.startsWith(`${target.now}.`));
    if (at >= 0) {
      target.set(undefined);
      setUp(Math.max(0, lines.length - at - Math.ceil(height / 2)));
    } else if (opened?.before && opened.history.length < MOST_MESSAGES) {
      void inbox.loadOlderMessages();
    }
  });
  const mostUp = Math.max(0, lines.length - height);
  const up = Math.min(wantedUp, mostUp);
  const selected = () => found().findIndex(({ phone }) => phone === inbox.opened?.conversation.phone);

  const choose = (index: number) => {
    const all = found();
    if (index > all.length - AHEAD) {
      void inbox.loadOlder();
    }
    const next = all[clamped(index, all.length)];
    if (next && next.phone !== inbox.opened?.conversation.phone) {
      setUp(0);
      showFound(next.phone);
      void inbox.open(next.phone);
    }
  };
  const scroll = (steps: number) => {
    target.set(undefined);
    // Keep counting at the top: the screen scrolls as soon as older messages are loaded.
    setUp(Math.max(0, opened?.before ? up + steps : Math.min(mostUp, up + steps)));
    if (up + steps >= mostUp) {
      void inbox.loadOlderMessages();
    }
  };
  const template = () => inbox.templates[picked.now.at];
  const slots = (): string[] => {
    const chosen = template();
    return chosen ? slotsOf(chosen) : [];
  };
  const pickTemplate = async () => {
    await inbox.loadTemplates();
    picked.set({ at: 0, values: [] });
    if (inbox.templates.length > 0) {
      mode.set('template');
    } else if (inbox.note === '') {
      inbox.say('no approved templates: create one at Meta, then run `wigwag admin templates sync`');
    }
  };
  /** Continues with the next variable of the template, and sends it after the last one. */
  const fillTemplate = () => {
    const { at, values } = picked.now;
    const chosen = template();
    if (chosen && values.length < slotsOf(chosen).length) {
      value.set(lineOf(''));
      mode.set('value');
    } else if (chosen) {
      mode.set('list');
      setUp(0);
      void inbox.sendTemplate(chosen, values).then((isSent) => isSent || picked.set({ at, values: [] }));
    }
  };
  const startAssigning = () => {
    const assigned = inbox.opened?.conversation.agent?.id;
    agentAt.set(inbox.agents.findIndex(({ id }) => id === assigned) + 1);
    mode.set('assign');
  };
  const answer = () => {
    const { conversation, window } = inbox.opened ?? {};
    if (conversation?.channel === 'whatsapp' && window?.window_open === false) {
      void pickTemplate();
      return;
    }
    mode.set('reply');
    if ((inbox.opened?.conversation.unread_count ?? 0) > 0) {
      void inbox.update({ unread_count: 0 }, '');
    }
  };
  const setDraft = (where: string, line: InputLine) => drafts.set(new Map(drafts.now).set(where, line));
  const send = async () => {
    const where = place();
    const text = textOf(draftAt(where));
    if (text.trim() !== '') {
      setDraft(where, lineOf(''));
      setUp(0);
      if (!(await inbox.reply(text))) {
        // Put the refused text back into the line, before any text typed meanwhile.
        const { before, after } = draftAt(where);
        setDraft(where, { before: text + before, after });
      }
    }
  };
  const write = (change: (line: InputLine) => InputLine) => {
    if (mode.now === 'reply') {
      setDraft(place(), change(draftAt(place())));
    } else {
      const line = mode.now === 'agent' ? agentName : mode.now === 'value' ? value : search;
      line.set(change(line.now));
    }
  };
  const leave = () => {
    if (isChat && mode.now === 'reply') {
      quit();
    }
    if (mode.now === 'reply' && textOf(draftAt(place())) !== '') {
      inbox.say('the draft is kept; press Enter to continue it');
    } else if (['list', 'search'].includes(mode.now)) {
      search.set(lineOf(''));
    }
    mode.set(isChat ? 'reply' : 'list');
  };
  const submit = () => {
    if (mode.now === 'reply') {
      void send();
    } else if (mode.now === 'agent') {
      const name = textOf(agentName.now).trim();
      mode.set('list');
      if (name !== '') {
        void inbox.createAgent(name).then((isCreated) => isCreated && startAssigning());
      }
    } else if (mode.now === 'value') {
      picked.set({ ...picked.now, values: [...picked.now.values, textOf(value.now)] });
      fillTemplate();
    } else {
      search.set(lineOf(textOf(search.now)));
      mode.set('list');
      void searchAll();
    }
  };
  const openPicture = async (history: NonNullable<InboxModel['opened']>['history']) => {
    const message = newestPicture(history);
    if (message === undefined) {
      inbox.say('none of the loaded messages is a picture');
      return;
    }
    try {
      const picture = await loadPicture(message, title);
      const space = { protocol: protocolOf(process.env), columns, rows: rows - HEADER };
      const sequence = pictureSequence(picture, space);
      if (sequence === undefined) {
        inbox.say(`${picture.label}: this terminal does not show it. Its address is ${message.media?.url}`);
      } else {
        await showPicture(sequence, picture.label, suspendTerminal);
      }
    } catch (error) {
      inbox.say((error as Error).message);
    }
  };
  /** Selects a conversation that matches, after a search over all messages if there is an admin API. */
  const searchAll = async () => {
    const chooseFirst = () => {
      if (selected() < 0) {
        choose(0);
      }
    };
    chooseFirst();
    if (inbox.hasDesk()) {
      await inbox.search(textOf(search.now));
      chooseFirst();
      showFound(inbox.opened?.conversation.phone);
    } else if (found().length === 0) {
      inbox.say(NO_SEARCH);
    }
  };
  const command = (input: string, key: Key) => {
    const { opened } = inbox;
    if (input === 'q') {
      quit();
    } else if ((key.return || input === 'i') && opened) {
      answer();
    } else if (input === 'a' && opened) {
      void inbox.loadAgents().then(() => {
        if (inbox.agents.length > 0) {
          startAssigning();
        } else if (inbox.note === '' && inbox.hasDesk()) {
          agentName.set(lineOf(''));
          mode.set('agent');
        } else if (inbox.note === '') {
          inbox.say(NO_AGENTS);
        }
      });
    } else if (input === 't' && opened) {
      void pickTemplate();
    } else if (input === 'o' && opened) {
      void openPicture(opened.history);
    } else if (input === 'c' && opened) {
      const status = opened.conversation.status === 'closed' ? 'open' : 'closed';
      void inbox.update({ status }, `${nameOf(opened.conversation)} is ${status} now`);
    } else if (input === '/') {
      search.set(selectedLine(search.now));
      mode.set('search');
    } else if (input === '?') {
      mode.set('help');
    } else {
      const { steps } = stepOf(input, key);
      if (steps !== 0) {
        choose(selected() + steps);
      }
    }
  };

  useKeys({
    actions: ['inbox', INBOX_ACTIONS],
    isWriting,
    press: (input, key) => {
      inbox.forgetNote();
      if (key.ctrl && input === 'c') {
        quit();
      } else if (key.pageUp || key.pageDown) {
        scroll((key.pageUp ? 1 : -1) * Math.max(1, Math.floor(height / 2)));
      } else if (key.escape) {
        leave();
      } else if (isWriting()) {
        key.return ? submit() : write((line) => edited(line, input, key));
      } else if (mode.now === 'template') {
        const at = clamped(picked.now.at + stepOf(input, key).steps, inbox.templates.length);
        picked.set({ at, values: [] });
        if (key.return) {
          fillTemplate();
        }
      } else if (mode.now === 'assign') {
        agentAt.set(clamped(agentAt.now + stepOf(input, key).steps, inbox.agents.length + 1));
        if (key.return) {
          const agent = inbox.agents[agentAt.now - 1];
          mode.set('list');
          void inbox.update({ agent_id: agent?.id ?? null }, `assigned to ${agent?.name ?? NOBODY}`);
        }
      } else if (mode.now === 'help' && (input === 'q' || input === '?')) {
        leave();
      } else if (mode.now === 'list') {
        command(input, key);
      }
    },
    point: ({ row, column, steps }) => {
      const isOnList = isListShown && (isNarrow || column < listWidth(columns));
      if (mode.now === 'help') {
        return; // The pager scrolls.
      }
      if (!isOnList && steps !== 0) {
        scroll(-steps);
      } else if (isOnList && steps !== 0) {
        choose(selected() + Math.sign(steps));
      } else if (isOnList) {
        const all = found();
        const at = rowAt(row - HEADER - 1, { selected: selected(), count: all.length, height: paneHeight });
        if (at !== undefined) {
          choose(at);
        }
      }
    },
    paste: (text) => write((line) => typedInto(line, mode.now === 'reply' ? text : text.replaceAll('\n', ' '))),
  });

  return (
    <Box flexDirection="column">
      <InboxHeader inbox={inbox} title={title} isChat={isChat} />
      {mode.now === 'help' ? (
        <Pager lines={[...helpOf('inbox', INBOX_ACTIONS), ...SIGNS]} height={paneHeight + FRAME} />
      ) : (
        <Box>
          {isListShown ? (
            <Frame isActive={mode.now === 'list' || mode.now === 'search'}>
              <ConversationList
                conversations={shown}
                messages={result().messages}
                selected={selected()}
                height={paneHeight}
                width={listWidth(columns) - FRAME}
                now={now()}
                empty={
                  inbox.hasOlder
                    ? 'no matches; ↓ loads more'
                    : textOf(search.now) === ''
                      ? 'no conversations'
                      : 'no matches'
                }
              />
            </Frame>
          ) : null}
          {isHistoryShown ? (
            <Frame isActive={mode.now !== 'list' && mode.now !== 'search'}>
              <Box flexDirection="column" width={width} height={paneHeight}>
                <OpenedHeader inbox={inbox} now={now()} />
                {mode.now === 'assign' ? (
                  <Choices
                    names={[NOBODY, ...inbox.agents.map(({ name }) => name)]}
                    selected={agentAt.now}
                    height={height}
                    width={width}
                  />
                ) : isPicking ? (
                  <TemplatePicker
                    templates={inbox.templates}
                    selected={picked.now.at}
                    values={mode.now === 'value' ? [...picked.now.values, textOf(value.now)] : []}
                    height={height}
                    width={width}
                  />
                ) : (
                  <History
                    lines={lines}
                    height={height}
                    width={width}
                    up={up}
                    marked={result().messages.get(opened?.conversation.phone ?? '')?.id}
                  />
                )}
              </Box>
            </Frame>
          ) : null}
        </Box>
      )}
      <Text color={theme().accent}>{noteLines.join('\n') || ' '}</Text>
      {mode.now === 'reply' ? (
        <Box>
          <Text color={theme().accent}>{'> '}</Text>
          <Composer line={draftAt(place())} width={columns - 2} height={typed} placeholder="write a reply" />
        </Box>
      ) : isWriting() ? (
        <Prompt
          text={promptOf(mode.now, slots()[picked.now.values.length])}
          line={mode.now === 'agent' ? agentName.now : mode.now === 'value' ? value.now : search.now}
        />
      ) : null}
      <Footer
        hints={
          isChat && mode.now === 'reply'
            ? CHAT_HINTS
            : mode.now === 'list'
              ? hintsOf('inbox', INBOX_ACTIONS)
              : HINTS[mode.now]
        }
      />
    </Box>
  );
}

/** @param slot the part of a template whose value the user types */
const promptOf = (mode: Mode, slot = ''): string =>
  mode === 'agent' ? 'name of the first agent> ' : mode === 'value' ? `${slot}> ` : '/ ';

/** Draws a frame around a pane, brighter around the one that the keys act on. */
function Frame({ isActive, children }: { isActive: boolean; children: ReactNode }) {
  return (
    <Box
      borderStyle="round"
      borderDimColor={!isActive}
      {...(isActive && { borderColor: theme().accent })}
      flexShrink={0}
    >
      {children}
    </Box>
  );
}
