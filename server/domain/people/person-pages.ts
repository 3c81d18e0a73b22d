import { writtenForms } from '../../base/phone-form.ts';
import type { Tx } from '../../store/index.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import type { CallbackRow, DeliveryRow, EventRow, IdempotencyRow } from '../../store/tables.ts';
import { isErased, personOf } from './redact.ts';

/** The number of rows per page. */
const PAGE = 1_000;

/**
 * Yields the rows of a table, page by page, until a page is not full.
 *
 * @param keep returns the rows of a page to yield
 */
async function* pagesOf<Row>(
  next: (last: Row | undefined) => Promise<Row[]>,
  keep: (rows: Row[]) => Promise<Row[]> = async (rows) => rows,
): AsyncGenerator<Row, void, undefined> {
  let last: Row | undefined;
  for (;;) {
    const rows = await next(last);
    yield* await keep(rows);
    if (rows.length < PAGE) {
      return;
    }
    last = rows.at(-1);
  }
}

/**
 * Returns a function that keeps the rows with events about the person. An event belongs to the person of its message,
 * because the number in it may have a new owner. If the message is no longer stored, the name in the event decides.
 *
 * @param messageIds the messages of the person
 */
function aboutPerson(
  traces: Tx['personalData'],
  { accountId, persons, channel }: PersonalData,
  messageIds: readonly string[],
) {
  const own = new Set(messageIds);
  return async <Row extends { data: string }>(rows: Row[]): Promise<Row[]> => {
    const found = rows.flatMap((row) => {
      const subject = personOf(JSON.parse(row.data));
      const isNamed =
        subject && persons.includes(subject.person) && (channel === undefined || subject.channel === channel);
      return subject && !isErased(subject.person) && (isNamed || own.has(subject.messageId))
        ? [{ row, id: subject.messageId }]
        : [];
    });
    const unclear = found.map(({ id }) => id).filter((id) => !own.has(id));
    const others = new Set(
      (await traces.messages(accountId, unclear)).filter(({ person }) => !isErased(person)).map(({ id }) => id),
    );
    return found.filter(({ id }) => !others.has(id)).map(({ row }) => row);
  };
}

/** Returns the names by which callbacks may refer to the person, in both forms of phone numbers (two-forms). */
export const namesInCallbacks = ({ persons }: PersonalData): string[] => [...new Set(persons.flatMap(writtenForms))];

/** Yields the events about a person who has these messages. */
export const eventsOf = (
  { personalData: traces }: Tx,
  person: PersonalData,
  messageIds: readonly string[],
): AsyncGenerator<EventRow, void, undefined> =>
  pagesOf<EventRow>(
    (last) => traces.eventPage(person.accountId, last?.seq, PAGE),
    aboutPerson(traces, person, messageIds),
  );

/** Yields the deliveries of events about a person who has these messages. */
export const deliveriesOf = (
  { personalData: traces }: Tx,
  person: PersonalData,
  messageIds: readonly string[],
): AsyncGenerator<DeliveryRow, void, undefined> =>
  pagesOf<DeliveryRow>(
    (last) => traces.deliveryPage(person.accountId, last?.id, PAGE),
    aboutPerson(traces, person, messageIds),
  );

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
