import type { Knex } from 'knex';
import { describe, expect, onTestFinished, test } from 'vitest';
import { insertRows } from '../../engine/drivers/dialect.ts';
import { DATABASES, type DatabaseName, freshDatabase } from '../../testing/store.ts';
import { contactQueries } from '../contacts/contacts.ts';
import type { PageRequest } from '../cursor.ts';
import { openDatabase } from '../database.ts';
import { messageQueries } from '../messages/messages.ts';
import { statsQueries } from '../reports/stats.ts';
import { conversationListQueries, type InboxFilter } from './conversation-list.ts';
import { conversationQueries } from './conversations.ts';

async function open(database: DatabaseName): Promise<Knex> {
  const db = await openDatabase(await freshDatabase(database));
  onTestFinished(() => db.destroy());
  return db;
}

const ADA = { accountId: 1, connectionId: 'wa_1', channel: 'whatsapp', person: '905551112233' } as const;

describe.each(DATABASES)('an inbox on %s', (database) => {
  test('shows people with the name of their contact, or else with their name on the channel', async () => {
    const db = await open(database);
    const conversations = conversationQueries(db);
    const id = await conversations.ensure(ADA, 1);
    const name = async () => (await conversationListQueries(db).find(1, id))?.name;
    expect(await name()).toBeNull();
    await conversations.noteInbound([{ accountId: 1, id, name: 'ada ✨', text: 'Hi', writtenAt: 2, at: 2 }]);
    expect(await name()).toBe('ada ✨');
    await db('contacts').where({ account_id: 1, phone: ADA.person }).update({ name: 'Ada Lovelace' });
    expect(await name()).toBe('Ada Lovelace');
  });

  test('gives concurrent writers times that never repeat, even when their clocks stop', async () => {
    const db = await open(database);
    const id = await conversationQueries(db).ensure(ADA, 1_000);
    const times = await Promise.all(
      Array.from({ length: 8 }, () =>
        db.transaction(async (tx) => {
          const queries = conversationQueries(tx);
          const at = await queries.nextTime(1, id, 1_000);
          await queries.noteOutbound([{ accountId: 1, id, text: 'x', at }]);
          return at;
        }),
      ),
    );
    expect(times.sort()).toEqual([1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007]);
  });
});

/** Returns SQLite's query plan for the last query that `run` makes. */
async function planOf(db: Knex, run: () => Promise<unknown>): Promise<string[]> {
  let last: Knex.Sql | undefined;
  const note = (query: Knex.Sql) => {
    last = query;
  };
  db.on('query', note);
  await run();
  db.removeListener('query', note);
  const steps: { detail: string }[] = await db.raw(`explain query plan ${last?.sql}`, [...(last?.bindings ?? [])]);
  return steps.map(({ detail }) => detail).filter((detail) => !detail.startsWith('CORRELATED SCALAR SUBQUERY'));
}

/** The plan's lookups of agent and contact names, for each row. */
const NAMES = ['agents', 'contacts'].map((table) => `SEARCH ${table} USING INTEGER PRIMARY KEY (rowid=?)`);

test.each<[InboxFilter, string]>([
  [{}, 'conversations_listed (account_id=?'],
  [{ status: 'open' }, 'conversations_by_status (account_id=? AND status=?'],
  [{ channel: 'web' }, 'conversations_by_channel (account_id=? AND channel=?'],
  [{ agentId: 3 }, 'conversations_assigned (account_id=? AND agent_id=?'],
  [{ unread: true }, 'conversations_unread (account_id=?'],
  [{ unread: false }, 'conversations_read (account_id=?'],
  [{ isWaiting: true, status: 'open' }, 'conversations_waiting (account_id=? AND status=?'],
  [{ isUnassigned: true, status: 'open' }, 'conversations_unassigned (account_id=? AND status=?'],
  [{ unread: true, status: 'closed' }, 'conversations_unread_by_status (account_id=? AND status=?'],
])('%j is read in order from an index, starting where the page begins', async (filter, index) => {
  const db = await open('sqlite');
  const list = (page: PageRequest, span: InboxFilter = {}) =>
    planOf(db, () => conversationListQueries(db).list(1, { ...filter, ...span }, page));
  const plan = (bounds: string) => [`SEARCH conversations USING INDEX ${index}${bounds})`, ...NAMES];
  expect(await list({ order: 'desc', limit: 25 })).toEqual(plan(''));
  expect(await list({ order: 'desc', limit: 25, after: [5, 5] })).toEqual(plan(' AND last_message_at<?'));
  expect(await list({ order: 'asc', limit: 25, after: [5, 5, 9] })).toEqual(
    plan(' AND last_message_at>? AND last_message_at<?'),
  );
  expect(await list({ order: 'desc', limit: 25, after: [5, 5] }, { from: 1, until: 9 })).toEqual(
    plan(' AND last_message_at>? AND last_message_at<?'),
  );
});

