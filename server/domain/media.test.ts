import { expect, test } from 'vitest';
import { createTestServer } from '../testing.ts';

const to = '905551112233';

test('media on WhatsApp leaves by URL or id, with caption and file name', async () => {
  const { api, customerWrites, settle, mock } = await createTestServer();
  await customerWrites('Hello');
  const url = 'https://shop.example/a.pdf';
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
  const url = 'https://shop.example/shoe.jpg';
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
