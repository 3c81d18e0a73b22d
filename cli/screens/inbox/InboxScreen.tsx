import { Box, type Key, Text, useApp } from 'ink';
import type { ReactNode } from 'react';
import type { InboxModel } from '../../commands/inbox/model.ts';
import { nameOf } from '../../commands/inbox/words.ts';
import { localDay } from '../../output/local-time.ts';
import { wrapped } from '../../output/table.ts';
import { Choices } from '../list/Choices.tsx';
import { clamped } from '../list/lines.ts';
import { helpOf } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { Composer, rowsOf } from '../parts/Composer.tsx';
import { Footer } from '../parts/Footer.tsx';
import { edited, type InputLine, lineOf, selectedLine, textOf, typedInto } from '../parts/input-line.ts';
import { Pager, stepOf } from '../parts/Pager.tsx';
import { Prompt } from '../parts/Prompt.tsx';
import { theme } from '../parts/theme.ts';
import { useChanges, useClock } from '../parts/use-changes.ts';
import { useKeys, useNow } from '../parts/use-keys.ts';
import { ConversationList, rowAt } from './ConversationList.tsx';
import { History } from './History.tsx';
import { InboxHeader, OpenedHeader, TWO_PANES } from './InboxHeader.tsx';
import { hintsFor, INBOX_ACTIONS, type Mode, SIGNS } from './inbox-actions.ts';
import { openPicture } from './open-picture.ts';
import { TemplatePicker } from './TemplatePicker.tsx';
import { useAgents } from './use-agents.ts';
import { useDraft } from './use-draft.ts';
import { useHistory } from './use-history.ts';
import { useSearch } from './use-search.ts';
import { useTemplate } from './use-template.ts';

export interface InboxScreenProps {
  inbox: InboxModel;
  /** The server, for the status bar. */
  title?: string;
  /** What to do if there is no conversation. @default nothing */
  start?: string | undefined;
  /** Shows only one conversation, without the list. */
  isChat?: boolean;
  quit: () => void;
  /** Returns the time in milliseconds. @default Date.now */
  now?: () => number;
}

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
/** Older conversations are loaded when the cursor is this close to the end of the list. */
const AHEAD = 10;

const NO_SEARCH = 'no loaded conversation matches; to search all messages, set WIGWAG_ADMIN_URL and WIGWAG_ADMIN_TOKEN';

/** Returns the width of the list; the whole screen if there is no room for two panes. */
const listWidth = (columns: number): number =>
  columns < TWO_PANES ? columns : Math.max(LIST.least, Math.min(LIST.most, Math.floor(columns * LIST.part)));

/**
 * Shows conversations on the left, the messages of one on the right, and the available keys. A narrow screen shows one
 * of the two at a time.
 */
