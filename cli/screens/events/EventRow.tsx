import { Text } from 'ink';
import stringWidth from 'string-width';
import type { Forwarded, LogRow } from '../../commands/listen/entry.ts';
import {
  answerOf,
  attemptOf,
  eventOf,
  formatDuration,
  type LogEntry,
  latencyOf,
  latestOf,
  markOf,
  wordsOf,
} from '../../commands/listen/entry.ts';
import { isTaken } from '../../commands/listen/forwarder.ts';
import { localTime } from '../../output/local-time.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { cut } from '../../output/table.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { roomy } from '../terminal/ask-widths.ts';

const TIME = 'HH:MM:SS'.length;
const SIGN = 2;
const LATENCY = 7;
const ONE_ANSWER = 14;
const SHORT_ANSWER = 6;
const MAX_ANSWERS = 4;

/** Returns the full response of a single address, or short responses of several addresses, each with its number. */
function answersOf(forwarded: readonly Forwarded[]): string {
  const [first] = forwarded;
  if (forwarded.length === 1 && first) {
    return first.problem === undefined ? answerOf(first) : first.problem;
  }
  return forwarded
    .map(({ status, problem }, index) => `${index + 1}:${status ?? (problem ? '✗' : '...')}`.padEnd(SHORT_ANSWER - 1))
    .join(' ');
}

const colourOf = (forwarded: readonly Forwarded[]): keyof Theme =>
  forwarded.some(({ milliseconds }) => milliseconds === undefined) ? 'busy' : forwarded.every(isTaken) ? 'good' : 'bad';

/** A status advances through these signs and colors. */
const STATUSES: Record<string, { sign: string; colour?: keyof Theme }> = {
  queued: { sign: '…', colour: 'quiet' },
  sent: { sign: '✓' },
  delivered: { sign: '✓✓', colour: 'accent' },
  read: { sign: '✓✓', colour: 'good' },
  failed: { sign: '✗', colour: 'bad' },
};

/** The other kinds of events. */
const KINDS: Record<string, { sign: string; colour?: keyof Theme }> = {
  'message.received': { sign: '◂', colour: 'customer' },
  'template.status': { sign: '▣', colour: 'bot' },
};

/** In fewer columns, the channel is left out, and a long name leaves room for the text. */
const NARROW = 30;
const SENDER = /^(.*?) on \w+: /;
const shortened = (name: string, width: number): string => cut(name, Math.min(stringWidth(name), Math.floor(width)));

const LONGEST_STATUS = 'delivered'.length;

/**
 * Returns the sign and the words of an event. The words of a status begin with the whole message ID, so that its rows
 * can be compared with other lists.
 */
function contentOf(entry: LogEntry, room: number): { sign: string; colour?: keyof Theme; words: string } {
  const event = eventOf(entry);
  if (event === undefined) {
    return { sign: '✗', colour: 'bad', words: wordsOf(entry) };
  }
  if (event.event === 'message.status') {
    const { id, status, to, error } = event.data.message;
    const why = error ? ` (${error.code} ${error.title ?? ''})` : '';
    // The beginnings of IDs are the same, so a long one keeps its end. The sign says the status.
    const words =
      id.length < room
        ? `${id} ${status.padEnd(LONGEST_STATUS)} to ${to}${why}`
        : id.length > room
          ? `…${id.slice(1 - room)}`
          : id;
    return { ...(STATUSES[status] ?? { sign: '?' }), words: onOneLine(words) };
  }
  const words = wordsOf(entry).replace(/^[a-z.]+ +(?=\S)/, '');
  return {
    ...(KINDS[event.event] ?? { sign: '?' }),
    words: room < NARROW ? words.replace(SENDER, (_, name: string) => `${shortened(name, room / 2)}: `) : words,
  };
}

/**
 * Shows one row: the time of its first event, the signature check, and of its newest event the sign, the words, the
 * delay, and the responses of the addresses.
 */
export function EventRow(props: { row: LogRow; width: number; isSelected: boolean; addresses: number }) {
  const { row, width, isSelected, addresses } = props;
  const entry = latestOf(row);
  const answers = addresses > 1 ? Math.min(addresses, MAX_ANSWERS) * SHORT_ANSWER : addresses * ONE_ANSWER;
  const room = width - 2 - TIME - 1 - 1 - 1 - SIGN - 1 - 1 - LATENCY - (answers > 0 ? answers + 1 : 0);
  const latency = latencyOf(entry);
  const { sign, colour, words } = contentOf(entry, Math.max(2, room));
  const isRefused = 'problem' in entry.result;
  const coloured = colour && { color: theme()[colour] };
  return (
    <Text inverse={isSelected} wrap="truncate">
      {isSelected ? '▶ ' : '  '}
      <Text dimColor={!isSelected}>{localTime(row.entries[0]?.at ?? entry.at)}</Text>{' '}
      <Text {...(entry.signed && { color: isRefused ? theme().bad : theme().good })}>{markOf(entry)}</Text>{' '}
      <Text {...coloured}>
        {sign.padEnd(SIGN)} {cut(roomy(words) + attemptOf(entry), Math.max(1, room))}
      </Text>{' '}
      <Text dimColor={!isSelected}>{(latency === undefined ? '' : formatDuration(latency)).padStart(LATENCY)}</Text>
      {answers > 0 ? (
        <Text color={theme()[colourOf(entry.forwarded)]}> {cut(answersOf(entry.forwarded), answers)}</Text>
      ) : null}
    </Text>
  );
}
