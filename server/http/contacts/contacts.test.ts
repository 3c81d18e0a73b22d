import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const ada = {
  phone: '905321112233',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  display_name: 'Ada',
  username: 'ada',
};

/** Creates contacts that are numbered in the order of creation. */
async function addContacts({ api }: TestServer, count: number): Promise<string[]> {
  const phones = Array.from({ length: count }, (_, at) => String(905_550_000_000 + at));
  for (const phone of phones) {
    await api('POST', '/contacts', { body: { phone } });
  }
  return phones;
}

describe.each(DATABASES)('contacts on %s', (database) => {
  test('are created with 201 and changed with 200, and only the given fields change', async () => {
    const { api } = await createTestServer({ database });
    const created = await api('POST', '/contacts', { body: ada });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: expect.any(Number),
      ...ada,
      user_ids: [],
      opted_out: false,
      blocked: false,
      created_at: expect.any(String),
      updated_at: created.body.data.created_at,
    });
    const changed = await api('POST', '/contacts', { body: { phone: ada.phone, name: 'Ada King', username: '' } });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toEqual({
      ...created.body.data,
      name: 'Ada King',
      username: null,
      updated_at: expect.any(String),
    });
    expect(changed.body.data.updated_at > created.body.data.updated_at).toBe(true);
    expect((await api('GET', `/contacts/${ada.phone}`)).body.data).toEqual(changed.body.data);
    const same = await api('POST', '/contacts', { body: { phone: ada.phone } });
    expect([same.status, same.body.data]).toEqual([200, changed.body.data]);
  });

  test('of identical concurrent requests, one creates the contact and the others find it', async () => {
    const { api } = await createTestServer({ database });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => api('POST', '/contacts', { body: { ...ada, name: `Ada ${at}` } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await api('GET', '/contacts')).body.data.pagination.count).toBe(1);
    const { name } = (await api('GET', `/contacts/${ada.phone}`)).body.data;
    const found = await api('GET', `/contacts?search=${encodeURIComponent(name)}`);
    expect(found.body.data.pagination.count).toBe(1);
  });

  test('after concurrent changes to different fields, a search finds all of them', async () => {
    const { api } = await createTestServer({ database });
    await api('POST', '/contacts', { body: { phone: ada.phone } });
    const fields = { name: 'Lovelace', email: 'poet@example.com', username: 'countess', display_name: 'Augusta' };
    await Promise.all(
      Object.entries(fields).map(([name, text]) => api('PATCH', `/contacts/${ada.phone}`, { body: { [name]: text } })),
    );
    expect((await api('GET', '/contacts?search=lovelace%20poet%20countess%20augusta')).body.data.contacts).toHaveLength(
      1,
    );
  });

  test('a phone is one contact in all its formats, in bodies and in paths', async () => {
    const { api } = await createTestServer({ database });
    const spellings = ['0532 111 22 33', '+90 532 111 22 33', '905321112233', '00905321112233', '(0532) 111-2233'];
    for (const [at, phone] of spellings.entries()) {
      const { status, body } = await api('POST', '/contacts', { body: { phone, name: `Name ${at}` } });
      expect([status, body.data.phone]).toEqual([at === 0 ? 201 : 200, '905321112233']);
    }
    for (const spelling of [...spellings.map(encodeURIComponent), '+905321112233', '0532%20111%2022%2033']) {
      const { status, body } = await api('GET', `/contacts/${spelling}`);
      expect([status, body.data?.name]).toEqual([200, 'Name 4']);
    }
  });

  test('a local phone number is parsed for the account’s country', async () => {
    const { api, anotherAccount } = await createTestServer({ database });
    const { liveKey: key } = await anotherAccount({ country: 'GB' });
    const { body } = await api('POST', '/contacts', { key, body: { phone: '07400 123456' } });
    expect(body.data.phone).toBe('447400123456');
    expect((await api('GET', '/contacts/07400123456', { key })).status).toBe(200);
  });

  test('a phone of another contact is refused, and a free one moves the contact', async () => {
    const { api } = await createTestServer({ database });
    const { body } = await api('POST', '/contacts', { body: ada });
    await api('POST', '/contacts', { body: { phone: '905320000000' } });
    const taken = await api('PATCH', `/contacts/${ada.phone}`, { body: { phone: '0532 000 00 00', name: 'X' } });
    expect([taken.status, taken.body.error.code, taken.body.error.param]).toEqual([422, 'VALIDATION_FAILED', 'phone']);
    expect(taken.body.error.errors).toEqual([{ field: 'phone', message: expect.stringContaining('another contact') }]);
    expect((await api('GET', `/contacts/${ada.phone}`)).body.data.name).toBe('Ada Lovelace');
    const same = await api('PATCH', `/contacts/${ada.phone}`, { body: { phone: '0532 111 22 33' } });
    expect([same.status, same.body.data]).toEqual([200, body.data]);
    const moved = await api('PATCH', `/contacts/${ada.phone}`, { body: { phone: '0532 999 99 99' } });
    expect(moved.body.data).toMatchObject({ id: body.data.id, phone: '905329999999', name: 'Ada Lovelace' });
    expect((await api('GET', `/contacts/${ada.phone}`)).body.error.code).toBe('CONTACT_NOT_FOUND');
    expect((await api('GET', '/contacts?search=999 99 99')).body.data.contacts).toHaveLength(1);
    expect((await api('GET', '/contacts?search=111 22 33')).body.data.contacts).toHaveLength(0);
  });

  test('if two contacts get the same phone at the same time, one succeeds', async () => {
    const { api } = await createTestServer({ database });
    const [left, right] = ['905320000001', '905320000002'];
    await api('POST', '/contacts', { body: { phone: left } });
    await api('POST', '/contacts', { body: { phone: right } });
    const answers = await Promise.all(
      [left, right].map((phone) => api('PATCH', `/contacts/${phone}`, { body: { phone: '905329999999' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('pages list all of them once, newest or oldest first, even if contacts are added at the same time', async () => {
    const server = await createTestServer({ database });
    const phones = await addContacts(server, 7);
    const pages = async (order: string) => {
      const seen: string[] = [];
      let cursor = '';
      for (let page = 0; page < 9; page += 1) {
        const { body } = await server.api('GET', `/contacts?limit=3&order=${order}${cursor}`);
        seen.push(...body.data.contacts.map(({ phone }: { phone: string }) => phone));
        expect(body.data.pagination).toMatchObject({ limit: 3, count: body.data.contacts.length });
        if (!body.data.pagination.has_more) {
          expect(body.data.pagination.next_cursor).toBe(null);
          return seen;
        }
        cursor = `&cursor=${body.data.pagination.next_cursor}`;
        if (page === 0 && order === 'desc') {
          await server.api('POST', '/contacts', { body: { phone: '905559999999' } });
        }
      }
      throw new Error('the pages do not end');
    };
    expect(await pages('desc')).toEqual([...phones].reverse());
    expect(await pages('asc')).toEqual([...phones, '905559999999']);
  });

  test('the contacts of another account are not found, even under the same phone', async () => {
    const { api, anotherAccount } = await createTestServer({ database });
    const { liveKey: key } = await anotherAccount();
    const path = `/contacts/${ada.phone}`;
    await api('POST', '/contacts', { body: ada });
    await api('POST', '/opt-outs', { body: { phone: ada.phone } });
    await api('POST', '/blocked-numbers', { body: { phone: ada.phone } });
    expect((await api('GET', path, { key })).body.error.code).toBe('CONTACT_NOT_FOUND');
    expect((await api('PATCH', path, { key, body: { name: 'X' } })).body.error.code).toBe('CONTACT_NOT_FOUND');
    for (const query of ['', '?search=ada', '?search=0532', '?search=a']) {
      expect((await api('GET', `/contacts${query}`, { key })).body.data.contacts).toEqual([]);
    }
    const own = await api('POST', '/contacts', { key, body: { phone: ada.phone, name: 'Other' } });
    expect([own.status, own.body.data]).toEqual([
      201,
      expect.objectContaining({ name: 'Other', email: null, opted_out: false, blocked: false }),
    ]);
    expect((await api('GET', path)).body.data).toMatchObject({ name: 'Ada Lovelace', opted_out: true, blocked: true });
  });
});

test.each([
  '',
  ' ',
  'ada',
  'not-a-phone',
  '12345',
  '0555',
  '+90',
  '1-800-FLOWERS',
  '999999999999',
  'web_',
  '0'.repeat(16),
])('the phone %j is refused, and the error names the field', async (phone) => {
  const { api } = await createTestServer();
  await api('POST', '/contacts', { body: ada });
  for (const [method, path] of [
    ['POST', '/contacts'],
    ['PATCH', `/contacts/${ada.phone}`],
    ['POST', '/opt-outs'],
    ['POST', '/blocked-numbers'],
  ] as const) {
    const { status, body } = await api(method, path, { body: { phone } });
    expect([status, body.error.code, body.error.param]).toEqual([422, 'VALIDATION_FAILED', 'phone']);
  }
});

test.each([
  ['no phone', { name: 'Ada' }, 'phone'],
  ['a number for a phone', { phone: 905321112233 }, 'phone'],
  ['a phone of 136 characters', { phone: '9'.repeat(136) }, 'phone'],
  ['a number for a name', { phone: ada.phone, name: 1 }, 'name'],
  ['a name of 256 characters', { phone: ada.phone, name: 'x'.repeat(256) }, 'name'],
  ['a field that contacts do not have', { phone: ada.phone, opted_out: true }, 'opted_out'],
])('%s is refused, and the error names the field', async (_what, body, param) => {
  const { api } = await createTestServer();
  const answer = await api('POST', '/contacts', { body });
  expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([422, 'VALIDATION_FAILED', param]);
});

test('texts accept 255 characters of any kind', async () => {
  const { api } = await createTestServer();
  const name = '👩‍🚀𝒜ß"%_\\\n'.repeat(16).slice(0, 200);
  const { status, body } = await api('POST', '/contacts', { body: { ...ada, name, email: 'x'.repeat(255) } });
  expect([status, body.data.name]).toEqual([201, name]);
});

test.each([
  ['limit=101', 'limit'],
  ['limit=0', 'limit'],
  ['cursor=nonsense', 'cursor'],
  ['order=up', 'order'],
  [`search=${'x'.repeat(256)}`, 'search'],
  ['page=2', 'page'],
])('a list with %s is refused, and the error names the parameter', async (query, param) => {
  const { api } = await createTestServer();
  const { status, body } = await api('GET', `/contacts?${query}`);
  expect([status, body.error.code, body.error.param]).toEqual([422, 'VALIDATION_FAILED', param]);
});

test('a page has 25 contacts by default, and up to 100', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  for (let at = 0; at < 101; at += 1) {
    await app.store.transaction((tx) =>
      tx.contacts.ensure(server.accountId, String(905_550_000_000 + at), app.monotonicNow()),
    );
  }
  const countOf = async (query: string) => (await server.api('GET', `/contacts${query}`)).body.data.contacts.length;
  expect([await countOf(''), await countOf('?limit=100'), await countOf('?limit=1')]).toEqual([25, 100, 1]);
});

test.each(['905320000000', 'nobody', '%20', '+', '%00', '%2F', '%25', 'web_1', '9'.repeat(500)])(
  'the contact %s, which does not exist, is not found',
  async (phone) => {
    const { api } = await createTestServer();
    for (const call of [api('GET', `/contacts/${phone}`), api('PATCH', `/contacts/${phone}`, { body: {} })]) {
      const { status, body } = await call;
      expect([status, body.error.code, body.error.param]).toEqual([404, 'CONTACT_NOT_FOUND', 'phone']);
    }
  },
);

test('a customer who writes becomes a contact with the name on the channel, until the API sets another name', async () => {
  const { api, mock, business, settle } = await createTestServer();
  const from = '905321112233';
  const writes = async (name: string) => {
    await mock.receive({
      channel: 'whatsapp',
      business_id: business.whatsapp.phone_number_id,
      from: { id: from, name },
      type: 'text',
      text: 'Hi',
    });
    await settle();
  };
  const nameOf = async () => (await api('GET', `/contacts/${from}`)).body.data.display_name;
  await writes('Ada');
  expect(await nameOf()).toBe('Ada');
  expect((await api('GET', '/contacts?search=ada')).body.data.contacts).toHaveLength(1);
  await writes('Ada L');
  expect(await nameOf()).toBe('Ada L');
  await api('PATCH', `/contacts/${from}`, { body: { display_name: 'Countess' } });
  await writes('Augusta');
  expect(await nameOf()).toBe('Countess');
});

test('a person on a channel without numbers is a contact by the channel’s own ID', async () => {
  const { api, mock, business, settle } = await createTestServer();
  await mock.receive({
    channel: 'instagram',
    business_id: business.instagram.account_id,
    from: { id: '17841400', name: 'Ada' },
    type: 'text',
    text: 'Hi',
  });
  await settle();
  expect((await api('GET', '/contacts/17841400')).body.data.phone).toBe('17841400');
  // It is too short for an ID, but a stored person has it.
  expect((await api('POST', '/contacts', { body: { phone: '17841400', name: 'Ada' } })).status).toBe(200);
  expect((await api('POST', '/contacts', { body: { phone: 'web_Visitor-1' } })).body.data.phone).toBe('web_Visitor-1');
  expect((await api('POST', '/contacts', { body: { phone: '1784140001234567' } })).status).toBe(201);
});

test('reading and writing contacts need their scopes', async () => {
  const { api, key } = await createTestServer();
  const reader = await key({ scopes: ['contacts:read'] });
  const writer = await key({ scopes: ['contacts:write'] });
  const path = `/contacts/${ada.phone}`;
  const statuses = async (key: string) => [
    (await api('POST', '/contacts', { key, body: ada })).status,
    (await api('PATCH', path, { key, body: { name: 'X' } })).status,
    (await api('GET', '/contacts', { key })).status,
    (await api('GET', path, { key })).status,
    (await api('GET', `${path}/window`, { key })).status,
  ];
  expect(await statuses(writer)).toEqual([201, 200, 403, 403, 403]);
  expect(await statuses(reader)).toEqual([403, 403, 200, 200, 200]);
});
