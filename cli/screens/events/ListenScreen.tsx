import { detailsOf } from '../../commands/listen/details.ts';
import { type LogEntry, latestOf } from '../../commands/listen/entry.ts';
import type { EventLog } from '../../commands/listen/event-log.ts';
import { rowFilterOf } from '../../commands/listen/filter.ts';
import type { Forwarder } from '../../commands/listen/forwarder.ts';
import { curlOfDelivery, generatedSecret } from '../../commands/listen/signed-delivery.ts';
import { broken } from '../../output/table.ts';
import { EXITS, ListScreen, type ListTools, MOVES } from '../list/ListScreen.tsx';
import type { Actions } from '../parts/actions.ts';
import { useArea } from '../parts/area.tsx';
import { useChanges } from '../parts/use-changes.ts';
import { EventRow } from './EventRow.tsx';
import { HEADER_LINES, ListenHeader } from './ListenHeader.tsx';

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
  ...MOVES,
  first: { key: 'g', help: 'go to the oldest event' },
  last: { key: 'G', help: 'go to the newest event and follow new ones' },
  filter: { ...MOVES.filter, help: `${MOVES.filter.help}. status=failed compares a field` },
  replay: { key: 'r', hint: ['replay', 6], help: 'replay the event to every --forward-to address' },
  curl: { key: 'o', hint: ['curl', 7], help: 'show it as a curl command, copied if the terminal allows it' },
  ...EXITS,
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

/** Shows events as they arrive, with keys to inspect, replay and copy them. */
export function ListenScreen({ title, log, forwarder, quit, copy }: ListenScreenProps) {
  useChanges(log);
  const { columns } = useArea();
  const urls = forwarder?.urls ?? [];
  const replay = (entry: LogEntry, { say }: ListTools) => {
    if (!forwarder) {
      say('there is no address to send the event to: start with --forward-to URL');
      return;
    }
    say(`sent again to ${urls.length === 1 ? urls[0] : `${urls.length} addresses`}`);
    void forwarder.forward(entry, { answered: log.answered }).then(log.changed);
  };
  const showCurl = async (entry: LogEntry, { say, open }: ListTools) => {
    const curl = await curlOfDelivery(entry, urls[0] ?? ANYWHERE, forwarder?.secret ?? generatedSecret());
    copy(curl);
    open(broken(curl, columns));
    say('copied, if the terminal allows it; the signature is valid for five minutes');
  };
  return (
    <ListScreen
      actions={['events', EVENT_ACTIONS]}
      noun="events"
      items={log.rows}
      keyOf={({ number }) => number}
      filterOf={rowFilterOf}
      head={<ListenHeader title={title} log={log} urls={urls} />}
      headLines={HEADER_LINES}
      draw={(row, look) => <EventRow row={row} addresses={urls.length} {...look} />}
      timeOf={({ entries: [first] }) => first?.at ?? new Date(0)}
      detailsOf={detailsOf}
      isTail
      empty="no event yet"
      moreHelp={() => [...SIGNS, ...(forwarder?.isSecretGenerated ? ['', `signed with ${forwarder.secret}`] : [])]}
      press={(input, row, tools) => {
        const entry = row && latestOf(row);
        if (input === 'r' && entry) {
          replay(entry, tools);
        } else if (input === 'o' && entry) {
          void showCurl(entry, tools);
        }
      }}
      quit={quit}
    />
  );
}
