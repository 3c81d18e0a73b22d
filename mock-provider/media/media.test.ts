import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS, type TransportName } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const BYTES = Buffer.from('bytes of an image');

async function setup(transport?: TransportName) {
  const test = await createTestMock({}, transport);
  const upload = (parts: Record<string, string | Blob>, query = '') => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      form.append(name, value);
    }
    return test.call('POST', `/v25.0/${NUMBER}/media${query}`, { init: { body: form } });
  };
  const image = new File([BYTES], 'a.jpg', { type: 'image/jpeg' });
  return { ...test, upload, image };
}

test.each(TRANSPORTS)('keeps the bytes of an upload until it is deleted %s', async (transport) => {
  const { call, upload, image } = await setup(transport);
  const { body } = await upload({ messaging_product: 'whatsapp', type: 'image/jpeg', file: image });
  expect(body).toEqual({ id: expect.stringMatching(/^\d+$/) });
  const media = await call('GET', `/v25.0/${body.id}?phone_number_id=${NUMBER}`);
  expect(media.body).toEqual({
    messaging_product: 'whatsapp',
    url: expect.any(String),
    mime_type: 'image/jpeg',
    sha256: createHash('sha256').update(BYTES).digest('hex'),
    file_size: 17,
    id: body.id,
  });
  const url = new URL(media.body.url);
  const file = await call('GET', url.pathname + url.search);
  expect([file.status, file.headers.get('content-type'), file.body.source]).toEqual([
    200,
    'image/jpeg',
    'bytes of an image',
  ]);
  expect((await call('GET', url.pathname + url.search, { token: null })).status).toBe(401);
  expect((await call('DELETE', `/v25.0/${body.id}`)).body).toEqual({ success: true });
  expect((await call('GET', `/v25.0/${body.id}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  expect((await call('GET', url.pathname + url.search)).status).toBe(404);
});

test("returns a download URL on its own origin over HTTP, and on Meta's in process", async () => {
  const http = await setup('over HTTP');
  const one = await http.upload({ messaging_product: 'whatsapp', file: http.image });
  expect((await http.call('GET', `/${one.body.id}`)).body.url).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/whatsapp_business\/attachments\/\?mid=\d+&ext=1767225900&hash=/,
  );
  const inProcess = await setup('in process');
  const two = await inProcess.upload({ messaging_product: 'whatsapp', file: inProcess.image });
  expect((await inProcess.call('GET', `/${two.body.id}`)).body.url).toMatch(/^https:\/\/lookaside\.fbsbx\.com\//);
});

test.each([
  ['the product in the query', { file: true }, '?messaging_product=whatsapp'],
  ['no type part', { messaging_product: 'whatsapp', file: true }, ''],
  ['the file first', { file: true, messaging_product: 'whatsapp', type: 'image/jpeg' }, ''],
])('accepts an upload with %s', async (_name, parts, query) => {
  const { upload, image } = await setup();
  const { file: _, ...rest } = parts as { file: boolean } & Record<string, string>;
  const ordered = Object.keys(parts)[0] === 'file' ? { file: image, ...rest } : { ...rest, file: image };
  expect((await upload(ordered, query)).body.id).toMatch(/^\d+$/);
});

test('refuses an upload without file, of an unknown type or too large', async () => {
  const { upload } = await setup();
  expect((await upload({ messaging_product: 'whatsapp' })).body.error).toMatchObject({
    code: 100,
    message: '(#100) The parameter file is required.',
  });
  const gif = new File(['x'], 'a.gif', { type: 'image/gif' });
  expect((await upload({ messaging_product: 'whatsapp', file: gif })).body.error.code).toBe(131053);
  const large = new File([Buffer.alloc(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' });
  expect((await upload({ messaging_product: 'whatsapp', file: large })).body.error.code).toBe(131053);
});

test("uses the part's type if the field contains only a kind, as in kapso's requests", async () => {
  const { call, upload } = await setup();
  const file = new File([BYTES], 'a.png', { type: 'image/png' });
  const { body } = await upload({ messaging_product: 'whatsapp', type: 'image', file });
  expect((await call('GET', `/${body.id}`)).body.mime_type).toBe('image/png');
});

/** Returns the start of a WebP file with its extended header, whose second flag marks an animation. */
const webp = (size: number, animated: boolean) => {
  const bytes = Buffer.alloc(size);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUInt8(animated ? 0x02 : 0, 20);
  return new File([bytes], 'a.webp', { type: 'image/webp' });
};

test.each([
  ['a static sticker of 102,400 bytes', webp(102400, false), undefined],
  ['a static sticker of 102,401 bytes', webp(102401, false), 131053],
  ['an animated sticker of 102,401 bytes', webp(102401, true), undefined],
  ['an animated sticker of 512,001 bytes', webp(512001, true), 131053],
  ['an empty file', new File([], 'a.png', { type: 'image/png' }), 131053],
])('accepts or refuses %s', async (_name, file, code) => {
  const { upload } = await setup();
  expect((await upload({ messaging_product: 'whatsapp', file })).body.error?.code).toBe(code);
});

test('stores uploads only for numbers', async () => {
  const { call, image } = await setup();
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', image);
  const reply = await call('POST', '/v25.0/113846158011745/media', { init: { body: form } });
  expect(reply.body.error).toMatchObject({ code: 100, error_subcode: 33 });
});

test.each([
  ['image', 'text/plain', 131053],
  ['document', 'text/plain', undefined],
  ['sticker', 'image/png', 131053],
  ['sticker', 'image/webp', undefined],
  ['image', 'image/webp', 131053],
  ['audio', 'audio/mpeg', undefined],
])('checks whether a message of type %s supports a file of type %s', async (type, mime, code) => {
  const { app, send, upload } = await setup();
  const { body } = await upload({ messaging_product: 'whatsapp', file: new File(['x'], 'a', { type: mime }) });
  expect((await send({ type, [type]: { id: body.id } })).status).toBe(200);
  expect(app.statuses()).toEqual(code === undefined ? ['sent', 'delivered', 'read'] : ['failed']);
  expect(app.value(0).statuses[0].errors?.[0].code).toBe(code);
});

test('expires a download URL after five minutes and an upload after thirty days', async () => {
  const { call, upload, image, clock } = await setup();
  const { body } = await upload({ messaging_product: 'whatsapp', file: image });
  const url = new URL((await call('GET', `/${body.id}`)).body.url);
  await clock.advance(5 * 60 * 1000 - 1000);
  expect((await call('GET', url.pathname + url.search)).status).toBe(200);
  await clock.advance(1000);
  expect((await call('GET', url.pathname + url.search)).status).toBe(404);
  expect((await call('GET', `/${body.id}`)).status).toBe(200);
  await clock.advance(30 * 24 * 60 * 60 * 1000);
  expect((await call('GET', `/${body.id}`)).status).toBe(400);
});

test('sends media by ID, but only from the same number', async () => {
  const { mock, call, send, upload, image, user } = await setup();
  const { body } = await upload({ messaging_product: 'whatsapp', file: image });
  expect((await send({ type: 'image', image: { id: body.id, caption: 'look' } })).status).toBe(200);
  const other = mock.addNumber(mock.credentials);
  const message = { messaging_product: 'whatsapp', to: user, type: 'image', image: { id: body.id } };
  const refused = await call('POST', `/${other.phone_number_id}/messages`, { body: message });
  expect(refused.body.error.message).toBe(
    "(#100) Param image['id'] is not a valid whatsapp business account media attachment ID",
  );
  const wrong = await call('GET', `/${body.id}?phone_number_id=${other.phone_number_id}`);
  expect(wrong.status).toBe(400);
});

test('applies faults to uploads separately from sends', async () => {
  const { mock, send, upload, image } = await setup();
  mock.faults.next({ applies_to: 'media', outcome: 'reject' });
  mock.faults.next({ applies_to: 'media', outcome: 'unavailable' });
  mock.faults.next({ applies_to: 'media', outcome: 'lost_reply' });
  const parts = { messaging_product: 'whatsapp', file: image };
  expect((await send({ type: 'text', text: { body: 'hi' } })).status).toBe(200);
  expect((await upload(parts)).body.error.code).toBe(131053);
  expect((await upload(parts)).status).toBe(503);
  await expect(upload(parts)).rejects.toThrow();
  expect(mock.state().media).toBe(1);
  expect((await upload(parts)).status).toBe(200);
});

test('hosts the sample of a template header', async () => {
  const { call } = await setup('over HTTP');
  const { body } = await call('GET', '/102290129340398/message_templates?name=promo_spring');
  const sample = new URL(body.data[0].components[0].example.header_handle[0]);
  const reply = await call('GET', sample.pathname + sample.search, { token: null });
  expect([sample.hostname, reply.status, reply.headers.get('content-type')]).toEqual(['127.0.0.1', 200, 'image/png']);
});