test.each<InboxFilter>([{}, { status: 'open' }, { unread: true, agentId: 3, channel: 'web', status: 'open' }])(
  'with the filter %j, people are found first',
  async (filter) => {
    const db = await open('sqlite');
    const page = { order: 'desc', limit: 25, after: [5, 5] } as const;
    const plan = await planOf(db, () => conversationListQueries(db).list(1, { ...filter, persons: ['1', '2'] }, page));
    expect(plan.slice(0, 2)).toEqual([
      'MATERIALIZE theirs',
      'SEARCH conversations USING INDEX conversations_account_id_person_index (account_id=? AND person=?)',
    ]);
  },
);

test('people with a common label are found in the order of the list, and a rare label is found first', async () => {
  const db = await open('sqlite');
  const page = { order: 'desc', limit: 25, after: [5] } as const;
  const plans = async () => [
    await planOf(db, () =>
      conversationListQueries(db).list(1, { labelId: 3, status: 'open' }, { ...page, after: [5, 5] }),
    ),
    await planOf(db, () => contactQueries(db).listLabeled(1, 3, page)),
  ];
  const [rareConversations, rareContacts] = await plans();
  expect(rareConversations?.[0]).toBe('MATERIALIZE theirs');
  const labeled = 'SEARCH conversation_labels USING COVERING INDEX conversation_labels_labeled';
  expect(rareContacts).toContain(`${labeled} (account_id=? AND label_id=?)`);

  const label = (conversation_id: number) => ({ account_id: 1, conversation_id, label_id: 3 });
  await insertRows(
    db,
    'conversation_labels',
    Array.from({ length: 1_001 }, (_, index) => label(index + 1)),
  );
  const [conversations, contacts] = await plans();
  expect(conversations?.[0]).toBe(
    'SEARCH conversations USING INDEX conversations_by_status (account_id=? AND status=? AND last_message_at<?)',
  );
  expect(contacts?.[0]).toBe('SEARCH contacts USING INDEX contacts_account_id_id_index (account_id=? AND id<?)');
  for (const plan of [conversations, contacts]) {
    expect(plan).toContainEqual(
      expect.stringMatching(/^SEARCH l (EXISTS )?USING COVERING INDEX .* \((\w+=\?( AND )?){3}\)$/), // the whole key
    );
    expect(plan?.filter((step) => /MATERIALIZE|TEMP B-TREE|LIST SUBQUERY/.test(step))).toEqual([]);
  }
});

test('conversations with a mention are found first', async () => {
  const db = await open('sqlite');
  const page = { order: 'desc', limit: 25, after: [5, 5] } as const;
  const plan = await planOf(db, () => conversationListQueries(db).list(1, { mentionedId: 3, status: 'open' }, page));
  expect(plan.slice(0, 3)).toEqual([
    'MATERIALIZE theirs',
    'CO-ROUTINE m',
    'SEARCH note_mentions USING COVERING INDEX sqlite_autoindex_note_mentions_1 (account_id=? AND agent_id=?)',
  ]);
  expect(plan).toContain('SEARCH c USING INTEGER PRIMARY KEY (rowid=?)');
});

test('a history is read in order, starting where its page begins', async () => {
  const db = await open('sqlite');
  const span = { since: 1, before: 9 };
  for (const list of ['listNewest', 'listOldest'] as const) {
    expect(await planOf(db, () => messageQueries(db)[list](1, [7], ['in'], span, 51))).toEqual([
      'SEARCH messages USING INDEX messages_account_id_conversation_id_direction_created_at_index (account_id=? AND conversation_id=? AND direction=? AND created_at>? AND created_at<?)',
    ]);
  }
});

test('reports count rows in an index without reading the table', async () => {
  const db = await open('sqlite');
  const plan = await planOf(db, () => statsQueries(db).countMessages(1, { from: 1, until: 9 }));
  expect(plan[0]).toBe(
    'SEARCH messages USING COVERING INDEX messages_counted (account_id=? AND created_at>? AND created_at<?)',
  );
});
