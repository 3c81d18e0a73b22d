import type { Tx } from '../../store/index.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import type { CallbackRow, DeliveryRow, EventRow, IdempotencyRow } from '../../store/tables.ts';
import { personOf } from './redact.ts';

/** The number of rows per page. */
const PAGE = 1_000;

/** Yields the rows of a table, page by page, until a page is not full. */
async function* pagesOf<Row>(next: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row, void, undefined> {
  let last: Row | undefined;
  for (;;) {
    const rows = await next(last);
    yield* rows;
    if (rows.length < PAGE) {
      return;
    }
    last = rows.at(-1);
  }
}

/** Returns whether the event in a row is about the person. */
function tellsOf({ persons, channel }: PersonalData, { data }: { data: string }): boolean {
  const subject = personOf(JSON.parse(data));
  return (
    subject !== undefined && persons.includes(subject.person) && (channel === undefined || subject.channel === channel)
  );
}

/**
 * Returns the names by which callbacks may refer to the person, which include the old form of phone numbers
 * (mexican-mobiles).
 */
export const namesInCallbacks = ({ persons }: PersonalData): string[] =>
  persons.flatMap((person) => [person, ...(/^52\d{10}$/.test(person) ? [`521${person.slice(2)}`] : [])]);

/** Yields the events about a person. */
export async function* eventsOf(
  { personalData: traces }: Tx,
  person: PersonalData,
): AsyncGenerator<EventRow, void, undefined> {
  for await (const row of pagesOf<EventRow>((last) => traces.eventPage(person.accountId, last?.seq, PAGE))) {
    if (tellsOf(person, row)) {
      yield row;
    }
  }
}

/** Yields the deliveries of events about a person. */
export async function* deliveriesOf(
  { personalData: traces }: Tx,
  person: PersonalData,
): AsyncGenerator<DeliveryRow, void, undefined> {
  for await (const row of pagesOf<DeliveryRow>((last) => traces.deliveryPage(person.accountId, last?.id, PAGE))) {
    if (tellsOf(person, row)) {
      yield row;
    }
  }
}

/**
 * Yields the callbacks that name the person. It reads those of all accounts, since callbacks belong to the provider's
 * app.
 */
export async function* callbacksOf(
  { personalData: traces }: Tx,
  person: PersonalData,
): AsyncGenerator<CallbackRow, void, undefined> {
  const quoted = namesInCallbacks(person).map((name) => JSON.stringify(name));
  for await (const row of pagesOf<CallbackRow>((last) => traces.callbackPage(last?.id, PAGE))) {
    if (quoted.some((name) => row.body.includes(name))) {
      yield row;
    }
  }
}

/** Yields the records of requests that created one of these messages. */
export async function* idempotencyRecordsOf(
  { personalData: traces }: Tx,
  accountId: number,
  messageIds: readonly string[],
): AsyncGenerator<IdempotencyRow, void, undefined> {
  const ids = new Set(messageIds);
  for await (const row of pagesOf<IdempotencyRow>((last) => traces.idempotencyPage(accountId, last, PAGE))) {
    const made = row.data === null ? undefined : (JSON.parse(row.data) as { id?: string } | null)?.id;
    if (made !== undefined && ids.has(made)) {
      yield row;
    }
  }
}

/** Returns the IDs of the uploaded files that messages contain. */
export const mediaIdsIn = (contents: readonly string[]): string[] => [
  ...new Set(contents.flatMap((content) => content.match(/\bmed_\d{20}\b/g) ?? [])),
];
