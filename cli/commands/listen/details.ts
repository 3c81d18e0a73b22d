import { localIso } from '../../output/local-time.ts';
import { messageText } from '../../output/message-text.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { linesOf } from '../../output/table.ts';
import { answerOf, eventOf, formatDuration, type LogEntry, latencyOf } from './entry.ts';

/** Returns everything known about an event, as lines. */
export function detailsOf(entry: LogEntry): string[] {
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
      [
        'came',
        `${localIso(entry.at.toISOString())}${latency === undefined ? '' : `, ${formatDuration(latency)} later`}`,
      ],
      ['signature', entry.signed ? proof : 'none: the server sends it over an authenticated connection'],
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

/** Returns the body as indented JSON if it is JSON. */
function bodyOf(rawBody: string): string[] {
  try {
    return JSON.stringify(JSON.parse(rawBody), null, 2).split('\n').map(onOneLine);
  } catch {
    return rawBody.split('\n').map(onOneLine);
  }
}
