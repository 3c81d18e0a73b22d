import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal, expectThat, oneOf } from '../../expectations.ts';
import { flowBody, onlyFlow, press, pressed, reach, step, template } from '../support/flows.ts';
import { dateOf, field, personOf } from '../support/support.ts';

/** Returns a text that identifies a record in a list. */
// biome-ignore lint/suspicious/noExplicitAny: an implementation may list anything
const identity = (record: any): string =>
  String(personOf(field(record, 'phone')) ?? record?.id ?? JSON.stringify(record));

interface ListedResource {
  /** The name in the clause IDs. */
  name: string;
  section: string;
  path: (t: CaseContext) => Promise<string>;
  /** Creates one record, in the account of the case. */
  add: (t: CaseContext, key: string) => Promise<unknown>;
  /** Creates many records at once, if that is quicker. */
  addAll?: (t: CaseContext, count: number) => Promise<unknown>;
  /** Prepares the account for the first record. */
  prepare?: (t: CaseContext) => Promise<unknown>;
}

const added = (path: string) => async (t: CaseContext, key: string) =>
  (await t.post(path, { phone: t.person() }, { key })).succeeds();
const at = (path: string) => async () => path;

/** Returns a number that sorts the same as text and as a number. */
const numbered = (t: CaseContext): string => String(t.session.next()).padStart(7, '0');

/** Advances a movable clock. Elsewhere, real time passes. */
const pass = async (t: CaseContext, seconds: number): Promise<void> => {
  if (t.session.movesClock) {
    await t.advance(seconds);
  }
};

/** Creates records, four at a time. */
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

