import { expect, expectTypeOf, test } from 'vitest';
import type { Schemas } from '../operation-types.ts';
import { ApiError } from '../request/api-error.ts';
import { createObservedClient, refusal, success, thrownBy } from '../testing.ts';
import type { Wigwag } from '../wigwag.ts';

const page = (ids: number[], next: string | null) =>
  success(
    200,
    {
      contacts: ids.map((id) => ({ id })),
      pagination: { limit: 2, count: ids.length, has_more: next !== null, next_cursor: next },
    },
    { 'x-request-id': 'req_9', 'x-ratelimit-limit': '1800', 'x-ratelimit-remaining': '42', 'x-ratelimit-burst': '60' },
  );
const PAGES = [page([1, 2], 'c1'), page([3, 4], 'c2'), page([5], null)];

test('for await iterates over every record, and requests a page only when it needs it', async () => {
  const { wigwag, requests } = await createObservedClient(PAGES);
  const ids: number[] = [];
  const asked: number[] = [];
  for await (const { id } of wigwag.contacts.list({ limit: 2, search: 'ada & co' })) {
    ids.push(id);
    asked.push(requests.length);
  }
  expect(ids).toEqual([1, 2, 3, 4, 5]);
  expect(asked).toEqual([1, 1, 2, 2, 3]);
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/v1/contacts?limit=2&search=ada%20%26%20co',
    '/api/v1/contacts?limit=2&search=ada%20%26%20co&cursor=c1',
    '/api/v1/contacts?limit=2&search=ada%20%26%20co&cursor=c2',
  ]);
});

test('leaving the loop stops further requests, and an unread list sends none', async () => {
  const { wigwag, requests } = await createObservedClient(PAGES);
  const list = wigwag.contacts.list();
  expect(requests).toHaveLength(0);
  for await (const { id } of list) {
    if (id === 2) {
      break;
    }
  }
  expect(requests).toHaveLength(1);
});

test('a history continues by `before`', async () => {
  const history = (ids: string[], before: string | null) =>
    success(200, {
      messages: ids.map((id) => ({ id })),
      pagination: { limit: 1, count: 1, has_more: before !== null, before },
    });
  const { wigwag, requests } = await createObservedClient([
    history(['msg_2'], '2026-05-04T12:00:00.000000+00:00'),
    history(['msg_1'], null),
  ]);
  const messages = await wigwag.conversations.messages('905551112233', { direction: 'in' }).toArray();
  expect(messages.map(({ id }) => id)).toEqual(['msg_2', 'msg_1']);
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/v1/conversations/905551112233/messages?direction=in',
    '/api/v1/conversations/905551112233/messages?direction=in&before=2026-05-04T12%3A00%3A00.000000%2B00%3A00',
  ]);
});

test('a history continues by `after` in the order of time', async () => {
  const history = (ids: string[], after: string | null) =>
    success(200, {
      messages: ids.map((id) => ({ id })),
      pagination: { limit: 1, count: 1, has_more: after !== null, before: null, after },
    });
  const { wigwag, requests } = await createObservedClient([
    history(['msg_1'], '2026-05-04T12:00:01.000000+00:00'),
    history(['msg_2'], null),
  ]);
  const after = '2026-05-04T12:00:00.000000+00:00';
  const messages = await wigwag.conversations.messages('905551112233', { after }).toArray();
  expect(messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/v1/conversations/905551112233/messages?after=2026-05-04T12%3A00%3A00.000000%2B00%3A00',
    '/api/v1/conversations/905551112233/messages?after=2026-05-04T12%3A00%3A01.000000%2B00%3A00',
  ]);
});

test.each([
  [0, [], 0],
  [1, [1], 1],
  [2, [1, 2], 1],
  [3, [1, 2, 3], 2],
  [5, [1, 2, 3, 4, 5], 3],
  [6, [1, 2, 3, 4, 5], 3],
])('toArray with a limit of %i', async (limit, ids, pages) => {
  const { wigwag, requests } = await createObservedClient(PAGES);
  const contacts = await wigwag.contacts.list().toArray({ limit });
  expect(contacts.map(({ id }) => id)).toEqual(ids);
  expect(requests).toHaveLength(pages);
});

test("awaiting returns the first page in the document's form", async () => {
  const { wigwag } = await createObservedClient(PAGES);
  const first = await wigwag.contacts.list();
  expect(first.contacts.map(({ id }) => id)).toEqual([1, 2]);
  expect(first.pagination).toEqual({ limit: 2, count: 2, has_more: true, next_cursor: 'c1' });
});

test('pages() yields page after page', async () => {
  const { wigwag } = await createObservedClient(PAGES);
  const counts: number[] = [];
  for await (const { pagination } of wigwag.contacts.list().pages()) {
    counts.push(pagination.count);
  }
  expect(counts).toEqual([2, 2, 1]);
});

test('withResponse() of a list returns the response of its first page', async () => {
  const { wigwag } = await createObservedClient(PAGES);
  const { data, requestId, rateLimit } = await wigwag.contacts.list().withResponse();
  expect(data.contacts).toHaveLength(2);
  expect(requestId).toBe('req_9');
  expect(rateLimit).toEqual({ limit: 1800, remaining: 42, burst: 60 });
});

test('a refused page ends the loop with the error, and the earlier records stay', async () => {
  const { wigwag } = await createObservedClient([page([1, 2], 'c1'), refusal('SCOPE_DENIED')]);
  const ids: number[] = [];
  const loop = async () => {
    for await (const { id } of wigwag.contacts.list()) {
      ids.push(id);
    }
  };
  expect(await thrownBy(loop())).toBeInstanceOf(ApiError);
  expect(ids).toEqual([1, 2]);
});

test('a signal ends a loop between two pages', async () => {
  const stop = new AbortController();
  const { wigwag } = await createObservedClient(PAGES);
  const loop = async () => {
    for await (const { id } of wigwag.contacts.list({}, { signal: stop.signal })) {
      id === 2 && stop.abort('enough');
    }
  };
  expect(await thrownBy(loop())).toBe('enough');
});

test('a server that announces more records without a cursor does not cause an endless loop', async () => {
  const lost = success(200, { contacts: [{ id: 1 }], pagination: { has_more: true, next_cursor: null } });
  const { wigwag, requests } = await createObservedClient(lost);
  expect(await wigwag.contacts.list().toArray()).toHaveLength(1);
  expect(requests).toHaveLength(1);
});

test('records have the types of the document', () => {
  // Never called, because a promise that no one awaits would fail in a later test.
  const lists = (wigwag: Wigwag) => ({
    contacts: wigwag.contacts.list().toArray(),
    messages: wigwag.conversations.messages('1').toArray(),
    templates: wigwag.templates.list().toArray(),
    runs: wigwag.flows.runs(7).toArray(),
  });
  expectTypeOf(lists).returns.toEqualTypeOf<{
    contacts: Promise<Schemas['Contact'][]>;
    messages: Promise<Schemas['HistoryMessage'][]>;
    templates: Promise<Schemas['Template'][]>;
    runs: Promise<Schemas['FlowRun'][]>;
  }>();
});
