import { movesForward, type Schemas } from '@wigwag/sdk';

type MessageStatus = Schemas['MessageStatus'];

/** What the ledgers have after a restore to a point in time. Times are in milliseconds since the epoch. */
export interface RestoredLedgers {
  /** The point. */
  point: number;
  /** When the servers started on the restored database. */
  restoredAt: number;
  /** The messages that clients got a 202 for, and when. */
  promised: readonly { id: string; at: number }[];
  /** The status of each of them that the server knows. */
  statuses: ReadonlyMap<string, MessageStatus>;
  /** The IDs that the provider received, without the numbers of parts, and when. */
  sends: readonly { id: string; part: string; at: number }[];
  /** The events of the restored database. */
  events: readonly { id: string; message: string; status: MessageStatus | undefined }[];
  /** The events that the receiver got. `message` is the ID, or that of the provider for a customer's message. */
  received: readonly { id: string; message: string }[];
  /** The provider's IDs of the customers' messages. */
  inbound: readonly string[];
}

interface RestoreVerdict {
  /** Messages that were accepted before the point and are missing, or never end, and events that were not delivered. */
  lost: string[];
  /** Messages that the provider got twice, and what was sent after the restore although it had not been accepted. */
  doubled: string[];
  /** Statuses that moved back. */
  backwards: string[];
  /** How many messages were accepted after the point, and are lost with the database. */
  lostAfterPoint: number;
}

/** Returns when an event was raised: its ID has the microsecond. */
const timeOf = (event: string): number => Number(event.slice('whd_'.length, 'whd_'.length + 16)) / 1_000;

/** Judges a database that was restored to a point in time by what was accepted, sent and delivered. */
export function judgeRestore(ledgers: RestoredLedgers): RestoreVerdict {
  const { point, restoredAt, promised, statuses, sends, events, received, inbound } = ledgers;
  const verdict: RestoreVerdict = { lost: [], doubled: [], backwards: [], lostAfterPoint: 0 };
  const { lost, doubled, backwards } = verdict;
  for (const { id, at } of promised) {
    const status = statuses.get(id);
    if (status === 'queued') {
      lost.push(`${id} is still queued`);
    } else if (status === undefined && at > point && at < restoredAt) {
      verdict.lostAfterPoint += 1;
    } else if (status === undefined) {
      lost.push(
        `${id} was accepted ${Math.abs(at - point)} ms ${at > point ? 'after' : 'before'} the point and is missing`,
      );
    }
  }
  const known = new Set([...promised.map(({ id }) => id), ...inbound]);
  const parts = Map.groupBy(sends, ({ part }) => part);
  for (const [part, { length }] of parts) {
    if (length > 1) {
      doubled.push(`the provider has ${part} ${length} times`);
    }
  }
  for (const { part, id, at } of sends) {
    if (at > restoredAt && !known.has(id)) {
      doubled.push(`the provider has ${part}, which no client sent`);
    }
  }
  const reached = new Map<string, MessageStatus>();
  const delivered = new Set(received.map(({ id }) => id));
  for (const { id, message, status } of events) {
    if (!delivered.has(id)) {
      lost.push(`the receiver did not get the event ${id} of ${message}`);
    }
    if (status !== undefined && !movesForward(reached.get(message), status)) {
      backwards.push(`events report that ${message} is ${reached.get(message)}, then ${status}`);
    }
    if (status !== undefined) {
      reached.set(message, status);
    }
  }
  for (const { id, message } of received) {
    if (timeOf(id) > restoredAt && !known.has(message)) {
      doubled.push(`the receiver got the event ${id} of ${message}, which no client sent`);
    }
  }
  return verdict;
}
