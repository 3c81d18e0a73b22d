import { expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../testing.ts';
import { createFileHost, PDF, PNG } from '../testing-files.ts';
import { createConnection } from './accounts.ts';

const to = '905551112233';
const DAY = 24 * 60 * 60;

/** Uploads a file and gives its id. */
async function upload(
  { api }: TestServer,
  bytes: Buffer,
  { key, connection_id, name = 'a.bin' }: { key?: string; connection_id?: string; name?: string } = {},
): Promise<string> {
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], name));
  if (connection_id !== undefined) {
    form.set('connection_id', connection_id);
  }
  return (await api('POST', '/media', { body: form, ...(key !== undefined && { key }) })).body.data.id;
}

const image = (media: object) => ({ to, type: 'image', media });
const promo = (header: object) => ({ to, name: 'promo_spring', header });

test.each(DATABASES)(
  'an uploaded file leaves by the id of the provider, as often as it is sent, on %s',
  async (database) => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hello');
    const id = await upload(server, PDF, { name: 'invoice.pdf' });
    for (const more of [{ caption: 'Invoice' }, { filename: 'other.pdf' }]) {
      const body = { to, type: 'document', media: { id }, ...more };
      expect((await server.api('POST', '/messages', { body })).status).toBe(202);
    }
    await server.settle();
    const provider = (await server.server.app.store.read.media.find(server.accountId, id))?.providerMediaId;
    expect(server.mock.sends().map(({ payload }) => payload.document)).toEqual([
      { id: provider, caption: 'Invoice', filename: 'invoice.pdf' },
      { id: provider, filename: 'other.pdf' },
    ]);
    expect(provider).not.toBe(id);
  },
);

