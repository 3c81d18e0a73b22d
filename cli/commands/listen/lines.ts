import { localDay, localTime } from '../../output/local-time.ts';
import { answerOf, attemptOf, eventOf, type LogEntry, markOf, wordsOf } from './entry.ts';

/**
 * Returns a function that formats events as readable lines with local times. A line with the date precedes the first
 * event of each day other than `today`.
 *
 * @param today a local day, such as 2026-11-21
 */
export function lineDrawer(today: string): (entry: LogEntry) => string {
  let day = today;
  return (entry) => {
    const time = entry.signed ? entry.at : new Date(eventOf(entry)?.created_at ?? '');
    const answers = entry.forwarded.map(answerOf).join(', ');
    const words = `${markOf(entry)} ${wordsOf(entry)}${attemptOf(entry)}`;
    const line = answers === '' ? words : `${words}  -> ${answers}`;
    if (Number.isNaN(time.getTime())) {
      return ` ${line}`;
    }
    const before = day;
    day = localDay(time);
    const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
    return `${day === before ? '' : `${day}\n`}${localTime(time)}.${milliseconds} ${line}`;
  };
}

/** Returns an event as one line of JSON: the envelope alone, or with the results of this command. */
export function jsonOf(entry: LogEntry): string {
  const event = eventOf(entry);
  const forwarded = entry.forwarded.length > 0 ? { forwarded: entry.forwarded } : {};
  const found = 'problem' in entry.result ? { problem: entry.result.problem, raw_body: entry.rawBody } : { event };
  const line = entry.signed
    ? { received_at: entry.at.toISOString(), verified: event !== undefined, ...found, ...forwarded }
    : entry.forwarded.length > 0
      ? { event, ...forwarded }
      : event;
  return JSON.stringify(line);
}
