import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const to = '905321112233';
const LISTS = [
  { path: '/opt-outs', list: 'opt_outs', note: 'source', shown: 'opted_out', scope: 'optouts' },
  { path: '/blocked-numbers', list: 'blocked_numbers', note: 'reason', shown: 'blocked', scope: 'blocklist' },
] as const;

describe.each(DATABASES.flatMap((database) => LISTS.map((list) => ({ database, ...list }))))(
  '$path on $database',
  ({ database, path, list, note, shown }) => {
    test('accepts a person in any format, shows them, and removes them', async () => {
      const { api } = await createTestServer({ database });
      await api('POST', '/contacts', { body: { phone: to } });
      const isShown = async () => [
        (await api('GET', `/contacts/${to}`)).body.data[shown],
        (await api('GET', '/contacts')).body.data.contacts[0][shown],
        (await api('GET', '/contacts?search=0532')).body.data.contacts[0][shown],
      ];
      expect(await isShown()).toEqual([false, false, false]);
      const added = await api('POST', path, { body: { phone: '0532 111 22 33', [note]: 'asked us' } });
      expect(added.status).toBe(201);
      expect(added.body.data).toEqual({ phone: to, [note]: 'asked us', created_at: expect.any(String) });
      expect(await isShown()).toEqual([true, true, true]);
      expect((await api('POST', '/contacts', { body: { phone: to, name: 'Ada' } })).body.data[shown]).toBe(true);
      expect((await api('GET', path)).body.data[list]).toEqual([added.body.data]);
      const removed = await api('DELETE', `${path}/${encodeURIComponent('+90 532 111 22 33')}`);
      expect([removed.status, removed.body.data]).toEqual([200, { phone: to, removed: true }]);
      expect(await isShown()).toEqual([false, false, false]);
      const again = await api('DELETE', `${path}/05321112233`);
      expect([again.status, again.body.data]).toEqual([200, { phone: to, removed: false }]);
    });

    test('contains each person once, with the most recent note', async () => {
      const { api } = await createTestServer({ database });
      const add = async (body: object) => {
        const answer = await api('POST', path, { body: { phone: to, ...body } });
        return [answer.status, answer.body.data[note], answer.body.data.created_at];
      };
      const [, , since] = await add({});
      expect(await add({ [note]: 'first' })).toEqual([201, 'first', since]);
      expect(await add({})).toEqual([201, 'first', since]);
      expect(await add({ [note]: 'second' })).toEqual([201, 'second', since]);
      expect(await add({ [note]: '' })).toEqual([201, null, since]);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => api('POST', path, { body: { phone: '905329999999', [note]: 'x' } })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect((await api('GET', path)).body.data.pagination.count).toBe(2);
    });

    test('returns each person once over all pages, and is separate for each account', async () => {
      const { api, anotherAccount } = await createTestServer({ database });
      const phones = Array.from({ length: 5 }, (_, at) => String(905_320_000_000 + at));
      for (const phone of phones) {
        await api('POST', path, { body: { phone } });
      }
      for (const [order, expected] of [
        ['desc', [...phones].reverse()],
        ['asc', phones],
      ] as const) {
        const seen: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { body } = await api('GET', `${path}?limit=2&order=${order}${cursor && `&cursor=${cursor}`}`);
          seen.push(...body.data[list].map(({ phone }: { phone: string }) => phone));
          cursor = body.data.pagination.next_cursor;
        }
        expect(seen).toEqual(expected);
      }
      const { liveKey: key } = await anotherAccount();
      expect((await api('GET', path, { key })).body.data[list]).toEqual([]);
      expect((await api('DELETE', `${path}/${phones[0]}`, { key })).body.data.removed).toBe(false);
      expect((await api('GET', path)).body.data[list]).toHaveLength(5);
    });
  },
);

test.each(LISTS)('$path accepts notes of 255 characters, limits up to 100, and needs its scopes', async (one) => {
  const { api, key } = await createTestServer();
  const add = (length: number) => api('POST', one.path, { body: { phone: to, [one.note]: 'x'.repeat(length) } });
  expect((await add(255)).status).toBe(201);
  const long = await add(256);
  expect([long.status, long.body.error.param]).toEqual([422, one.note]);
  expect((await api('GET', `${one.path}?limit=100`)).body.data.pagination.limit).toBe(100);
  expect((await api('GET', one.path)).body.data.pagination.limit).toBe(25);
  expect((await api('GET', `${one.path}?limit=101`)).body.error.param).toBe('limit');
  expect((await api('GET', `${one.path}?cursor=x`)).body.error.param).toBe('cursor');
  const statuses = async (key: string) => [
    (await api('POST', one.path, { key, body: { phone: to } })).status,
    (await api('DELETE', `${one.path}/${to}`, { key })).status,
    (await api('GET', one.path, { key })).status,
  ];
  expect(await statuses(await key({ scopes: [`${one.scope}:read`] }))).toEqual([403, 403, 200]);
  expect(await statuses(await key({ scopes: [`${one.scope}:write`] }))).toEqual([201, 200, 403]);
});