test('an uploaded file is the header of a template', async () => {
  const server = await createTestServer();
  const id = await upload(server, PNG);
  const sent = await server.api('POST', '/messages/template', { body: promo({ media_id: id }) });
  await server.settle();
  expect((await server.api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('read');
  const provider = (await server.server.app.store.read.media.find(server.accountId, id))?.providerMediaId;
  expect(JSON.stringify(server.mock.sends()[0]?.payload)).toContain(`"image":{"id":"${provider}"}`);
});

test('an id that cannot be sent is a fault that is named, in a message and in a template', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hello');
  const { app } = server.server;
  const other = await server.anotherAccount();
  const second = await app.store.transaction((tx) =>
    createConnection(app, tx, {
      accountId: server.accountId,
      channel: 'whatsapp',
      name: 'Second',
      providerAppId: '1',
      providerId: '1',
      accessToken: server.business.access_token,
    }),
  );
  const foreign = await upload(server, PNG, { key: other.liveKey });
  const tested = await upload(server, PNG, { key: server.testKey });
  const elsewhere = await upload(server, PNG, { key: server.testKey, connection_id: second });
  const pdf = await upload(server, PDF);
  const cases: [string, string, string | undefined][] = [
    ['1037543291543636', 'take the id that POST /media answered', undefined],
    [foreign, 'take the id that POST /media answered', undefined],
    [tested, 'was uploaded with a test key', undefined],
    [pdf, 'is application/pdf, which is sent as document and not as image', undefined],
    [elsewhere, `was uploaded over ${second}: send it with that connection_id`, server.testKey],
  ];
  for (const [id, message, key] of cases) {
    const options = key === undefined ? {} : { key };
    const plain = await server.api('POST', '/messages', { body: image({ id }), ...options });
    const template = await server.api('POST', '/messages/template', { body: promo({ media_id: id }), ...options });
    for (const [{ status, body }, field] of [
      [plain, 'media.id'],
      [template, 'header.media_id'],
    ] as const) {
      expect([status, body.error]).toEqual([
        422,
        expect.objectContaining({
          code: 'VALIDATION_FAILED',
          param: field,
          errors: [{ field, message: expect.stringContaining(message) }],
        }),
      ]);
    }
  }
  const body = { ...image({ id: elsewhere }), connection_id: second };
  expect((await server.api('POST', '/messages', { body, key: server.testKey })).status).toBe(202);
});

test('a test key sends what was uploaded with either key', async () => {
  const server = await createTestServer();
  for (const uploader of [server.testKey, server.liveKey]) {
    const id = await upload(server, PNG, { key: uploader });
    const sent = await server.api('POST', '/messages', { body: image({ id }), key: server.testKey });
    expect(sent.body.data).toMatchObject({ status: 'sent', test: true });
  }
});

test('an upload can be sent for 30 days', async () => {
  const server = await createTestServer();
  const id = await upload(server, PNG);
  const send = async () => {
    const { status, body } = await server.api('POST', '/messages', { body: image({ id }), key: server.testKey });
    return [status, body.error?.errors[0].message];
  };
  const uploadedAt = server.clock.now();
  server.clock.moveTo(uploadedAt + 30 * DAY * 1000 - 1);
  expect(await send()).toEqual([202, undefined]);
  server.clock.moveTo(uploadedAt + 30 * DAY * 1000 + 1);
  expect(await send()).toEqual([422, expect.stringContaining('has expired')]);
});

test('media on WhatsApp leaves by URL, with caption and file name', async () => {
  const { api, customerWrites, settle, mock } = await createTestServer();
  await customerWrites('Hello');
  const host = await createFileHost();
  const url = host.put('/a.pdf', { headers: { 'content-type': 'application/pdf' } });
  await api('POST', '/messages', {
    body: { to, type: 'document', media: { url }, caption: 'Invoice', filename: 'a.pdf' },
  });
  await settle();
  expect(mock.sends()[0]?.payload).toMatchObject({
    type: 'document',
    document: { link: url, caption: 'Invoice', filename: 'a.pdf' },
  });
});

test('a caption on Messenger follows its file as a text of its own', async () => {
  const { api, settle, mock, business } = await createTestServer();
  const person = { id: '6042731925', name: 'Ada' };
  await mock.receive({
    channel: 'messenger',
    business_id: business.messenger.page_id,
    from: person,
    type: 'text',
    text: 'Hi',
  });
  await settle();
  const url = `${(await createFileHost()).url}/shoe.jpg`;
  const body = { channel: 'messenger', to: person.id, type: 'image', media: { url }, caption: 'Size 42' };
  const sent = await api('POST', '/messages', { body });
  await settle();
  expect(mock.sends().map(({ payload }) => payload.message)).toEqual([
    { attachment: { type: 'image', payload: { url, is_reusable: true } }, metadata: sent.body.data.id },
    { text: 'Size 42', metadata: `${sent.body.data.id}#1` },
  ]);
});

test('a file by id on a channel that takes only URLs is refused', async () => {
  const { api } = await createTestServer();
  const body = { channel: 'messenger', to: '6042731925', type: 'image', media: { id: '1' } };
  expect((await api('POST', '/messages', { body })).body.error).toMatchObject({
    code: 'CHANNEL_FEATURE_UNSUPPORTED',
    param: 'media.id',
  });
});

test.each([
  ['http://shop.example/a.jpg', 'it must start with https://'],
  ['https://', 'it is no URL'],
  ['https://me:secret@shop.example/a.jpg', 'it holds a name or password'],
])('%s is no address for media', async (url, problem) => {
  const { api } = await createTestServer();
  const { error } = (await api('POST', '/messages', { body: { to, type: 'image', media: { url } } })).body;
  expect(error).toMatchObject({
    code: 'MEDIA_URL_INVALID',
    param: 'media.url',
    message: expect.stringContaining(problem),
  });
  const header = (await api('POST', '/messages/template', { body: { to, name: 'promo_spring', header: { url } } })).body
    .error;
  expect(header).toMatchObject({ code: 'MEDIA_URL_INVALID', param: 'header.url' });
});

/** What a send of a file by URL answers, with a test key: the rules are the same. */
async function sends(server: TestServer, url: string, type = 'image') {
  const { status, body } = await server.api('POST', '/messages', {
    body: { to, type, media: { url } },
    key: server.testKey,
  });
  return [status, body.error?.code, body.error?.message];
}

const MB = 1024 * 1024;

test('an address is asked with HEAD, and with GET of one byte where HEAD is refused', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  expect((await sends(server, `${host.url}/a.png`))[0]).toBe(202);
  expect(host.asked.map(({ method }) => method)).toEqual(['HEAD']);
  for (const head of [400, 403, 404, 405, 501]) {
    const headers = { 'content-range': `bytes 0-0/${5 * MB + 1}`, 'content-length': 0, 'content-type': 'image/png' };
    const small = host.put(`/small-${head}`, {
      head,
      status: 206,
      headers: { ...headers, 'content-range': 'bytes 0-0/9' },
    });
    expect([head, (await sends(server, small))[0]]).toEqual([head, 202]);
    const large = host.put(`/large-${head}`, { head, status: 206, headers });
    expect((await sends(server, large)).slice(0, 2)).toEqual([413, 'MEDIA_TOO_LARGE']);
  }
  expect(
    host.asked.filter(({ method }) => method === 'GET').every(({ headers }) => headers.range === 'bytes=0-0'),
  ).toBe(true);
});

