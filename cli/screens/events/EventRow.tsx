import { Text } from 'ink';
import stringWidth from 'string-width';
import type { Forwarded } from '../../commands/listen/entry.ts';
import {
  answerOf,
  attemptOf,
  eventOf,
  formatDuration,
  type LogEntry,
  latencyOf,
  markOf,
  wordsOf,
} from '../../commands/listen/entry.ts';
import { isTaken } from '../../commands/listen/forwarder.ts';
import { localTime } from '../../output/local-time.ts';
import { cut } from '../../output/table.ts';
import { roomy } from '../terminal/ask-widths.ts';

const TIME = 'HH:MM:SS'.length;
const LATENCY = 7;
const ONE_ANSWER = 14;
const SHORT_ANSWER = 4;
const MAX_ANSWERS = 4;

/** Returns the full response of a single address, or short responses of several addresses. */
function answersOf(forwarded: readonly Forwarded[]): string {
  const [first] = forwarded;
  if (forwarded.length === 1 && first) {
    return first.problem === undefined ? answerOf(first) : first.problem;
  }
  return forwarded.map(({ status, problem }) => String(status ?? (problem ? '✗' : '...')).padEnd(3)).join(' ');
}

const colourOf = (forwarded: readonly Forwarded[]): string =>
  forwarded.some(({ milliseconds }) => milliseconds === undefined)
    ? 'yellow'
    : forwarded.every(isTaken)
      ? 'green'
      : 'red';

/** On a narrower screen, the name of the event is left out. */
const WIDE = 60;

/**
 * Returns the description in this width. Of a status, the word at the end stays: the reason of a failure is cut first,
 * then the middle.
 */
function descriptionOf(entry: LogEntry, room: number, isNarrow: boolean): string {
  const event = eventOf(entry);
  const words = roomy(isNarrow && event ? wordsOf(entry).replace(/^[a-z.]+ +/, '') : wordsOf(entry));
  const [, status = ''] = event?.event === 'message.status' ? (/^(.* is \w+)/.exec(words) ?? []) : [];
  return stringWidth(status) > room ? cut(status, room, 'middle') : cut(words + attemptOf(entry), room);
}

/**
 * Shows one event on one line: its time, signature check, description and delay, and the responses of the addresses.
 */
export function EventRow(props: { entry: LogEntry; width: number; isSelected: boolean; addresses: number }) {
  const { entry, width, isSelected, addresses } = props;
  const answers = addresses > 1 ? Math.min(addresses, MAX_ANSWERS) * SHORT_ANSWER : addresses * ONE_ANSWER;
  const room = width - 2 - TIME - 3 - LATENCY - 1 - (answers > 0 ? answers + 1 : 0);
  const latency = latencyOf(entry);
  const isRefused = 'problem' in entry.result;
  return (
    <Text inverse={isSelected} wrap="truncate">
      {isSelected ? '▶ ' : '  '}
      {localTime(entry.at)} <Text {...(entry.signed && { color: isRefused ? 'red' : 'green' })}>{markOf(entry)}</Text>{' '}
      <Text {...(isRefused && { color: 'red' })}>{descriptionOf(entry, room, width < WIDE)}</Text>{' '}
      <Text dimColor={!isSelected}>{(latency === undefined ? '' : formatDuration(latency)).padStart(LATENCY)}</Text>
      {answers > 0 ? <Text color={colourOf(entry.forwarded)}> {cut(answersOf(entry.forwarded), answers)}</Text> : null}
    </Text>
  );
}
