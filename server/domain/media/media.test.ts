import { expect, test } from 'vitest';
import { createFileHost, PDF, PNG } from '../../testing/files.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { createConnection } from '../connections/create-connection.ts';

const to = '905551112233';
const DAY = 24 * 60 * 60;

/** Uploads a file and returns its ID. */
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

test.each(DATABASES)('an uploaded file is sent by the provider’s ID, any number of times, on %s', async (database) => {
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
});

test('an uploaded file can be the header of a template', async () => {
  const server = await createTestServer();
  const id = await upload(server, PNG);
  const sent = await server.api('POST', '/messages/template', { body: promo({ media_id: id }) });
  await server.settle();
  expect((await server.api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('read');
  const provider = (await server.server.app.store.read.media.find(server.accountId, id))?.providerMediaId;
  expect(JSON.stringify(server.mock.sends()[0]?.payload)).toContain(`"image":{"id":"${provider}"}`);
});

test('an ID that cannot be sent gets an error that explains why, in a message and in a template', async () => {
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
    ['1037543291543636', 'use the ID that POST /media returned', undefined],
    [foreign, 'use the ID that POST /media returned', undefined],
    [tested, 'was uploaded with a test key', undefined],
    [pdf, 'is application/pdf, which is sent as document and not as image', undefined],
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
  const body = { ...image({ id: elsewhere }), connection_id: 'wa_1' };
  const { error } = (await server.api('POST', '/messages', { body, key: server.testKey })).body;
  expect(error.message).toContain(`was uploaded through ${second}: send it with that connection_id`);
  for (const line of [{ connection_id: second }, {}]) {
    const sent = { ...body, connection_id: undefined, ...line };
    expect((await server.api('POST', '/messages', { body: sent, key: server.testKey })).status).toBe(202);
  }
});

test('a test key sends files that were uploaded with either key', async () => {
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

test('media on WhatsApp is sent by URL, with caption and file name', async () => {
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

test('a caption on Messenger follows its file as a separate text', async () => {
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

test('a file by ID is refused on a channel that accepts only URLs', async () => {
  const { api } = await createTestServer();
  const body = { channel: 'messenger', to: '6042731925', type: 'image', media: { id: '1' } };
  expect((await api('POST', '/messages', { body })).body.error).toMatchObject({
    code: 'CHANNEL_FEATURE_UNSUPPORTED',
    param: 'media.id',
  });
});

test.each([
  ['http://shop.example/a.jpg', 'it must start with https://'],
  ['https://', 'it is not a URL'],
  ['https://me:secret@shop.example/a.jpg', 'it contains a user name or password'],
])('%s is not a valid address for media', async (url, problem) => {
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
