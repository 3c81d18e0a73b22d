import { answerOf, attemptOf, type Entry, eventOf, markOf, wordsOf } from './entry.ts';

/** An event as one line for people. */
export function lineOf(entry: Entry): string {
  const happened = entry.signed ? entry.at.toISOString() : (eventOf(entry)?.created_at ?? '');
  const answers = entry.forwarded.map(answerOf).join(', ');
  const line = `${happened.slice(11, 23)} ${markOf(entry)} ${wordsOf(entry)}${attemptOf(entry)}`;
  return answers === '' ? line : `${line}  -> ${answers}`;
}

/** An event as one line of JSON: the envelope alone, or with what was found out here. */
export function jsonOf(entry: Entry): string {
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