test.each([
  [401, 'answers 401, and must be reachable without authentication'],
  [403, 'answers 403, and must be reachable without authentication'],
  [404, 'answers 404'],
  [500, 'answers 500'],
])('an address that answers %i cannot be used', async (status, problem) => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = host.put('/a.png', { status });
  expect(await sends(server, url)).toEqual([422, 'MEDIA_URL_INVALID', `${url} cannot be used: it ${problem}.`]);
  const { error } = (await server.api('POST', '/messages/template', { body: promo({ url }) })).body;
  expect(error).toMatchObject({ code: 'MEDIA_URL_INVALID', param: 'header.url' });
  // It is asked anew: what failed is not remembered.
  host.put('/a.png', {});
  expect((await sends(server, url))[0]).toBe(202);
});

test.each([
  ['image', 5],
  ['audio', 16],
  ['video', 16],
  ['document', 100],
])('an address of the kind %s may announce its limit and not one byte more', async (type, megabytes) => {
  const server = await createTestServer();
  const host = await createFileHost();
  const at = host.put('/at', { headers: { 'content-length': megabytes * MB } });
  const over = host.put('/over', { headers: { 'content-length': megabytes * MB + 1 } });
  expect((await sends(server, at, type))[0]).toBe(202);
  expect((await sends(server, over, type)).slice(0, 2)).toEqual([413, 'MEDIA_TOO_LARGE']);
});

test.each([
  ['image', 'image/jpeg', 202],
  ['image', 'image/webp', 202],
  ['image', 'application/octet-stream', 202],
  ['image', 'text/html; charset=utf-8', 415],
  ['image', 'video/mp4', 415],
  ['image', 'application/pdf', 415],
  ['document', 'application/pdf', 202],
  ['document', 'text/plain', 202],
  ['document', 'text/html', 415],
  ['document', 'image/png', 415],
  ['audio', 'video/mp4', 202],
  ['audio', 'audio/x-wav', 202],
  ['audio', 'video/quicktime', 415],
  ['video', 'audio/mpeg', 415],
])('%s by an address of %s answers %i', async (type, mimeType, status) => {
  const server = await createTestServer();
  const url = (await createFileHost()).put('/a', { headers: { 'content-type': mimeType } });
  const expected = status === 202 ? [202, undefined] : [415, 'MEDIA_TYPE_UNSUPPORTED'];
  expect((await sends(server, url, type)).slice(0, 2)).toEqual(expected);
});

