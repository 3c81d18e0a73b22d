import type { Context } from '../../context.ts';
import { clause, serial } from '../../declare-case.ts';
import { equal, oneOf, that } from '../../expectations.ts';
import { flowBody, onlyFlow, press, pressed, reach, step, template } from '../support/flows.ts';
import { field, personOf } from '../support/support.ts';

/** What tells a record of a list from the others. */
// biome-ignore lint/suspicious/noExplicitAny: any implementation may list anything
const identity = (record: any): string =>
  String(personOf(field(record, 'phone')) ?? record?.id ?? JSON.stringify(record));

interface List {
  /** As in the clauses. */
  name: string;
  section: string;
  path: (t: Context) => Promise<string>;
  /** Makes one record more, in the account of the case. */
  add: (t: Context, key: string) => Promise<unknown>;
  /** Makes many at once, where that is quicker. */
  addAll?: (t: Context, count: number) => Promise<unknown>;
  /** What it needs before the first. */
  prepare?: (t: Context) => Promise<unknown>;
}

const added = (path: string) => async (t: Context, key: string) =>
  (await t.post(path, { phone: t.person() }, { key })).succeeds();
const at = (path: string) => async () => path;

/** Numbers that are sorted as texts as they are as numbers. */
const numbered = (t: Context): string => String(t.session.next()).padStart(7, '0');

/** Lets time pass where it can be moved; it passes by itself elsewhere. */
const pass = async (t: Context, seconds: number): Promise<void> => {
  if (t.session.movesClock) {
    await t.advance(seconds);
  }
};