const LISTS: readonly ListedResource[] = [
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

/** Returns a shared account with this many records, which cases only read. */
function filled(t: CaseContext, list: ListedResource, records: number): Promise<Filled> {
  return t.shared(`${list.name} ${records}`, async (own) => {
    const key = await bulkKey(own);
    await list.prepare?.(own);
    await (list.addAll?.(own, records) ?? forEach(Array.from({ length: records }), () => list.add(own, key)));
    return { path: await list.path(own), key };
  });
}

/** Returns a key with a limit high enough for many concurrent requests. */
const bulkKey = (t: CaseContext): Promise<string> => t.key({ requests_per_minute: 600_000 });

const ENOUGH = 105;

for (const list of LISTS) {
  const { name, section } = list;
  const page = async (t: CaseContext, query: string) => {
    const { path, key } = await filled(t, list, ENOUGH);
    return t.get(path + query, { key });
  };

  clause(`2.1/${name}-pagination`, async (t) => {
    const { pagination } = (await page(t, '?limit=10')).succeeds().data;
    equal(pagination?.limit, 10, 'pagination.limit');
    equal(pagination?.has_more, true, 'pagination.has_more');
    expectThat(Number.isInteger(pagination?.count), 'pagination.count is an integer', pagination);
    expectThat(
      typeof pagination?.next_cursor === 'string',
      'pagination.next_cursor is a string if has_more is true',
      pagination,
    );
  });
  clause(`2.1/${name}-count`, async (t) => {
    // The specification does not say what is counted: the records of the page, or of the whole list.
    const answer = (await page(t, '?limit=7')).succeeds();
    oneOf(answer.data.pagination.count, [answer.list.length, ENOUGH], 'pagination.count');
    const cursor = (await page(t, '?limit=100')).succeeds().data.pagination.next_cursor;
    const last = (await page(t, `?limit=100&cursor=${encodeURIComponent(cursor)}`)).succeeds();
    oneOf(last.data.pagination.count, [last.list.length, ENOUGH], 'pagination.count of the last page');
  });
  clause(`8/page-${name}-default`, async (t) => {
    equal((await page(t, '')).succeeds().list.length, 25, 'the number of records on the page');
  });
  clause(`8/page-${name}-100`, async (t) => {
    equal((await page(t, '?limit=100')).succeeds().list.length, 100, 'the number of records on the page');
  });
  clause(`8/page-${name}-over-100`, async (t) => {
    const answer = await page(t, '?limit=101');
    if (answer.status !== 422) {
      expectThat(answer.succeeds().list.length <= 100, 'the page has at most 100 records', answer.list.length);
    }
  });
  clause(`8/page-${name}-limit`, async (t) => {
    equal((await page(t, '?limit=3')).succeeds().list.length, 3, 'the number of records on the page');
    equal((await page(t, '?limit=1')).succeeds().list.length, 1, 'the number of records on the page');
  });
  clause('8/page-limit-number', name, async (t) => {
    await list.prepare?.(t);
    const path = await list.path(t);
    for (const limit of ['10abc', '2.5', '-1', 'all']) {
      (await t.get(`${path}?limit=${limit}`)).refuses(422);
    }
  });

  clause(`8/page-${name}-limit-0`, async (t) => {
    (await page(t, '?limit=0')).refuses(422);
  });
  // The sort field is open. By each possible field (time, ID, name, phone), these three records are in creation order.
  timed([`${section}/${name}-order-default`, `${section}/${name}-order-asc`], async (t) => {
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
    // The specification defines a default only for contacts (§4.5) and conversations (§4.7).
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
      'the page sizes',
    );
    equal(new Set(all).size, ENOUGH, 'the number of distinct records');
  });
  clause(`2.1/${name}-cursor-asc`, async (t) => {
    const { path, key } = await filled(t, list, ENOUGH);
    const pages = await t.pages(`${path}?limit=40&order=asc`, { key });
    equal(
      pages.map((one) => one.list.length),
      [40, 40, ENOUGH - 80],
      'the page sizes',
    );
    equal(new Set(pages.flatMap((one) => one.list.map(identity))).size, ENOUGH, 'the number of distinct records');
  });
  clause(`2.1/${name}-full-page`, async (t) => {
    const { path, key } = await filled(t, list, ENOUGH);
    const pages = await t.pages(`${path}?limit=35`, { key });
    equal(
      pages.map((one) => [one.list.length, one.data.pagination.has_more]),
      [
        [35, true],
        [35, true],
        [35, false],
      ],
      'size and has_more of each page',
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
    equal(seen.length, new Set(seen).size, 'the number of records returned, and of distinct records');
    equal(before.length, 6, 'the number of records before paging');
    expectThat(
      before.every((one) => seen.includes(one)),
      'every record that existed before paging is returned',
      { before, seen },
    );
  });
}

clause('2.1/has-more-false-end', async (t) => {
  const key = await bulkKey(t);
  for (let i = 0; i < 4; i++) {
    (await t.post('/opt-outs', { phone: t.person() }, { key })).succeeds();
  }
  // The last page may be full.
  const pages = await t.pages('/opt-outs?limit=2', { key });
  equal(
    pages.map((one) => one.data.pagination.has_more),
    [true, false],
    'has_more of each page',
  );
});

// A filter that a server forgets on the second page returns other records there.

/** A list with a filter, and the records that match. */
type Filtered = [path: string, expected: string[]];

const FILTERED: readonly [name: string, fill: (t: CaseContext) => Promise<readonly Filtered[]>][] = [
  [
    'conversations',
    async (t) => {
      const agent_id = await t.agent();
      const people: string[] = [];
      const onMessenger: string[] = [];
      // Closing may unassign an agent, and an assigned conversation may count as read, so each has its own people.
      const changes = [
        { status: 'closed', unread_count: 0 },
        { status: 'open', unread_count: 2 },
        { agent_id, unread_count: 0 },
      ];
      for (let i = 0; i < 6; i++) {
        const phone = await t.customer();
        people.push(phone);
        (await t.patch(`/conversations/${phone}`, changes[i % 3])).succeeds();
        onMessenger.push(...(i % 2 === 0 ? [await t.customer('messenger')] : []));
      }
      const [closed = [], unread = [], assigned = []] = changes.map((_, kind) =>
        people.filter((_, at) => at % changes.length === kind),
      );
      const yesterday = dateOf(await t.now(), -2);
      return [
        ['/conversations?status=closed', closed],
        [`/conversations?status=closed&from=${yesterday}`, closed],
        ['/conversations?status=open&channel=whatsapp', [...unread, ...assigned]],
        ['/conversations?channel=messenger', onMessenger],
        [`/conversations?agent_id=${agent_id}`, assigned],
        ['/conversations?unread=true&channel=whatsapp', unread],
      ];
    },
  ],
  [
    'contacts',
    async (t) => {
      const phones = Array.from({ length: 6 }, () => t.person());
      for (const [at, phone] of phones.entries()) {
        const name = at % 2 === 0 ? `Found${t.tag} ${at}` : `Other ${at}`;
        (await t.post('/contacts', { phone, name })).succeeds();
      }
      return [[`/contacts?search=Found${t.tag}`, phones.filter((_, at) => at % 2 === 0)]];
    },
  ],
  [
    'flows',
    async (t) => {
      for (const [at, name] of ['One', 'Two', 'Three', 'Four'].entries()) {
        (await t.post('/flows', { ...flowOf(name), is_active: at % 2 === 1 })).succeeds();
      }
      const inactive = (await t.get('/flows?is_active=false')).succeeds().list.map(identity);
      equal(inactive.length, 2, 'the number of inactive flows');
      const id = await template(t);
      for (const is_active of [true, false]) {
        (await t.post('/flows', flowBody({ is_active }))).succeeds();
      }
      const ofTemplate = (await t.get(`/flows?template_id=${id}`)).succeeds().list.map(identity);
      equal(ofTemplate.length, 2, 'the number of flows of the template');
      const alsoInactive = (await t.get('/flows?is_active=false')).succeeds().list.map(identity);
      return [
        ['/flows?is_active=false', alsoInactive],
        [`/flows?template_id=${id}`, ofTemplate],
      ];
    },
  ],
  [
    'flow-runs',
    async (t) => {
      await template(t);
      (await t.post('/flows', flowBody({ is_active: true, steps: [step('20h', 'Hi')] }))).succeeds();
      const people = await reach(t, 4);
      for (const [at, reached] of people.entries()) {
        await pressed(t, reached);
        if (at % 2 === 1) {
          await t.writes(reached[0]);
        }
      }
      await t.settle();
      return [
        [
          `/flows/${await onlyFlow(t)}/runs?status=running`,
          people.filter((_, at) => at % 2 === 0).map(([phone]) => phone),
        ],
      ];
    },
  ],
];
for (const [name, fill] of FILTERED) {
  clause('2.1/filters-on-each-page', name, async (t) => {
    const lists = await fill(t);
    const key = await bulkKey(t);
    for (const [path, expected] of lists) {
      for (const order of ['desc', 'asc']) {
        const pages = await t.pages(`${path}&order=${order}&limit=1`, { key });
        equal(
          pages.flatMap(({ list }) => list.map(identity)).toSorted(),
          expected.toSorted(),
          `the records on all pages of ${path} in ${order} order`,
        );
      }
    }
  });
}
