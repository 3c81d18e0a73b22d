import { Box, type Key, Text } from 'ink';
import { useState } from 'react';
import { detailsOf } from '../../commands/listen/details.ts';
import { type LogEntry, type LogRow, latestOf } from '../../commands/listen/entry.ts';
import type { EventLog } from '../../commands/listen/event-log.ts';
import { rowFilterOf } from '../../commands/listen/filter.ts';
import type { Forwarder } from '../../commands/listen/forwarder.ts';
import { curlOfDelivery, generatedSecret } from '../../commands/listen/signed-delivery.ts';
import { broken } from '../../output/table.ts';
import { type Actions, BACK, FILTERING, helpOf, hintsOf } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { Footer } from '../parts/Footer.tsx';
import { edited, lineOf, textOf, typedInto } from '../parts/input-line.ts';
import { LineInput } from '../parts/LineInput.tsx';
import { Pager, stepOf } from '../parts/Pager.tsx';
import { paneWidth, SEPARATOR, SidePane } from '../parts/SidePane.tsx';
import { theme } from '../parts/theme.ts';
import { useChanges } from '../parts/use-changes.ts';
import { useKeys, useNow } from '../parts/use-keys.ts';
import { EventList } from './EventList.tsx';
import { ListenHeader } from './ListenHeader.tsx';

export interface ListenScreenProps {
  /** The source of the events. */
  title: string;
  log: EventLog;
  forwarder?: Forwarder | undefined;
  quit: () => void;
  /** Copies a text to the user's clipboard. */
  copy: (text: string) => void;
}

/** The keys of the events. */
export const EVENT_ACTIONS = {
  move: { key: 'arrows, j, k', hint: ['arrows move', 3], help: 'move through the events; PgUp and PgDn by a page' },
  first: { key: 'g', help: 'go to the oldest event' },
  newest: { key: 'G', help: 'go to the newest event and follow new ones' },
  details: { key: 'd', hint: ['details', 4], help: 'show all details of the event; Enter does the same' },
  replay: { key: 'r', hint: ['replay', 5], help: 'replay the event to every --forward-to address' },
  filter: {
    key: '/',
    hint: ['filter', 6],
    help: 'show only events with these words; status=failed compares a field. A new filter replaces the last one',
  },
  curl: { key: 'o', hint: ['curl', 7], help: 'show it as a curl command, copied if the terminal allows it' },
  back: { key: 'Esc', help: 'go back; on the list: clear the filter' },
  help: { key: '?', hint: ['help', 1] },
  redraw: { key: 'Ctrl-L', help: 'draw the screen again' },
  stop: { key: 'Ctrl-Z', help: 'stop, until `fg` in the shell continues' },
  quit: { key: 'q, Ctrl-C', hint: ['q quit', 2], help: 'quit; in help and details, q goes back' },
} as const satisfies Actions;

const SIGNS = [
  '',
  'A row is a message, and advances with its statuses:',
  '✓ sent   ✓✓ delivered (accent color)   ✓✓ read (green)   ✗ failed',
  '◂ a customer wrote   ▣ a template changed',
  'Before the sign: ✓ the signature is valid; ✗ it is not, or the body is not an event.',
  'On the right: the delay of the event, and the response of each address.',
];

/** The address of a curl command if nothing is forwarded. */
const ANYWHERE = 'http://127.0.0.1:8080/webhooks';
/** Header, footer, and the line of the cursor. */
const LINES_AROUND = 5;
/** The details of an event are not wider. */
const WIDEST_DETAILS = 84;

type Panel = { kind: 'list' } | { kind: 'text'; lines: string[] } | { kind: 'details'; row: LogRow };

