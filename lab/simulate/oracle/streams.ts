import { EVENT_RETENTION_DAYS } from '@wigwag/openapi';
import type { FinalState } from './final-state.ts';
import type { Ledger } from './ledger.ts';
import { contentOf, type EventRecord } from './records.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The statuses of a message, in their order (§3.1). */
export const ORDER = ['queued', 'sent', 'delivered', 'read'];

/** Checks that a client that always resumes after its last event gets every stored event once, in order. */
export function checkTail(
  ledger: Ledger,
  account: number,
  events: readonly EventRecord[],
  { stored, now }: FinalState,
): void {
  const kept = stored[account] ?? [];
  const gone = events.slice(0, Math.max(0, events.length - kept.length));
  const shown = events.slice(gone.length);
  const place = kept.findIndex((id, index) => shown[index]?.id !== id);
  if (place >= 0) {
    ledger.problem(
      `gap: the event stream of account ${account} showed ${shown[place]?.id ?? 'nothing'} instead of ${kept[place]}`,
    );
  }
  const recent = gone.find(({ created_at }) => now - Date.parse(created_at) < EVENT_RETENTION_DAYS * DAY);
  if (recent) {
    ledger.problem(`gap: the event stream of account ${account} showed ${recent.id}, which is not stored`);
  }
}

/** Checks that statuses move only forward (§3.1), and that each event is in the stream once and reaches the receiver (§6). */
export function checkStream(
  ledger: Ledger,
  account: number,
  events: readonly { id: string; event: string; data: unknown }[],
): void {
  const seen = new Set<string>();
  const reached = new Map<string, string>();
  const delivered = ledger.deliveries.get(account);
  const own = new Set(events.map(({ id }) => id));
  const replays = new Map(
    [...(delivered ?? [])].filter(([id]) => !own.has(id)).map(([id, { event }]) => [subjectOf(event), id]),
  );
  for (const { id, event, data } of events) {
    if (seen.has(id)) {
      ledger.problem(`doubled: the event ${id} is in the stream of account ${account} twice`);
    }
    seen.add(id);
    // disabled-address: a replay under another id delivers an event that was missed.
    const delivery = delivered?.get(id) ?? delivered?.get(replays.get(subjectOf({ event, data })) ?? '');
    // §6: 5 retries after the first attempt.
    if (delivery === undefined || (!delivery.isAcknowledged && delivery.attempts < 6)) {
      const attempts = delivery?.attempts ?? 0;
      ledger.problem(
        `lost: the event ${id} (${event}) of account ${account} was never accepted, after ${attempts} attempts`,
      );
    }
    const text = JSON.stringify(data);
    const other = /(?:out-|for account )(\d+)/.exec(text)?.[1];
    if (other !== undefined && Number(other) !== account) {
      ledger.problem(`tenancy: the event ${id} of account ${account} is about account ${other}`);
    }
    if (event === 'message.status') {
      const { message } = data as { message: { id: string; status: string } };
      checkProgress(ledger, message, reached);
    }
  }
  checkReplays(ledger, account, events, seen);
}

/** Returns what an event is about. It stays the same if the event was redacted before its replay. */
function subjectOf({ event, data }: { event: string; data: unknown }): string {
  const { message } = data as { message?: { id: string; status: string } };
  return JSON.stringify([event, message ? [message.id, message.status] : data]);
}

/** Checks that each delivery outside the stream replays an event of it under a new ID, at most once per command. */
function checkReplays(
  ledger: Ledger,
  account: number,
  events: readonly { event: string; data: unknown }[],
  seen: ReadonlySet<string>,
): void {
  const textOf = ({ event, data }: { event: string; data: unknown }) => `${event} ${contentOf(data)}`;
  const originals = new Set(events.map(textOf));
  const counts = new Map<string, number>();
  for (const [id, delivery] of ledger.deliveries.get(account) ?? []) {
    const text = textOf(delivery.event);
    if (seen.has(id) || text.includes('"erased_')) {
      continue;
    }
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (!originals.has(text)) {
      ledger.problem(`events: the delivery ${id} of account ${account} is not in its stream`);
    } else if (count > (ledger.replays.get(account) ?? 0)) {
      ledger.problem(`doubled: the delivery ${id} of account ${account} repeats an event under a new ID`);
    }
  }
}

function checkProgress(
  ledger: Ledger,
  { id, status }: { id: string; status: string },
  reached: Map<string, string>,
): void {
  const before = reached.get(id);
  if (before === status) {
    ledger.problem(`doubled: two events report that ${id} is ${status}`);
  } else if (
    before === 'failed' ||
    (status !== 'failed' && before !== undefined && ORDER.indexOf(status) < ORDER.indexOf(before))
  ) {
    ledger.problem(`backwards: events report that ${id} is ${before}, then ${status}`);
  }
  reached.set(id, status);
}
