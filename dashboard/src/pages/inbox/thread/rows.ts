import { dayOf } from '../../../parts/values/time.tsx';
import type { Mentioned } from '../data/mentions.ts';
import type { Send } from '../data/sends.ts';
import type { HistoryMessage } from '../data/types.ts';

/** A note of an agent about the conversation, which is never sent. */
export interface ThreadNote {
  id: number;
  author: string;
  text: string;
  mentions: readonly Mentioned[];
  at: string;
}

/** A row of a thread. */
export type Row =
  | { kind: 'day'; key: string; day: string }
  | MessageRowData
  | { kind: 'note'; key: string; note: ThreadNote }
  | { kind: 'send'; key: string; send: Send };

interface MessageRowData {
  kind: 'message';
  key: string;
  message: HistoryMessage;
  /** The message that this one quotes, if it is loaded. */
  quoted: HistoryMessage | undefined;
  reactions: readonly Reaction[];
  isFirst: boolean;
  isLast: boolean;
}

export interface Reaction {
  emoji: string;
  direction: HistoryMessage['direction'];
}

/** Messages of one side belong together within this time, in milliseconds. */
const TOGETHER = 5 * 60_000;

const areTogether = (
  one: HistoryMessage | undefined,
  other: HistoryMessage | undefined,
  timeZone: string | undefined,
): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.direction === other.direction &&
  Math.abs(whenOf(one, timeZone).time - whenOf(other, timeZone).time) < TOGETHER;

interface When {
  /** Milliseconds since the epoch. */
  time: number;
  day: string;
  timeZone: string | undefined;
}

/** Kept by message, because a new message arranges all others again, and a thread may have ten thousand. */
const whens = new WeakMap<HistoryMessage, When>();
const days = new Map<string, string>();

function whenOf(message: HistoryMessage, timeZone: string | undefined): When {
  const known = whens.get(message);
  if (known?.timeZone === timeZone && known !== undefined) {
    return known;
  }
  const when = { time: Date.parse(message.at), day: dayNameOf(message.at, timeZone), timeZone };
  whens.set(message, when);
  return when;
}

/** The day of a time. Long threads have many messages in the same minute. */
function dayNameOf(at: string, timeZone: string | undefined): string {
  const key = `${at.slice(0, 16)} ${timeZone}`;
  const day = days.get(key) ?? dayOf(at, timeZone);
  days.set(key, day);
  return day;
}

/** The last row of each message. A row that did not change stays the same object, so it is not rendered again. */
const messageRows = new WeakMap<HistoryMessage, MessageRowData>();
const NO_REACTIONS: readonly Reaction[] = [];

function messageRow(row: Omit<MessageRowData, 'kind' | 'key'>): MessageRowData {
  const { message } = row;
  const before = messageRows.get(message);
  const isSame =
    before?.isFirst === row.isFirst &&
    before.isLast === row.isLast &&
    before.quoted === row.quoted &&
    before.reactions.length === row.reactions.length &&
    before.reactions.every(({ emoji, direction }, place) => {
      const other = row.reactions[place];
      return other?.emoji === emoji && other.direction === direction;
    });
  if (isSame) {
    return before;
  }
  const after: MessageRowData = { kind: 'message', key: message.id, ...row };
  messageRows.set(message, after);
  return after;
}

/**
 * Arranges messages, notes and unfinished sends, oldest first: with dividers of days, and reactions at their message.
 *
 * @param part.isComplete whether the first message is the first of all
 * @param part.isNewest whether the last message is the last of all
 */
export function rowsOf(
  messages: readonly HistoryMessage[],
  notes: readonly ThreadNote[],
  sends: readonly Send[],
  { timeZone, isComplete, isNewest }: { timeZone: string | undefined; isComplete: boolean; isNewest: boolean },
): Row[] {
  const byExternalId = new Map(messages.map((message) => [message.external_id, message]));
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
  const divide = (next: string) => {
    if (next !== day) {
      day = next;
      rows.push({ kind: 'day', key: `day ${next}`, day: next });
    }
  };
  const oldest = isComplete ? '' : (shown[0]?.at ?? '');
  let noted = notes.filter(({ at }) => at >= oldest);
  const addNotes = (until: string | undefined) => {
    while (noted[0] && (until === undefined || noted[0].at < until)) {
      divide(dayNameOf(noted[0].at, timeZone));
      rows.push({ kind: 'note', key: `note ${noted[0].id}`, note: noted[0] });
      noted = noted.slice(1);
    }
  };
  let isWithBefore = false;
  shown.forEach((message, place) => {
    addNotes(message.at);
    const before = day;
    divide(whenOf(message, timeZone).day);
    const isWithNext = areTogether(message, shown[place + 1], timeZone);
    const { reply_to } = message;
    rows.push(
      messageRow({
        message,
        quoted: reply_to === null ? undefined : byExternalId.get(reply_to),
        reactions: reactions.has(message.id) ? [...(reactions.get(message.id)?.values() ?? [])] : NO_REACTIONS,
        isFirst: before !== day || !isWithBefore,
        isLast: !isWithNext,
      }),
    );
    isWithBefore = isWithNext;
  });
  if (!isNewest) {
    return rows;
  }
  addNotes(undefined);
  // The thread loads an accepted message before its send is removed.
  const unfinished = sends.filter(
    ({ messageId }) => messageId === undefined || !messages.some(({ id }) => id === messageId),
  );
  return [...rows, ...unfinished.map((send): Row => ({ kind: 'send', key: send.key, send }))];
}