test('three redirects are followed, each of them to an address that is allowed', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const redirect = (path: string, location: string) => host.put(path, { status: 302, headers: { location } });
  redirect('/1', '/image.png');
  redirect('/2', '/1');
  const three = redirect('/3', `${host.url}/2`);
  const four = redirect('/4', '/3');
  expect((await sends(server, three))[0]).toBe(202);
  expect((await sends(server, four))[2]).toContain('it redirects more than 3 times');
  for (const [location, problem] of [
    ['http://shop.example/a.png', 'it must start with https://'],
    ['https://me:secret@shop.example/a.png', 'it holds a name or password'],
    ['https://10.0.0.1/a.png', 'it does not lead to a public address'],
    ['https://[::ffff:169.254.169.254]/', 'it does not lead to a public address'],
    ['file:///etc/passwd', 'it must start with https://'],
    ['https://', 'it is no URL'],
  ] as const) {
    expect([location, (await sends(server, redirect('/away', location)))[2]]).toEqual([
      location,
      expect.stringContaining(problem),
    ]);
  }
});

test('an address that is silent for 5 seconds cannot be used', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const answer = sends(server, host.put('/a.png', { hangs: true }));
  await expect.poll(() => host.asked.length).toBe(1);
  server.clock.moveTo(server.clock.now() + 4999);
  expect(await Promise.race([answer, server.api('GET', '/me').then(() => 'waits')])).toBe('waits');
  server.clock.moveTo(server.clock.now() + 1);
  expect((await answer)[2]).toContain('it does not answer within 5 s');
});

test.each([
  'https://127.0.0.1/a.png',
  'https://127.0.0.1:8443/a.png',
  'https://localhost/a.png',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://10.1.2.3:6379/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://[fd00::1]/a.png',
  'https://[fe80::1]/a.png',
  'https://[64:ff9b::7f00:1]/a.png',
  'https://0.0.0.0/a.png',
])('%s is not public', async (url) => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  expect(await sends(server, url)).toEqual([
    422,
    'MEDIA_URL_INVALID',
    expect.stringContaining('it does not lead to a public address'),
  ]);
});

test('http on this machine is an address for nobody but wigwag dev', async () => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  const host = await createFileHost();
  expect((await sends(server, `${host.url}/a.png`))[2]).toContain('it must start with https://');
  expect(host.asked).toEqual([]);
});

test('an address where nobody listens, or that has no host, cannot be used', async () => {
  const server = await createTestServer();
  expect((await sends(server, 'http://127.0.0.1:9/a.png'))[2]).toContain('it cannot be reached (ECONNREFUSED)');
  expect((await sends(server, 'https://nowhere.invalid/a.png'))[1]).toBe('MEDIA_URL_INVALID');
});

test('an address that was reachable is not asked again for a minute, not even by sends at the same moment', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = `${host.url}/a.png`;
  const burst = await Promise.all(Array.from({ length: 20 }, () => sends(server, url)));
  expect(burst.every(([status]) => status === 202)).toBe(true);
  server.clock.moveTo(server.clock.now() + 59_999);
  await sends(server, url);
  expect(host.asked).toHaveLength(1);
  server.clock.moveTo(server.clock.now() + 1);
  await sends(server, url);
  expect(host.asked).toHaveLength(2);
});

test('a repeated send does not need its address any more, and a changed one conflicts as ever', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = `${host.url}/a.png`;
  const send = (body: object) =>
    server.api('POST', '/messages', { body, key: server.testKey, headers: { 'idempotency-key': 'once' } });
  const first = await send(image({ url }));
  host.put('/a.png', { status: 404 });
  server.clock.moveTo(server.clock.now() + 120_000);
  const again = await send(image({ url }));
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([202, first.body, 'true']);
  expect((await send(image({ url: `${host.url}/b.png` }))).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  expect(host.asked).toHaveLength(1);
  // The key is free again after a day, and the address is looked at again.
  server.clock.moveTo(server.clock.now() + DAY * 1000);
  expect((await send(image({ url }))).body.error.code).toBe('MEDIA_URL_INVALID');
});

test('what is refused anyway asks nobody', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = `${host.url}/a.png`;
  expect((await server.api('POST', '/messages', { body: image({ url }) })).body.error.code).toBe('WINDOW_NEVER_OPENED');
  const body = { to, name: 'pending_one', header: { url } };
  expect((await server.api('POST', '/messages/template', { body })).body.error.code).toBe('TEMPLATE_NOT_APPROVED');
  expect(host.asked).toEqual([]);
});