/** A few beside each other, so that making many takes no longer than needed. */
async function forEach<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const work = async () => {
    for (const one of left) {
      await run(one);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}

const flowOf = (name: string) => ({
  name,
  template: 'promo_spring',
  button: 'Tell me more',
  steps: [{ delay: '0', text: 'Hi' }],
});

const LISTS: readonly List[] = [
  { name: 'conversations', section: '4.7', path: at('/conversations'), add: (t) => t.customer() },
  { name: 'contacts', section: '4.5', path: at('/contacts'), add: added('/contacts') },
  { name: 'opt-outs', section: '4.6', path: at('/opt-outs'), add: added('/opt-outs') },
  { name: 'blocked-numbers', section: '4.6', path: at('/blocked-numbers'), add: added('/blocked-numbers') },
  { name: 'labels', section: '4.9', path: at('/labels'), add: (t) => t.label(`Label ${numbered(t)}`) },
  { name: 'agents', section: '4.9', path: at('/agents'), add: (t) => t.agent(`Agent ${numbered(t)}`) },
  {
    name: 'flows',
    section: '4.8',
    path: at('/flows'),
    add: async (t, key) => (await t.post('/flows', flowOf(`Flow ${numbered(t)}`), { key })).succeeds(),
  },
  {
    name: 'flow-runs',
    section: '4.8',
    prepare: async (t) => {
      await template(t);
      (await t.post('/flows', flowBody({ is_active: true, steps: [step('20h', 'Hi')] }))).succeeds();
    },
    path: async (t) => `/flows/${await onlyFlow(t)}/runs`,
    add: (t) => press(t),
    addAll: async (t, count) => {
      await forEach(await reach(t, count), (reached) => pressed(t, reached));
    },
  },
];

interface Filled {
  path: string;
  key: string;
}

/** An account with as many records, which cases only read. */
function filled(t: Context, list: List, records: number): Promise<Filled> {
  return t.shared(`${list.name} ${records}`, async (own) => {
    const key = await bulkKey(own);
    await list.prepare?.(own);
    await (list.addAll?.(own, records) ?? forEach(Array.from({ length: records }), () => list.add(own, key)));
    return { path: await list.path(own), key };
  });
}

/** A key that many requests at once do not use up. */
const bulkKey = (t: Context): Promise<string> => t.key({ requests_per_minute: 600_000 });

const ENOUGH = 105;

for (const list of LISTS) {
  const { name, section } = list;
  const page = async (t: Context, query: string) => {
    const { path, key } = await filled(t, list, ENOUGH);
    return t.get(path + query, { key });
  };

  clause(`2.1/${name}-pagination`, async (t) => {
    const { pagination } = (await page(t, '?limit=10')).succeeds().data;
    equal(pagination?.limit, 10, 'pagination.limit');
    equal(pagination?.has_more, true, 'pagination.has_more');
    that(Number.isInteger(pagination?.count), 'pagination.count is an integer', pagination);
    that(
      typeof pagination?.next_cursor === 'string',
      'pagination.next_cursor is a text while there is more',
      pagination,
    );
  });
  clause(`2.1/${name}-count`, async (t) => {
    const answer = (await page(t, '?limit=7')).succeeds();
    equal(answer.data.pagination.count, answer.list.length, 'pagination.count');
  });
  clause(`8/page-${name}-default`, async (t) => {
    equal((await page(t, '')).succeeds().list.length, 25, 'how many records the page holds');
  });
  clause(`8/page-${name}-100`, async (t) => {
    equal((await page(t, '?limit=100')).succeeds().list.length, 100, 'how many records the page holds');
  });
  clause(`8/page-${name}-over-100`, async (t) => {
    const answer = await page(t, '?limit=101');
    if (answer.status !== 422) {
      that(answer.succeeds().list.length <= 100, 'a page holds at most 100 records', answer.list.length);
    }
  });
  clause(`8/page-${name}-limit`, async (t) => {
    equal((await page(t, '?limit=3')).succeeds().list.length, 3, 'how many records the page holds');
    equal((await page(t, '?limit=1')).succeeds().list.length, 1, 'how many records the page holds');
  });
  clause(`8/page-${name}-limit-0`, async (t) => {
    (await page(t, '?limit=0')).refuses(422);
  });
  // What is sorted by is open, but whatever it may be (time, id, name, phone), of these three each comes behind the one before.
  serial([`${section}/${name}-order-default`, `${section}/${name}-order-asc`], async (t) => {
    const key = await bulkKey(t);
    await list.prepare?.(t);
    const path = await list.path(t);
    const made: string[] = [];
    for (let i = 0; i < 3; i++) {
      await list.add(t, key);
      const found = (await t.get(path, { key })).succeeds().list.map(identity);
      made.push(...found.filter((one) => !made.includes(one)));
      await pass(t, 2);
    }
    const listed = async (order: string) => (await t.get(path + order, { key })).succeeds().list.map(identity);
    equal(await listed('?order=desc'), made.toReversed(), 'the list ?order=desc');
    equal(await listed('?order=asc'), made, 'the list ?order=asc');
    // The specification names a default for contacts (§4.5) and conversations (§4.7) only.
    const defaults = ['contacts', 'conversations'].includes(name) ? [made.toReversed()] : [made.toReversed(), made];
    oneOf(await listed(''), defaults, 'the list without order');
  });
  clause(`${section}/${name}-order-unknown`, async (t) => {
    (await page(t, '?order=sideways')).refuses(422);
  });
  clause(`2.1/${name}-cursor`, async (t) => {
    const { path, key } = await filled(t, list, ENOUGH);
    const pages = await t.pages(`${path}?limit=40`, { key });
    const all = pages.flatMap((one) => one.list.map(identity));
    equal(
      pages.map((one) => one.list.length),
      [40, 40, ENOUGH - 80],
      'the sizes of the pages',
    );
    equal(new Set(all).size, ENOUGH, 'how many different records there are');
  });
  clause(`2.1/${name}-cursor-asc`, async (t) => {
    const { path, key } = await filled(t, list, ENOUGH);
    const pages = await t.pages(`${path}?limit=40&order=asc`, { key });
    equal(
      pages.map((one) => one.list.length),
      [40, 40, ENOUGH - 80],
      'the sizes of the pages',
    );
    equal(new Set(pages.flatMap((one) => one.list.map(identity))).size, ENOUGH, 'how many different records there are');
  });
  clause(`2.1/${name}-full-page`, async (t) => {
    const { path, key } = await filled(t, list, ENOUGH);
    const pages = await t.pages(`${path}?limit=35`, { key });
    equal(
      pages.map((one) => [one.list.length, one.data.pagination.count, one.data.pagination.has_more]),
      [
        [35, 35, true],
        [35, 35, true],
        [35, 35, false],
      ],
      'size, count and has_more of the pages',
    );
  });
  clause(`2.1/${name}-empty`, async (t) => {
    t.requireOwnAccount();
    await list.prepare?.(t);
    const answer = (await t.get(await list.path(t))).succeeds();
    const { count, has_more } = answer.data.pagination ?? {};
    equal([answer.list, count, has_more], [[], 0, false], 'the list, count and has_more');
  });
  clause(`2.1/${name}-no-repeats`, async (t) => {
    const key = await bulkKey(t);
    await list.prepare?.(t);
    for (let i = 0; i < 6; i++) {
      await list.add(t, key);
    }
    const path = await list.path(t);
    const before = (await t.pages(`${path}?limit=100`, { key })).flatMap((one) => one.list.map(identity));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const answer = (
        await t.get(`${path}?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, { key })
      ).succeeds();
      seen.push(...answer.list.map(identity));
      cursor = answer.data.pagination.has_more ? answer.data.pagination.next_cursor : undefined;
      await list.add(t, key);
    } while (cursor && seen.length < 60);
    equal(seen.length, new Set(seen).size, 'how many records came, and how many of them are different');
    equal(before.length, 6, 'how many records there were at the beginning');
    that(
      before.every((one) => seen.includes(one)),
      'every record that was there at the beginning comes',
      { before, seen },
    );
  });
}

clause('2.1/has-more-false-end', async (t) => {
  const key = await bulkKey(t);
  for (let i = 0; i < 4; i++) {
    (await t.post('/opt-outs', { phone: t.person() }, { key })).succeeds();
  }
  // A last page that is full ends the list too.
  const pages = await t.pages('/opt-outs?limit=2', { key });
  equal(
    pages.map((one) => one.data.pagination.has_more),
    [true, false],
    'has_more of the pages',
  );
});
