import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server.ts';
import { createTestStore, DATABASES } from '../../testing/store.ts';

const PEOPLE = [
  { phone: '905321234567', name: 'Işıl Özgür', email: 'isil@ornek.example' },
  { phone: '905327654321', name: 'İbrahim Çağlar', username: 'ibo_90' },
  { phone: '447400123456', name: 'Søren Łukasz', display_name: 'ΣΟΦΟΣ' },
  { phone: '12025550123', name: 'Müller-Strauß', email: 'm.mueller+news@example.com' },
  { phone: '4915112345678', name: '山田太郎', display_name: 'Ёлка' },
  { phone: 'web_Visitor', name: `O'Brien "100%" \\ NEAR(a b) C*` },
  { phone: '905550000000', name: 'محمد', username: 'x' },
];

async function people(database: (typeof DATABASES)[number]): Promise<TestServer> {
  const server = await createTestServer({ database });
  for (const body of PEOPLE) {
    await server.api('POST', '/contacts', { body });
  }
  return server;
}

async function found({ api, key }: TestServer, searches: string[]): Promise<number[][]> {
  const fast = await key({ requestsPerMinute: 100_000 });
  const places: number[][] = [];
  for (const search of searches) {
    const { body } = await api('GET', `/contacts?order=asc&search=${encodeURIComponent(search)}`, { key: fast });
    expect(body.success, search).toBe(true);
    places.push(
      body.data.contacts.map(({ phone }: { phone: string }) => PEOPLE.findIndex((one) => one.phone === phone)),
    );
  }
  return places;
}

const EXPECTED: [string, number[]][] = [
  // A part of any of the five fields.
  ['Özgür', [0]],
  ['isil@ornek', [0]],
  ['ibo_9', [1]],
  ['visitor', [5]],
  // Case and accents.
  ['IŞIL', [0]],
  ['isil', [0]],
  ['ısıl', [0]],
  ['ozgur', [0]],
  ['ibrahim', [1]],
  ['İBRAHİM', [1]],
  ['IBRAHIM', [1]],
  ['ıbrahım', [1]],
  ['caglar', [1]],
  ['soren', [2]],
  ['SØREN', [2]],
  ['lukasz', [2]],
  ['σοφος', [2]],
  ['σοφοσ', [2]],
  ['muller', [3]],
  ['STRAUSS', [3]],
  ['strauß', [3]],
  ['Mu\u0308ller', [3]],
  ['елка', [4]],
  ['محمّد', [6]],
  // Short parts.
  ['山', [4]],
  ['太郎', [4]],
  ['山田太', [4]],
  ['Ö', [0, 1, 2, 3, 5]],
  // Several words, which must all match, in any order and field.
  ['özgür ışıl', [0]],
  ['  ışıl \t isil@ ', [0]],
  ['ışıl çağlar', []],
  ['ib ça', [1]],
  ['ibrahim 0532', [1]],
  ['0532 ibrahim 7654', [1]],
  // Phones in any format, complete and partial.
  ['0532 123', [0]],
  ['0532', [0, 1]],
  ['+90 (532)', [0, 1]],
  ['90532', [0, 1]],
  ['+90 532 123 45 67', [0]],
  ['0090-532-765', [1]],
  ['(0532) 765', [1]],
  ['+90 (0) 532 123', [0]],
  ['123 45 67', [0, 4]],
  ['234', [0, 2, 4]],
  ['(202) 555-0123', [3]],
  ['+532', []],
  ['+44', [2]],
  ['05', [0, 1, 2, 3, 4, 6]],
  // No character is an operator.
  ['%', [5]],
  ['100%', [5]],
  ['_', [1, 5]],
  ['a%z', []],
  ['ibo%90', []],
  ['vis*', []],
  ['*', [5]],
  ['c*', [5]],
  ["o'b", [5]],
  ['"100', [5]],
  ['""', []],
  ['"', [5]],
  ['\\', [5]],
  ['ibrahim OR özgür', []],
  ['ibrahim NOT x', []],
  ['near(a', [5]],
  ['search_text:ibrahim', []],
  ['^ibrahim', []],
  ["'; drop table contacts; --", []],
  ['🙂', []],
  ['🙂🙂🙂', []],
];

describe.each(DATABASES)('a search of contacts on %s', (database) => {
  test('finds parts of names, e-mail addresses and phones, in any format', async () => {
    const server = await people(database);
    const places = await found(
      server,
      EXPECTED.map(([search]) => search),
    );
    expect(EXPECTED.map(([search], at) => [search, places[at]])).toEqual(EXPECTED);
  });

  test('finds all contacts if the search is blank', async () => {
    const server = await people(database);
    expect(await found(server, [' ', '\t\u00a0'])).toEqual([PEOPLE.map((_, at) => at), PEOPLE.map((_, at) => at)]);
  });

  test('accepts as many words as its length allows', async () => {
    const server = await people(database);
    const many = Array.from({ length: 85 }, (_, at) => String.fromCodePoint(0x4e00 + at).repeat(2)).join(' ');
    const long = 'ibo'.repeat(85);
    expect(await found(server, [many, long, 'ibo '.repeat(60).trim()])).toEqual([[], [], [1]]);
  });

  test('returns each result once over all pages, in both orders', async () => {
    const { api, server, accountId } = await createTestServer({ database });
    const { app } = server;
    for (let at = 0; at < 9; at += 1) {
      await app.store.transaction((tx) =>
        tx.contacts.upsert(
          accountId,
          String(905_550_000_000 + at),
          { name: at % 2 ? 'Odd one' : 'Even one' },
          app.monotonicNow(),
        ),
      );
    }
    for (const [order, search, names] of [
      ['asc', 'even', [0, 2, 4, 6, 8]],
      ['desc', 'even', [8, 6, 4, 2, 0]],
      ['desc', 'od', [7, 5, 3, 1]],
    ] as const) {
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await api(
          'GET',
          `/contacts?limit=2&search=${search}&order=${order}${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.contacts.map(({ phone }: { phone: string }) => Number(phone) - 905_550_000_000));
        cursor = body.data.pagination.next_cursor;
      }
      expect(seen).toEqual(names);
    }
  });

  test('never fails, and finds a contact by any part of its name', async () => {
    const store = await createTestStore(database);
    let next = 905_550_000_000;
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        async (text, from, length) => {
          const name = text.replaceAll('\0', '');
          const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
          const start = from % (letters.length || 1);
          const search = letters.slice(start, start + 1 + (length % 10)).join('');
          next += 1;
          await store.transaction((tx) => tx.contacts.upsert(1, String(next), { name }, next));
          const { records } = await store.read.contacts.list(1, { limit: 1, order: 'desc' }, search);
          expect(records[0]?.phone).toBe(String(next));
        },
      ),
      { numRuns: 300 },
    );
  });
});

test.each(['', '%20', '%20%09'])('a search for "%s" is refused', async (search) => {
  const { api } = await createTestServer();
  await api('POST', '/contacts', { body: { phone: '905551112233' } });
  expect((await api('GET', `/contacts?search=${search}`)).body.data.contacts).toHaveLength(1);
});
