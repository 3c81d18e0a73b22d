import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import { callbacksOf, deliveriesOf, eventsOf, idempotencyRecordsOf, mediaIdsIn } from './person-pages.ts';

type TableRow = Record<string, unknown>;

/** The columns that contain JSON. */
const JSON_COLUMNS = ['content', 'error', 'data', 'known', 'variables', 'buttons', 'body'];
/** Internal columns: the account of a row, and the text that searches read. */
const OWN_COLUMNS = ['account_id', 'search_text'];

/** Returns a row in readable form, with ISO times and parsed JSON. */
const shown = (row: object): TableRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !OWN_COLUMNS.includes(name))
      .map(([name, value]) => [name, shownValue(name, value)]),
  );

function shownValue(name: string, value: unknown): unknown {
  if (value === null) {
    return null;
  }
  if (JSON_COLUMNS.includes(name)) {
    return JSON.parse(String(value));
  }
  return name === 'at' || name.endsWith('_at') ? isoOf(Number(value)) : value;
}

async function allOf<T extends object>(rows: AsyncIterable<T>): Promise<TableRow[]> {
  const all: TableRow[] = [];
  for await (const row of rows) {
    all.push(shown(row));
  }
  return all;
}

/** The number of messages to read at a time. */
const BATCH = 500;

/** Returns everything that is stored about a person, grouped by table. */
export async function exportPerson(app: App, person: PersonalData): Promise<Record<string, unknown>> {
  const { accountId } = person;
  const { personalData: traces } = app.store.read;
  const ids = await traces.messageIds(person);
  const messages: TableRow[] = [];
  const parts: TableRow[] = [];
  const mediaIds = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const rows = await traces.messages(accountId, batch);
    messages.push(...rows.map(shown));
    parts.push(...(await traces.parts(accountId, batch)).map(shown));
    for (const id of mediaIdsIn(rows.map(({ content }) => content))) {
      mediaIds.add(id);
    }
  }
  const deliveries: TableRow[] = [];
  for await (const row of deliveriesOf(app.store.read, person, ids)) {
    const attempts = (await traces.attempts(accountId, row.id)).map(shown);
    deliveries.push({ ...shown(row), attempts });
  }
  const listed = async (table: Parameters<typeof traces.rowsOf>[0]) => (await traces.rowsOf(table, person)).map(shown);
  return {
    person: person.persons,
    exported_at: isoOf(app.now()),
    contacts: (await traces.rowsById('contacts', accountId, person.contactIds)).map(shown),
    identities: (await traces.identitiesOf(person)).map(shown),
    opt_outs: await listed('opt_outs'),
    blocked_numbers: await listed('blocked_numbers'),
    marketing_wishes: await listed('marketing_wishes'),
    conversations: (await traces.rowsById('conversations', accountId, person.conversationIds)).map(shown),
    conversation_notes: (await traces.notesOf(person)).map(shown),
    messages,
    message_parts: parts,
    media: (await traces.media(accountId, [...mediaIds])).map(shown),
    flow_runs: await listed('flow_runs'),
    campaign_recipients: await listed('campaign_recipients'),
    events: await allOf(eventsOf(app.store.read, person, ids)),
    deliveries,
    callbacks: await allOf(callbacksOf(app.store.read, person)),
    idempotency_records: await allOf(idempotencyRecordsOf(app.store.read, accountId, ids)),
  };
}
