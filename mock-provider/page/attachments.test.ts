import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS, type TransportName } from '../testing/mock.ts';

const PAGE = '113846158011745';
const PSID = '7043812345678901';
const recipient = { id: PSID };
const png = () => new File(['pixels'], 'a.png', { type: 'image/png' });
const attachment = (payload: object, type = 'image') => ({ attachment: { type, payload } });

/** Returns a mock to whose page one person has written. */
async function setup(transport?: TransportName) {
  const test = await createTestMock({}, transport);
  await test.mock.receive({ channel: 'messenger', business_id: PAGE, from: { id: PSID }, type: 'text', text: 'hi' });
  test.app.received.length = 0;
  const post = async (edge: string, fields: Record<string, object>) => {
    const reply = await test.call('POST', `/v25.0/me/${edge}`, { body: fields });
    await test.mock.whenIdle();
    return reply;
  };
  /** Sends the same as multipart, with a file. */
  const upload = async (edge: string, file: File, fields: Record<string, object>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, JSON.stringify(value));
    }
    form.set('filedata', file);
    const reply = await test.call('POST', `/v25.0/me/${edge}`, { init: { body: form } });
    await test.mock.whenIdle();
    return reply;
  };
  /** Returns the URL of the attachment in the echo. */
  const shown = () => test.app.event(0).message.attachments[0].payload.url;
  return { ...test, post, upload, shown };
}

test.each(TRANSPORTS)('sends a file that is uploaded with the message %s', async (transport) => {
  const { upload, shown, mock, call } = await setup(transport);
  const reply = await upload('messages', png(), { recipient, message: attachment({}) });
  expect(reply.body).toEqual({ recipient_id: PSID, message_id: expect.stringMatching(/^m_/) });
  expect(mock.sends()).toMatchObject([{ type: 'image', to: PSID }]);
  const url = new URL(shown());
  const file = await call('GET', url.pathname + url.search, { token: null });
  expect([file.status, file.headers.get('content-type'), file.body.source]).toEqual([200, 'image/png', 'pixels']);
});

test('keeps a reusable file', async () => {
  const { upload, post, mock, shown } = await setup();
  const { body } = await upload('messages', png(), { recipient, message: attachment({ is_reusable: true }) });
  expect(body.attachment_id).toMatch(/^\d+$/);
  const first = shown();
  expect(
    (await post('messages', { recipient, message: attachment({ attachment_id: body.attachment_id }) })).status,
  ).toBe(200);
  expect(mock.state().media).toBe(1);
  expect(shown()).toBe(first);
});

test('uploads attachments for later, from a URL and from a file', async () => {
  const { upload, post, app, clock } = await setup();
  const url = 'https://shop.example/a.png';
  const fromUrl = await post('message_attachments', { message: attachment({ url, is_reusable: true }) });
  expect(fromUrl.body).toEqual({ attachment_id: expect.stringMatching(/^\d+$/) });
  const fromFile = await upload('message_attachments', png(), { message: attachment({ is_reusable: true }) });
  expect(fromFile.body).toEqual({ attachment_id: expect.stringMatching(/^\d+$/) });
  expect(app.received).toEqual([]);
  const message = attachment(fromUrl.body);
  expect((await post('messages', { recipient, message })).status).toBe(200);
  expect(app.event(0).message.attachments).toEqual([{ type: 'image', payload: { url } }]);
  await clock.advance(90 * 24 * 60 * 60 * 1000);
  expect((await post('message_attachments', { message })).status).toBe(400);
});

test("refuses other businesses' attachments and unknown attachments", async () => {
  const { post, mock, call } = await setup();
  const unknown = await post('messages', { recipient, message: attachment({ attachment_id: '1' }) });
  expect(unknown.body.error).toMatchObject({ code: 100, message: '(#100) Invalid attachment_id' });
  const other = mock.addBusiness();
  const theirs = await call('POST', '/v25.0/me/message_attachments', {
    token: other.access_token,
    body: { message: attachment({ url: 'https://shop.example/a.png', is_reusable: true }) },
  });
  expect((await post('messages', { recipient, message: attachment(theirs.body) })).status).toBe(400);
});

test.each<[string, File, string]>([
  ['an empty file', new File([], 'a.png', { type: 'image/png' }), 'image'],
  ['text for an image', new File(['x'], 'a.txt', { type: 'text/plain' }), 'image'],
  ['more than 25 MB', new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'a.mp4', { type: 'video/mp4' }), 'video'],
])('refuses %s', async (_name, file, type) => {
  const { upload, mock } = await setup();
  for (const edge of ['messages', 'message_attachments']) {
    const reply = await upload(edge, file, { recipient, message: attachment({}, type) });
    expect(reply.body.error).toMatchObject({ code: 100, error_subcode: 2018047 });
  }
  expect([mock.sends(), mock.state().media]).toEqual([[], 0]);
});

test('refuses to upload a heart or a post', async () => {
  const { call } = await setup();
  for (const type of ['like_heart', 'MEDIA_SHARE', 'template']) {
    const message = { attachment: { type, payload: { id: '1' } } };
    const reply = await call('POST', '/v25.0/178414532089610/message_attachments', { body: { message } });
    expect([type, reply.status, reply.body.error.code]).toEqual([type, 400, 100]);
  }
});

test('applies faults to attachment uploads as to media uploads', async () => {
  const { post, mock } = await setup();
  mock.faults.next({ applies_to: 'media', channel: 'messenger', outcome: 'unavailable' });
  const message = attachment({ url: 'https://shop.example/a.png' });
  expect((await post('message_attachments', { message })).status).toBe(503);
  expect((await post('message_attachments', { message })).status).toBe(200);
});
