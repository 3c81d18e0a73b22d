import { dayOf } from '../../../parts/time.tsx';
import type { Send } from '../data/sends.ts';
import type { HistoryMessage } from '../data/types.ts';

/** A note of an agent about the conversation, which is never sent. */
export interface ThreadNote {
  id: number;
  author: string;
  text: string;
  at: string;
}

/** A row of a thread. */
export type Row =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'message'; key: string; message: HistoryMessage; reactions: Reaction[]; isFirst: boolean; isLast: boolean }
  | { kind: 'note'; key: string; note: ThreadNote }
  | { kind: 'send'; key: string; send: Send };

export interface Reaction {
  emoji: string;
  direction: HistoryMessage['direction'];
}

/** Messages of one side belong together within this time, in milliseconds. */
const TOGETHER = 5 * 60_000;

const areTogether = (one: HistoryMessage | undefined, other: HistoryMessage | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.direction === other.direction &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < TOGETHER;

const days = new Map<string, string>();

/** The day of a time. Long threads have many messages in the same minute or the same thread again. */
function dayNameOf(at: string, timeZone: string | undefined): string {
  const key = `${at.slice(0, 16)} ${timeZone}`;
  const day = days.get(key) ?? dayOf(at, timeZone);
  days.set(key, day);
  return day;
}

/** Arranges messages, notes and unfinished sends, oldest first: with dividers of days, and reactions at their message. */
export function rowsOf(
  messages: readonly HistoryMessage[],
  notes: readonly ThreadNote[],
  sends: readonly Send[],
  { timeZone, isComplete }: { timeZone: string | undefined; isComplete: boolean },
): Row[] {
  const byExternalId = new Map(messages.flatMap((one) => (one.external_id === null ? [] : [[one.external_id, one]])));
  const reactions = new Map<string, Map<string, Reaction>>();
  const shown: HistoryMessage[] = [];
  for (const message of messages) {
    const target = message.type === 'reaction' && message.reply_to ? byExternalId.get(message.reply_to) : undefined;
    if (!target) {
      shown.push(message);
      continue;
    }
    const own = reactions.get(target.id) ?? new Map<string, Reaction>();
    reactions.set(target.id, own);
    if (message.text) {
      own.set(message.direction, { emoji: message.text, direction: message.direction });
    } else {
      own.delete(message.direction);
    }
  }
  const rows: Row[] = [];
  let day: string | undefined;
  const divide = (at: string) => {
    const next = dayNameOf(at, timeZone);
    if (next !== day) {
      day = next;
      rows.push({ kind: 'day', key: `day ${next}`, day: next });
    }
  };
  const oldest = isComplete ? '' : (shown[0]?.at ?? '');
  let noted = notes.filter(({ at }) => at >= oldest);
  const addNotes = (until: string | undefined) => {
    while (noted[0] && (until === undefined || noted[0].at < until)) {
      divide(noted[0].at);
      rows.push({ kind: 'note', key: `note ${noted[0].id}`, note: noted[0] });
      noted = noted.slice(1);
    }
  };
  shown.forEach((message, place) => {
    addNotes(message.at);
    const before = day;
    divide(message.at);
    rows.push({
      kind: 'message',
      key: message.id,
      message,
      reactions: [...(reactions.get(message.id)?.values() ?? [])],
      isFirst: before !== day || !areTogether(shown[place - 1], message),
      isLast: !areTogether(message, shown[place + 1]),
    });
  });
  addNotes(undefined);
  return [...rows, ...sends.map((send): Row => ({ kind: 'send', key: send.key, send }))];
}
