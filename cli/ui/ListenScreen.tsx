import { TextInput } from '@inkjs/ui';
import { Box, Text, useInput, useWindowSize } from 'ink';
import { useState } from 'react';
import { detailsOf } from '../listen/details.ts';
import type { Entry } from '../listen/entry.ts';
import type { EventLog } from '../listen/event-log.ts';
import { filterOf } from '../listen/filter.ts';
import type { Forwarder } from '../listen/forwarder.ts';
import { curlOfDelivery, madeUpSecret } from '../listen/signed-delivery.ts';
import { broken } from '../table.ts';
import { EventList } from './EventList.tsx';
import { ListenHeader } from './ListenHeader.tsx';
import { Pager, stepOf } from './Pager.tsx';
import { useChanges } from './use-changes.ts';

export interface ListenScreenProps {
  /** Whose events they are. */
  title: string;
  log: EventLog;
  forwarder?: Forwarder | undefined;
  quit: () => void;
  /** Puts a text on the clipboard of whoever sits at the terminal. */
  copy: (text: string) => void;
}

const KEYS = 'arrows move  d details  r replay  / filter  o curl  ? help  q quit';
const BACK = 'arrows scroll  d or Esc back  q quit';
const HELP = [
  'arrows, j, k   move through the events; PgUp and PgDn by a page',
  'g, G           the oldest, the newest; from the newest on it follows',
  'd, Enter       all that is known of the event',
  'r              send it again to every --forward-to address',
  '/              only events with these words; status=failed compares a field',
  'o              as a curl line, copied where the terminal allows it',
  'Esc            back; on the list: show everything again',
  'q, Ctrl-C      quit',
  '',
  '✓ the signature holds   ✗ it does not, or the body is no event',
  'On the right: how long it took to come, and what each address answered.',
];

/** Where a curl line goes when nothing is forwarded. */
const ANYWHERE = 'http://127.0.0.1:8080/webhooks';
/** Head, foot, and the line the cursor rests on. */
const LINES_AROUND = 5;

type Panel = { kind: 'list' } | { kind: 'text'; lines: string[] } | { kind: 'details'; entry: Entry };

/** Events as they come, with keys to look at them, to send them again and to copy them. */
export function ListenScreen({ title, log, forwarder, quit, copy }: ListenScreenProps) {
  useChanges(log);
  const { columns, rows } = useWindowSize();
  const [panel, setPanel] = useState<Panel>({ kind: 'list' });
  const [picked, pick] = useState<number>();
  const [filter, setFilter] = useState('');
  const [isTyping, setTyping] = useState(false);
  const [note, setNote] = useState('');

  const height = Math.max(1, rows - LINES_AROUND);
  const entries = filter === '' ? log.entries : log.entries.filter(filterOf(filter));
  const last = entries.length - 1;
  // What was picked may be forgotten meanwhile; then the oldest that is kept takes its place.
  const at = picked === undefined ? last : entries.findIndex(({ number }) => number >= picked);
  const selected = at < 0 ? last : at;
  const entry = entries[selected];

  const move = (to: number) => pick(to >= last ? undefined : entries[Math.max(0, to)]?.number);
  const replay = () => {
    if (!entry || !forwarder) {
      setNote(entry ? 'there is no address to send it to: start with --forward-to URL' : '');
      return;
    }
    setNote(`sent again to ${forwarder.urls.length === 1 ? forwarder.urls[0] : `${forwarder.urls.length} addresses`}`);
    void forwarder.forward(entry, { answered: log.answered }).then(log.changed);
  };
  const showCurl = async () => {
    if (entry) {
      const curl = await curlOfDelivery(entry, forwarder?.urls[0] ?? ANYWHERE, forwarder?.secret ?? madeUpSecret());
      copy(curl);
      setPanel({ kind: 'text', lines: broken(curl, columns) });
      setNote('copied, where the terminal allows it; its signature is good for five minutes');
    }
  };

  useInput(
    (input, key) => {
      setNote('');
      if (input === 'q' || (key.ctrl && input === 'c')) {
        quit();
      } else if (panel.kind !== 'list') {
        if (key.escape || key.return || 'do?'.includes(input || ' ')) {
          setPanel({ kind: 'list' });
        } else if (input === 'r') {
          replay();
        }
      } else if (key.escape) {
        setFilter('');
      } else if ((input === 'd' || key.return) && entry) {
        setPanel({ kind: 'details', entry });
      } else if (input === 'r') {
        replay();
      } else if (input === 'o') {
        void showCurl();
      } else if (input === '?') {
        setPanel({
          kind: 'text',
          lines: forwarder?.isSecretMadeUp ? [...HELP, '', `signed with ${forwarder.secret}`] : HELP,
        });
      } else if (input === '/') {
        setTyping(true);
      } else if (input === 'g' || input === 'G') {
        move(input === 'g' ? 0 : last);
      } else {
        const { steps, pages } = stepOf(input, key);
        if (steps !== 0 || pages !== 0) {
          move(selected + steps + pages * height);
        }
      }
    },
    { isActive: !isTyping },
  );
  useInput(
    (input, key) => {
      if (key.ctrl && input === 'c') {
        quit();
      } else if (key.escape) {
        setTyping(false);
        setFilter('');
      }
    },
    { isActive: isTyping },
  );

  return (
    <Box flexDirection="column">
      <ListenHeader title={title} log={log} />
      {panel.kind === 'list' ? (
        <EventList
          entries={entries}
          selected={selected}
          height={height}
          width={columns}
          addresses={forwarder?.urls.length ?? 0}
          empty={filter === '' ? 'no event yet' : 'no event fits the filter; Esc shows all'}
        />
      ) : (
        <Pager lines={panel.kind === 'text' ? panel.lines : detailsOf(panel.entry)} height={height} />
      )}
      <Box>
        {isTyping ? (
          <>
            <Text color="cyan">/ </Text>
            <TextInput defaultValue={filter} onChange={setFilter} onSubmit={() => setTyping(false)} />
          </>
        ) : (
          <Text wrap="truncate" color="cyan">
            {note || (filter === '' ? ' ' : `/ ${filter}`)}
          </Text>
        )}
      </Box>
      <Text dimColor wrap="truncate">
        {isTyping ? 'Enter keeps the filter  Esc shows all' : panel.kind === 'list' ? KEYS : BACK}
      </Text>
    </Box>
  );
}