export function InboxScreen({ inbox, title = '', start, isChat = false, quit, now = Date.now }: InboxScreenProps) {
  useChanges(inbox);
  useClock(COUNTDOWN_MILLISECONDS);
  const { columns, rows } = useArea();
  const { suspendTerminal } = useApp();
  const mode = useNow<Mode>(isChat ? 'reply' : 'list');
  const search = useSearch(inbox);
  const agents = useAgents(inbox, mode);
  const draft = useDraft(inbox, isChat);

  const isSearching = () => mode.now === 'list' || mode.now === 'search';
  const isWriting = () => ['reply', 'search', 'agent', 'value'].includes(mode.now);
  const words = textOf(search.words.now);
  const note = inbox.note || (words === '' || mode.now === 'search' ? '' : `/ ${words}`);
  const noteLines = note
    .split('\n')
    .flatMap((line) => wrapped(line, columns))
    .slice(0, Math.max(1, rows - LINES_AROUND - FRAME - HEADING - 1));
  const isNarrow = columns < TWO_PANES;
  const isListShown = !isChat && (!isNarrow || isSearching());
  const isHistoryShown = isChat || !isNarrow || !isListShown;
  const typed = Math.max(1, Math.min(rowsOf(draft.line(), columns - 2).length, Math.floor(rows / COMPOSER_PART)));
  const inputLines = mode.now === 'reply' ? typed : isWriting() ? 1 : 0;
  const paneHeight = Math.max(1, rows - LINES_AROUND + 1 - noteLines.length - inputLines - FRAME);
  const height = Math.max(1, paneHeight - HEADING);
  const width = (isChat || isNarrow ? columns : columns - listWidth(columns)) - FRAME;
  const history = useHistory(inbox, { width, height, today: localDay(new Date(now())) });
  const template = useTemplate(inbox, mode, history.toEnd);
  const foundIn = (phone: string | undefined) => search.messages().get(phone ?? '');

  const choose = (index: number) => {
    const all = search.conversations();
    if (index > all.length - AHEAD) {
      void inbox.loadOlder();
    }
    const next = all[clamped(index, all.length)];
    if (next && next.phone !== inbox.opened?.conversation.phone) {
      history.toEnd();
      history.show(foundIn(next.phone));
      void inbox.open(next.phone);
    }
  };
  /** Selects a conversation that matches, after a search over all messages if there is an admin API. */
  const searchAll = async () => {
    const chooseFirst = () => {
      if (search.selected() < 0) {
        choose(0);
      }
    };
    chooseFirst();
    if (inbox.hasDesk()) {
      await inbox.search(textOf(search.words.now));
      chooseFirst();
      history.show(foundIn(inbox.opened?.conversation.phone));
    } else if (search.conversations().length === 0) {
      inbox.say(NO_SEARCH);
    }
  };
  const answer = () => {
    const { conversation, window } = inbox.opened ?? {};
    if (conversation?.channel === 'whatsapp' && window?.window_open === false) {
      void template.start();
      return;
    }
    mode.set('reply');
    if ((conversation?.unread_count ?? 0) > 0) {
      void inbox.update({ unread_count: 0 }, '');
    }
  };
  /** The line that the user types in, unless it is a reply. */
  const promptLine = () => {
    switch (mode.now) {
      case 'agent':
        return { label: 'name of the first agent> ', line: agents.name, submit: agents.create };
      case 'value':
        return { label: `${template.slot ?? ''}> `, line: template.value, submit: template.submit };
      default: {
        const submit = () => {
          search.words.set(lineOf(textOf(search.words.now)));
          mode.set('list');
          void searchAll();
        };
        return { label: '/ ', line: search.words, submit };
      }
    }
  };
  const write = (change: (line: InputLine) => InputLine) => {
    if (mode.now === 'reply') {
      draft.set(change(draft.line()));
    } else {
      const { line } = promptLine();
      line.set(change(line.now));
    }
  };
  const leave = () => {
    if (isChat && mode.now === 'reply') {
      quit();
    }
    if (mode.now === 'reply' && textOf(draft.line()) !== '') {
      inbox.say('the draft is kept; press Enter to continue it');
    } else if (isSearching()) {
      search.words.set(lineOf(''));
    }
    mode.set(isChat ? 'reply' : 'list');
  };
  const command = (input: string, key: Key) => {
    const { opened } = inbox;
    if (input === 'q') {
      quit();
    } else if ((key.return || input === 'i') && opened) {
      answer();
    } else if (input === 'a' && opened) {
      void agents.choose();
    } else if (input === 't' && opened) {
      void template.start();
    } else if (input === 'o' && opened) {
      void openPicture(inbox, title, suspendTerminal);
    } else if (input === 'c' && opened) {
      const status = opened.conversation.status === 'closed' ? 'open' : 'closed';
      void inbox.update({ status }, `${nameOf(opened.conversation)} is ${status} now`);
    } else if (input === '/') {
      search.words.set(selectedLine(search.words.now));
      mode.set('search');
    } else if (input === '?') {
      mode.set('help');
    } else {
      const { steps } = stepOf(input, key);
      if (steps !== 0) {
        choose(search.selected() + steps);
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
        history.scroll((key.pageUp ? 1 : -1) * Math.max(1, Math.floor(height / 2)));
      } else if (key.escape) {
        leave();
      } else if (isWriting() && !key.return) {
        write((line) => edited(line, input, key));
      } else if (isWriting()) {
        void (mode.now === 'reply' ? draft.send(history.toEnd) : promptLine().submit());
      } else if (mode.now === 'template') {
        template.move(stepOf(input, key).steps);
        if (key.return) {
          template.next();
        }
      } else if (mode.now === 'assign') {
        agents.move(stepOf(input, key).steps);
        if (key.return) {
          agents.assign();
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
        history.scroll(-steps);
      } else if (isOnList && steps !== 0) {
        choose(search.selected() + Math.sign(steps));
      } else if (isOnList) {
        const count = search.conversations().length;
        const at = rowAt(row - HEADER - 1, { selected: search.selected(), count, height: paneHeight });
        if (at !== undefined) {
          choose(at);
        }
      }
    },
    paste: (text) => write((line) => typedInto(line, mode.now === 'reply' ? text : text.replaceAll('\n', ' '))),
  });

  const emptyList = inbox.hasOlder
    ? 'no matches; ↓ loads more'
    : words === ''
      ? ['no conversations', start].filter(Boolean).join('; ')
      : 'no matches';
  const prompt = promptLine();
  return (
    <Box flexDirection="column">
      <InboxHeader inbox={inbox} title={title} isChat={isChat} />
      {mode.now === 'help' ? (
        <Pager lines={[...helpOf('inbox', INBOX_ACTIONS), ...SIGNS]} height={paneHeight + FRAME} />
      ) : (
        <Box>
          {isListShown ? (
            <Frame isActive={isSearching()}>
              <ConversationList
                conversations={search.conversations()}
                messages={search.messages()}
                selected={search.selected()}
                height={paneHeight}
                width={listWidth(columns) - FRAME}
                now={now()}
                empty={emptyList}
              />
            </Frame>
          ) : null}
          {isHistoryShown ? (
            <Frame isActive={!isSearching()}>
              <Box flexDirection="column" width={width} height={paneHeight}>
                <OpenedHeader inbox={inbox} now={now()} />
                {mode.now === 'assign' ? (
                  <Choices names={agents.names} selected={agents.selected} height={height} width={width} />
                ) : mode.now === 'template' || mode.now === 'value' ? (
                  <TemplatePicker
                    templates={inbox.templates}
                    selected={template.selected}
                    values={template.values}
                    height={height}
                    width={width}
                  />
                ) : (
                  <History
                    lines={history.lines}
                    height={height}
                    width={width}
                    up={history.up}
                    marked={foundIn(inbox.opened?.conversation.phone)?.id}
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
          <Composer line={draft.line()} width={columns - 2} height={typed} placeholder="write a reply" />
        </Box>
      ) : isWriting() ? (
        <Prompt text={prompt.label} line={prompt.line.now} />
      ) : null}
      <Footer hints={hintsFor(mode.now, isChat)} />
    </Box>
  );
}

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
