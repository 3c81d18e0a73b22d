import { FAILURE_FIXES } from '@wigwag/server/failures';
import { localIso, localTime } from '../../output/local-time.ts';
import { messageText } from '../../output/message-text.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { linesOf } from '../../output/table.ts';
import { answerOf, eventOf, formatDuration, type LogEntry, type LogRow, latencyOf, latestOf } from './entry.ts';

/** Returns everything known about an event, as lines: of a message's statuses, about the newest one. */
export function detailsOf(row: LogRow): string[] {
  const entry = latestOf(row);
  const event = eventOf(entry);
  const latency = latencyOf(entry);
  const proof = 'problem' in entry.result ? `✗ ${onOneLine(entry.result.problem)}` : '✓ holds';
  return [
    ...linesOf([
      ['event', onOneLine(`${event?.event ?? '-'}  ${event?.id ?? ''}`)],
      ...(event?.event === 'message.received'
        ? [['message', onOneLine(messageText(event.data.message))] as [string, string]]
        : []),
      ['happened', onOneLine(localIso(event?.created_at ?? '-'))],
      ['came', localIso(entry.at.toISOString())],
      ...(latency === undefined ? [] : [['delay', formatDuration(latency)] as [string, string]]),
      ['signature', entry.signed ? proof : 'none: the server sends it over an authenticated connection'],
      ...statusesOf(row),
      ...errorOf(entry),
      ['attempt', `${entry.attempt}${entry.repeated ? ', this delivery was seen before' : ''}`],
      ...entry.forwarded.flatMap((one): [string, string][] => [
        ['forwarded', `${one.url}  ${answerOf(one)}`],
        ...(one.answer ? [['answer', onOneLine(one.answer)] as [string, string]] : []),
      ]),
    ]),
    '',
    ...bodyOf(entry.rawBody),
  ];
}

/** Returns why a message failed. */
function errorOf(entry: LogEntry): [string, string][] {
  const event = eventOf(entry);
  const error = event?.event === 'message.status' ? event.data.message.error : null;
  const fix = FAILURE_FIXES[String(error?.code)];
  return [
    ...(error ? [['error', onOneLine(`${error.code} ${error.title ?? ''}`)] as [string, string]] : []),
    ...(fix ? [['fix', fix] as [string, string]] : []),
  ];
}

/** Returns the time of each status, if there are several. */
const statusesOf = ({ entries }: LogRow): [string, string][] =>
  entries.length < 2
    ? []
    : entries.map((entry): [string, string] => {
        const event = eventOf(entry);
        const status = event?.event === 'message.status' ? event.data.message.status : '';
        return [onOneLine(status), `${localTime(entry.at)}  ${onOneLine(event?.id ?? '')}`];
      });

/** Returns the body as indented JSON if it is JSON. */
function bodyOf(rawBody: string): string[] {
  try {
    return JSON.stringify(JSON.parse(rawBody), null, 2).split('\n').map(onOneLine);
  } catch {
    return rawBody.split('\n').map(onOneLine);
  }
}
