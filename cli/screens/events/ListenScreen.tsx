import { Box, type Key, Text, useWindowSize } from 'ink';
import { useState } from 'react';
import { detailsOf } from '../../commands/listen/details.ts';
import type { LogEntry } from '../../commands/listen/entry.ts';
import type { EventLog } from '../../commands/listen/event-log.ts';
import { filterOf } from '../../commands/listen/filter.ts';
import type { Forwarder } from '../../commands/listen/forwarder.ts';
import { curlOfDelivery, generatedSecret } from '../../commands/listen/signed-delivery.ts';
import { broken } from '../../output/table.ts';
import { Footer, type Hint } from '../parts/Footer.tsx';
import { edited, lineOf, textOf, typedInto } from '../parts/input-line.ts';
import { LineInput } from '../parts/LineInput.tsx';
import { Pager, stepOf } from '../parts/Pager.tsx';
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

const KEYS: readonly Hint[] = [
  ['arrows move', 3],
  ['d details', 4],
  ['r replay', 5],
  ['/ filter', 6],
  ['o curl', 7],
  ['? help', 1],
  ['q quit', 2],
];
const BACK: readonly Hint[] = [
  ['arrows scroll', 3],
  ['d or Esc back', 1],
  ['q quit', 2],
];
const TYPING: readonly Hint[] = [
  ['Enter keeps the filter', 2],
  ['Esc shows all', 1],
];
const HELP = [
  'arrows, j, k   move through the events; PgUp and PgDn by a page',
  'g, G           go to the oldest event, or to the newest and follow new ones',
  'd, Enter       show all details of the event',
  'r              replay the event to every --forward-to address',
  '/              show only events with these words; status=failed compares a field',
  'o              show it as a curl command, copied if the terminal allows it',
  'Esc            go back; on the list: clear the filter',
  'Ctrl-L         draw the screen again',
  'Ctrl-Z         stop, until `fg` in the shell continues',
  'q, Ctrl-C      quit',
  '',
  '✓ the signature is valid',
  '✗ it is not, or the body is not an event',
  'On the right: the delay of the event, and the response of each address.',
];

/** The address of a curl command if nothing is forwarded. */
const ANYWHERE = 'http://127.0.0.1:8080/webhooks';
/** Header, footer, and the line of the cursor. */
const LINES_AROUND = 5;

type Panel = { kind: 'list' } | { kind: 'text'; lines: string[] } | { kind: 'details'; entry: LogEntry };

/** Shows events as they arrive, with keys to inspect, replay and copy them. */
export function ListenScreen({ title, log, forwarder, quit, copy }: ListenScreenProps) {
  useChanges(log);
  const { columns, rows } = useWindowSize();
  const panel = useNow<Panel>({ kind: 'list' });
  const picked = useNow<number | undefined>(undefined);
  const filter = useNow(lineOf(''));
  const isTyping = useNow(false);
  const [note, setNote] = useState('');

  const height = Math.max(1, rows - LINES_AROUND);
  /** Returns the events that match the filter, and the position of the cursor. */
  const shown = () => {
    const words = textOf(filter.now);
    const entries = words === '' ? log.entries : log.entries.filter(filterOf(words));
    const last = entries.length - 1;
    const wanted = picked.now;
    // If the log has dropped the selected event, select the oldest one.
    const at = wanted === undefined ? last : entries.findIndex(({ number }) => number >= wanted);
    return { entries, last, selected: at < 0 ? last : at };
  };

  const move = (wanted: (selected: number) => number) => {
    const { entries, last, selected } = shown();
    const to = wanted(selected);
    picked.set(to >= last ? undefined : entries[Math.max(0, to)]?.number);
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
      filter.set(edited(filter.now, input, key));
    }
    isTyping.set(!key.escape && !key.return);
  };
  const command = (input: string, key: Key) => {
    const { entries, last, selected } = shown();
    const entry = entries[selected];
    if (key.escape) {
      filter.set(lineOf(''));
    } else if ((input === 'd' || key.return) && entry) {
      panel.set({ kind: 'details', entry });
    } else if (input === 'r') {
      replay(entry);
    } else if (input === 'o') {
      void showCurl(entry);
    } else if (input === '?') {
      panel.set({
        kind: 'text',
        lines: forwarder?.isSecretGenerated ? [...HELP, '', `signed with ${forwarder.secret}`] : HELP,
      });
    } else if (input === '/') {
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
    isWriting: () => isTyping.now,
    press: (input, key) => {
      setNote('');
      if ((input === 'q' && !isTyping.now) || (key.ctrl && input === 'c')) {
        quit();
      } else if (isTyping.now) {
        write(input, key);
      } else if (panel.now.kind === 'list') {
        command(input, key);
      } else if (key.escape || key.return || 'do?'.includes(input || ' ')) {
        panel.set({ kind: 'list' });
      } else if (input === 'r') {
        const { entries, selected } = shown();
        replay(entries[selected]);
      }
    },
    paste: (text) => filter.set(typedInto(filter.now, text.replaceAll('\n', ' '))),
  });

  const { entries, selected } = shown();
  const words = textOf(filter.now);
  return (
    <Box flexDirection="column">
      <ListenHeader title={title} log={log} />
      {panel.now.kind === 'list' ? (
        <EventList
          entries={entries}
          selected={selected}
          height={height}
          width={columns}
          addresses={forwarder?.urls.length ?? 0}
          empty={words === '' ? 'no event yet' : 'no event matches the filter; Esc shows all'}
        />
      ) : (
        <Pager lines={panel.now.kind === 'text' ? panel.now.lines : detailsOf(panel.now.entry)} height={height} />
      )}
      <Box>
        {isTyping.now ? (
          <>
            <Text color="cyan">/ </Text>
            <LineInput line={filter.now} />
          </>
        ) : (
          <Text wrap="truncate" color="cyan">
            {note || (words === '' ? ' ' : `/ ${words}`)}
          </Text>
        )}
      </Box>
      <Footer hints={isTyping.now ? TYPING : panel.now.kind === 'list' ? KEYS : BACK} />
    </Box>
  );
}