/** Sends that would be accepted if the recipient were on neither list. */
const SENDS = {
  text: ['/messages', { to: '0532 111 22 33', text: 'Hello' }],
  utility: ['/messages/template', { to, name: 'hello_world' }],
  marketing: ['/messages/template', { to, name: 'promo_spring' }],
  instagram: ['/messages', { channel: 'instagram', to: '1784140001234567', text: 'Hello' }],
} as const;

async function codesOf({ api }: TestServer, key?: string): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  for (const [name, [path, body]] of Object.entries(SENDS)) {
    const answer = await api('POST', path, { body, ...(key !== undefined && { key }) });
    codes[name] = answer.body.error ? [answer.status, answer.body.error.code, answer.body.error.param] : answer.status;
  }
  return codes;
}

async function everybodyWrites(server: TestServer): Promise<void> {
  await server.customerWrites('Hi', to);
  await server.mock.receive({
    channel: 'instagram',
    business_id: server.business.instagram.account_id,
    from: { id: '1784140001234567', name: 'Ada' },
    type: 'text',
    text: 'Hi',
  });
  await server.settle();
}

test('a blocked person receives nothing: no template, on no channel, and not from a test key', async () => {
  const server = await createTestServer();
  await everybodyWrites(server);
  for (const phone of [to, '1784140001234567']) {
    await server.api('POST', '/blocked-numbers', { body: { phone } });
  }
  const refused = [403, 'RECIPIENT_BLOCKED', 'to'];
  const all = { text: refused, utility: refused, marketing: refused, instagram: refused };
  expect(await codesOf(server)).toEqual(all);
  expect(await codesOf(server, server.testKey)).toEqual(all);
  await server.settle();
  expect(server.mock.sends()).toEqual([]);
  await server.customerWrites('Why?', to); // recorded despite the block
  for (const phone of [to, '1784140001234567']) {
    await server.api('DELETE', `/blocked-numbers/${phone}`);
  }
  expect(await codesOf(server)).toEqual({ text: 202, utility: 202, marketing: 202, instagram: 202 });
});

test('a person who opted out receives no marketing template, and everything else', async () => {
  const server = await createTestServer();
  await everybodyWrites(server);
  await server.api('POST', '/opt-outs', { body: { phone: to } });
  const expected = { text: 202, utility: 202, marketing: [403, 'RECIPIENT_OPTED_OUT', 'to'], instagram: 202 };
  expect(await codesOf(server)).toEqual(expected);
  expect(await codesOf(server, server.testKey)).toEqual(expected);
  await server.api('DELETE', `/opt-outs/${to}`);
  expect((await codesOf(server)).marketing).toBe(202);
});

test('the lists of one account do not stop another', async () => {
  const server = await createTestServer();
  const { liveKey: key } = await server.anotherAccount();
  await server.api('POST', '/opt-outs', { body: { phone: to } });
  await server.api('POST', '/blocked-numbers', { body: { phone: to } });
  expect(await codesOf(server, key)).toMatchObject({ utility: 202, marketing: 202 });
});

test.each([
  ['blocked', '/blocked-numbers', 'hello_world', { status: 'failed', error: { code: 'blocked' } }],
  ['opted out', '/opt-outs', 'promo_spring', { status: 'failed', error: { code: 'opted_out' } }],
  ['opted out', '/opt-outs', 'hello_world', { status: 'read', error: null }],
])('a queued message when a person is %s by %s: %s', async (_, list, name, becomes) => {
  const server = await createTestServer();
  server.mock.faults.next({ outcome: 'unavailable' });
  const sent = await server.api('POST', '/messages/template', { body: { to, name } });
  await server.settle();
  await server.api('POST', list, { body: { phone: to } });
  await server.advance(60);
  expect(server.mock.sends()).toHaveLength(becomes.status === 'read' ? 1 : 0);
  expect((await server.api('GET', `/messages/${sent.body.data.id}`)).body.data).toMatchObject(becomes);
});