/** Shows events as they arrive, with keys to inspect, replay and copy them. */
export function ListenScreen({ title, log, forwarder, quit, copy }: ListenScreenProps) {
  useChanges(log);
  const { columns, rows: lines } = useArea();
  const panel = useNow<Panel>({ kind: 'list' });
  const picked = useNow<number | undefined>(undefined);
  const filter = useNow(lineOf(''));
  const isTyping = useNow(false);
  /** The next letter replaces the filter; an arrow or Backspace edits it. */
  const isFresh = useNow(false);
  const [note, setNote] = useState('');

  const height = Math.max(1, lines - LINES_AROUND);
  /** Returns the rows that match the filter, and the position of the cursor. */
  const shown = () => {
    const words = textOf(filter.now);
    const rows = words === '' ? log.rows : log.rows.filter(rowFilterOf(words));
    const last = rows.length - 1;
    const wanted = picked.now;
    // If the log has dropped the selected row, select the oldest one.
    const at = wanted === undefined ? last : rows.findIndex(({ number }) => number >= wanted);
    return { rows, last, selected: at < 0 ? last : at };
  };

  const move = (wanted: (selected: number) => number) => {
    const { rows, last, selected } = shown();
    const to = wanted(selected);
    picked.set(to >= last ? undefined : rows[Math.max(0, to)]?.number);
  };
  const replay = (entry: LogEntry | undefined) => {
    if (!entry || !forwarder) {
      setNote(entry ? 'there is no address to send the event to: start with --forward-to URL' : '');
      return;
    }
    setNote(`sent again to ${forwarder.urls.length === 1 ? forwarder.urls[0] : `${forwarder.urls.length} addresses`}`);
    void forwarder.forward(entry, { answered: log.answered }).then(log.changed);
  };
  const showCurl = async (entry: LogEntry | undefined) => {
    if (entry) {
      const curl = await curlOfDelivery(entry, forwarder?.urls[0] ?? ANYWHERE, forwarder?.secret ?? generatedSecret());
      copy(curl);
      panel.set({ kind: 'text', lines: broken(curl, columns) });
      setNote('copied, if the terminal allows it; the signature is valid for five minutes');
    }
  };
  const write = (input: string, key: Key) => {
    if (key.escape) {
      filter.set(lineOf(''));
    } else if (!key.return) {
      const isReplaced = isFresh.now && /^[^\p{Cc}]/u.test(input) && !key.ctrl && !key.meta;
      filter.set(edited(isReplaced ? lineOf('') : filter.now, input, key));
    }
    isFresh.set(false);
    isTyping.set(!key.escape && !key.return);
  };
  const command = (input: string, key: Key) => {
    const { rows, last, selected } = shown();
    const row = rows[selected];
    const entry = row && latestOf(row);
    if (key.escape) {
      filter.set(lineOf(''));
    } else if ((input === 'd' || key.return) && row) {
      panel.set({ kind: 'details', row });
    } else if (input === 'r') {
      replay(entry);
    } else if (input === 'o') {
      void showCurl(entry);
    } else if (input === '?') {
      panel.set({
        kind: 'text',
        lines: [
          ...helpOf('events', EVENT_ACTIONS),
          ...SIGNS,
          ...(forwarder?.isSecretGenerated ? ['', `signed with ${forwarder.secret}`] : []),
        ],
      });
    } else if (input === '/') {
      isFresh.set(true);
      isTyping.set(true);
    } else if (input === 'g' || input === 'G') {
      move(() => (input === 'g' ? 0 : last));
    } else {
      const { steps, pages } = stepOf(input, key);
      if (steps !== 0 || pages !== 0) {
        move((from) => from + steps + pages * height);
      }
    }
  };

  useKeys({
    actions: ['events', EVENT_ACTIONS],
    isWriting: () => isTyping.now,
    press: (input, key) => {
      setNote('');
      const isList = panel.now.kind === 'list';
      if ((input === 'q' && isList && !isTyping.now) || (key.ctrl && input === 'c')) {
        quit();
      } else if (isTyping.now) {
        write(input, key);
      } else if (isList) {
        command(input, key);
      } else if (key.escape || key.return || 'do?q'.includes(input || ' ')) {
        panel.set({ kind: 'list' });
      } else if (input === 'r') {
        const { rows, selected } = shown();
        const row = rows[selected];
        replay(row && latestOf(row));
      }
    },
    paste: (text) => filter.set(typedInto(isFresh.now ? lineOf('') : filter.now, text.replaceAll('\n', ' '))),
  });

  const { rows, selected } = shown();
  const words = textOf(filter.now);
  const urls = forwarder?.urls ?? [];
  const beside = Math.min(WIDEST_DETAILS, paneWidth(columns));
  const current = rows[selected];
  return (
    <Box flexDirection="column">
      <ListenHeader title={title} log={log} urls={urls} />
      {panel.now.kind === 'list' ? (
        <Box height={height}>
          <EventList
            rows={rows}
            selected={selected}
            height={height}
            width={columns - (beside === 0 ? 0 : beside + SEPARATOR)}
            addresses={urls.length}
            empty={words === '' ? 'no event yet' : 'no event matches the filter; Esc shows all'}
          />
          {beside === 0 ? null : <SidePane lines={current ? detailsOf(current) : []} height={height} width={beside} />}
        </Box>
      ) : (
        <Pager lines={panel.now.kind === 'text' ? panel.now.lines : detailsOf(panel.now.row)} height={height} />
      )}
      <Box>
        {isTyping.now ? (
          <>
            <Text color={theme().accent}>/ </Text>
            <LineInput line={filter.now} />
          </>
        ) : (
          <Text wrap="truncate" color={theme().accent}>
            {note || (words === '' ? ' ' : `/ ${words}`)}
          </Text>
        )}
      </Box>
      <Footer hints={isTyping.now ? FILTERING : panel.now.kind === 'list' ? hintsOf('events', EVENT_ACTIONS) : BACK} />
    </Box>
  );
}
