import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import type { Inbound } from './inbound.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';

async function setup() {
  const test = await createTestMock();
  const write = async (inbound: Partial<Inbound>) => {
    const reply = await test.mock.receive({
      channel: 'whatsapp',
      business_id: NUMBER,
      from: { id: test.user, name: 'Ayla' },
      type: 'text',
      ...inbound,
    } as Inbound);
    const index = test.app.received.length - 1;
    const value = test.app.value(index);
    const event = test.app.event(index);
    return { ...reply, message: value?.messages[0], contact: value?.contacts?.[0], event };
  };
  return { ...test, write };
}

test.each([
  ['image', 'image/jpeg', { caption: 'look' }],
  ['video', 'video/mp4', { caption: 'look' }],
  ['audio', 'audio/ogg; codecs=opus', { voice: true }],
  ['document', 'application/pdf', { caption: 'look', filename: 'a.pdf' }],
  ['sticker', 'image/webp', { animated: false }],
])('receives %s on WhatsApp, with a file that can be fetched', async (type, mime_type, rest) => {
  const { write, call } = await setup();
  const bytes = Buffer.from('the bytes');
  const { message } = await write({ type, text: 'look', media: { mime_type, bytes, filename: 'a.pdf', voice: true } });
  expect(message).toEqual({
    from: '905551112233',
    from_user_id: expect.stringMatching(/^TR\.\d{20}$/),
    id: expect.stringMatching(/^wamid\./),
    timestamp: '1767225600',
    type,
    [type]: {
      id: expect.stringMatching(/^\d+$/),
      mime_type,
      sha256: '7ViTQcn9Xalqr/TF76AIImKCpxYYZgjVoDKsdYlanC8=',
      url: expect.stringMatching(/^https:\/\/lookaside\.fbsbx\.com\/whatsapp_business\/attachments\/\?mid=/),
      ...rest,
    },
  });
  const media = await call('GET', `/v25.0/${message[type].id}`);
  expect(media.body.sha256).toBe(Buffer.from(message[type].sha256, 'base64').toString('hex'));
  const url = new URL(media.body.url);
  expect((await call('GET', url.pathname + url.search)).body.source).toBe('the bytes');
});

test('receives a location, contact cards, reactions and unknown types on WhatsApp', async () => {
  const { write } = await setup();
  const location = { latitude: 41.01, longitude: 28.97, name: 'Galata', address: 'Beyoglu' };
  expect((await write({ type: 'location', location })).message).toMatchObject({ type: 'location', location });
  const contacts = [{ name: { formatted_name: 'Can' }, phones: [{ phone: '+90 555' }] }];
  expect((await write({ type: 'contacts', contacts })).message).toMatchObject({ type: 'contacts', contacts });
  const reaction = { message_id: 'wamid.X', emoji: '👍' };
  expect((await write({ type: 'reaction', reaction })).message).toMatchObject({ type: 'reaction', reaction });
  expect((await write({ type: 'unsupported' })).message.errors).toEqual([
    {
      code: 131051,
      title: 'Message type unknown',
      message: 'Message type unknown',
      error_data: { details: 'Message type is currently not supported.' },
    },
  ]);
  const order = { catalog_id: '1', product_items: [] };
  expect((await write({ type: 'order', extra: { order } })).message).toMatchObject({ type: 'order', order });
});

test('reports the author of a quoted message', async () => {
  const { write, send, mock } = await setup();
  const ours = (await send({ type: 'text', text: { body: 'hello' } })).body.messages[0].id;
  const first = await write({ text: 'hi', reply_to: ours });
  expect(first.message.context).toEqual({ from: mock.state().businesses[0]?.assets[0]?.handle, id: ours });
  const second = await write({ text: 'I mean', reply_to: first.external_id });
  expect(second.message.context).toEqual({ from: '905551112233', id: first.external_id });
  expect((await write({ text: 'look', forwarded: true })).message.context).toEqual({ forwarded: true });
});

test('reports a tap on WhatsApp in the format of the tapped element', async () => {
  const { write, send } = await setup();
  const button = { payload: 'r1', title: 'One' };
  const buttons = {
    type: 'button',
    body: { text: 'Pick' },
    action: { buttons: [{ type: 'reply', reply: { id: 'r1', title: 'One' } }] },
  };
  const asButtons = (await send({ type: 'interactive', interactive: buttons })).body.messages[0].id;
  expect((await write({ type: 'button', button })).message).toMatchObject({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'r1', title: 'One' } },
    context: { id: asButtons },
  });
  const rows = [{ id: 'r1', title: 'One', description: 'the first' }];
  const sections = {
    type: 'list',
    body: { text: 'Pick' },
    action: { button: 'Open', sections: [{ title: 'S', rows }] },
  };
  const asList = (await send({ type: 'interactive', interactive: sections })).body.messages[0].id;
  expect((await write({ type: 'button', button, reply_to: asList })).message.interactive).toEqual({
    type: 'list_reply',
    list_reply: { id: 'r1', title: 'One', description: 'the first' },
  });
  expect(
    (await write({ type: 'button', button: { payload: 'Stop promotions', title: 'Stop promotions' } })).message,
  ).toMatchObject({
    type: 'button',
    button: { payload: 'Stop promotions', text: 'Stop promotions' },
  });
});

test('hides the number of a person known only by a business-scoped ID', async () => {
  const { write, call, mock, app } = await setup();
  const { message, contact } = await write({
    from: { id: 'US.13491208655302741918', name: 'Ayla', username: 'ayla' },
    text: 'hi',
  });
  expect(message).not.toHaveProperty('from');
  expect(message.from_user_id).toBe('US.13491208655302741918');
  expect(contact).toEqual({ profile: { name: 'Ayla', username: 'ayla' }, user_id: 'US.13491208655302741918' });
  const body = {
    messaging_product: 'whatsapp',
    recipient: 'US.13491208655302741918',
    type: 'text',
    text: { body: 'hello' },
  };
  const reply = await call('POST', `/${NUMBER}/messages`, { body });
  expect(reply.body.contacts).toEqual([{ input: 'US.13491208655302741918', user_id: 'US.13491208655302741918' }]);
  await mock.whenIdle();
  expect(app.value(1).statuses[0]).toMatchObject({ status: 'sent', recipient_user_id: 'US.13491208655302741918' });
  expect(app.value(1).statuses[0]).not.toHaveProperty('recipient_id');
});

test('reports system messages about a person without contacts', async () => {
  const { app, write } = await setup();
  const system = { body: 'Ayla changed from 905551112233 to 905551112244', type: 'user_changed_number' };
  await write({ type: 'system', extra: { system } });
  expect(app.value(0).messages).toMatchObject([{ from: '905551112233', type: 'system', system }]);
  expect(app.value(0)).not.toHaveProperty('contacts');
});

test('reports a Mexican number in the old format, and accepts both formats', async () => {
  const { mock, call } = await createTestMock();
  mock.openWindow(NUMBER, '525512345678');
  const body = { messaging_product: 'whatsapp', to: '525512345678', type: 'text', text: { body: 'Hola' } };
  const reply = await call('POST', `/v25.0/${NUMBER}/messages`, { body });
  expect(reply.body.contacts).toEqual([{ input: '525512345678', wa_id: '5215512345678' }]);
  await mock.whenIdle();
  expect(mock.sends().map(({ status }) => status)).toEqual(['read']);
});

test('returns a wa_id that differs from the recipient number', async () => {
  const { mock, send, app } = await setup();
  mock.setContact({ id: '5491122223333', wa_id: '541122223333' });
  mock.openWindow(NUMBER, '541122223333');
  const reply = await send({ to: '+54 9 11 2222-3333', type: 'text', text: { body: 'hello' } });
  expect(reply.body.contacts).toEqual([{ input: '+54 9 11 2222-3333', wa_id: '541122223333' }]);
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
  expect(app.value(0).statuses[0].recipient_id).toBe('541122223333');
});

test('reports 131026 for a person who is not on WhatsApp', async () => {
  const { mock, send, app } = await setup();
  mock.setContact({ id: '905551112233', unreachable: true });
  await send({ type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } });
  expect(app.value(0).statuses[0]).toMatchObject({ status: 'failed', errors: [{ code: 131026 }] });
});

test.each([
  ['messenger' as const, PAGE, '7043812345678901'],
  ['instagram' as const, ACCOUNT, '6021234567890123'],
])('receives every kind of message on %s', async (channel, business_id, id) => {
  const { write } = await setup();
  const from = { id, name: 'Ayla' };
  const base = { channel, business_id, from };
  const text = await write({ ...base, text: 'hi' });
  expect(text.event).toEqual({
    sender: { id },
    recipient: { id: business_id },
    timestamp: 1767225600000,
    message: { mid: text.external_id, text: 'hi' },
  });
  expect((await write({ ...base, text: 'and', reply_to: text.external_id })).event).toMatchObject({
    message: { reply_to: { mid: text.external_id } },
  });
  const url = 'https://cdn.example/a.jpg';
  expect((await write({ ...base, type: 'image', media: { url, mime_type: 'image/jpeg' } })).event).toMatchObject({
    message: { attachments: [{ type: 'image', payload: { url } }] },
  });
  expect(
    (await write({ ...base, type: 'document', media: { url, mime_type: 'application/pdf' } })).event,
  ).toMatchObject({
    message: { attachments: [{ type: 'file', payload: { url } }] },
  });
  expect((await write({ ...base, type: 'button', button: { payload: 'P', title: 'Red' } })).event).toMatchObject({
    message: { text: 'Red', quick_reply: { payload: 'P' } },
  });
  const postback = await write({ ...base, type: 'postback', button: { payload: 'P', title: 'Start' } });
  expect(postback.event).toMatchObject({ postback: { mid: postback.external_id, title: 'Start', payload: 'P' } });
  expect((await write({ ...base, type: 'reaction', reaction: { message_id: 'm_1', emoji: '❤' } })).event).toMatchObject(
    {
      reaction: { mid: 'm_1', action: 'react', emoji: '❤' },
    },
  );
  const echo = await write({ ...base, type: 'echo', text: 'from the inbox' });
  expect(echo.event).toMatchObject({
    sender: { id: business_id },
    recipient: { id },
    message: { is_echo: true, text: 'from the inbox' },
  });
  const story = { url: 'https://cdn.example/s.jpg', id: '17' };
  expect((await write({ ...base, text: 'nice', story })).event).toMatchObject({ message: { reply_to: { story } } });
});

test('reports a tap on a template button as a postback on Messenger', async () => {
  const { write, call, mock } = await setup();
  const base = { channel: 'messenger' as const, business_id: PAGE, from: { id: '7043812345678901', name: 'Ayla' } };
  await write({ ...base, text: 'hi' });
  const payload = {
    template_type: 'button',
    text: 'Pick',
    buttons: [{ type: 'postback', title: 'A', payload: 'pay_a' }],
  };
  await call('POST', `/${PAGE}/messages`, {
    body: { recipient: { id: '7043812345678901' }, message: { attachment: { type: 'template', payload } } },
  });
  await mock.whenIdle();
  expect((await write({ ...base, type: 'button', button: { payload: 'pay_a', title: 'A' } })).event).toMatchObject({
    postback: { title: 'A', payload: 'pay_a' },
  });
});

test("hosts a customer's file on Messenger at a public URL", async () => {
  const { write, call } = await setup();
  const { event } = await write({
    channel: 'messenger',
    business_id: PAGE,
    from: { id: '7043812345678901' },
    type: 'image',
    media: { mime_type: 'image/png', url: undefined, bytes: Buffer.from('pixels') },
  });
  const url = new URL(
    (event as unknown as { message: { attachments: { payload: { url: string } }[] } }).message.attachments[0]?.payload
      .url ?? '',
  );
  expect(url.host).toBe('scontent.xx.fbcdn.net');
  const reply = await call('GET', url.pathname + url.search, { token: null });
  expect([reply.status, reply.body.source]).toEqual([200, 'pixels']);
});

test('refuses a message to an unknown business', async () => {
  const { mock } = await setup();
  const inbound = { channel: 'messenger' as const, business_id: NUMBER, from: { id: '1' }, type: 'text' };
  await expect(mock.receive(inbound)).rejects.toThrow(`No messenger business with id ${NUMBER}`);
});

test("fetches the bytes of a customer's file only from this machine", async () => {
  const shop = createServer((_, response) => response.writeHead(200).end('from the shop'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    shop.closeAllConnections();
    shop.close();
  });
  const { write, call } = await setup();
  const bytesOf = async (url: string) => {
    const { message } = await write({ type: 'document', media: { url, mime_type: 'text/plain' } });
    const download = new URL((await call('GET', `/v25.0/${message.document.id}`)).body.url);
    return (await call('GET', download.pathname + download.search)).body.source;
  };
  const port = (shop.address() as AddressInfo).port;
  expect(await bytesOf(`http://127.0.0.1:${port}/a.txt`)).toBe('from the shop');
  expect(await bytesOf('data:text/plain;base64,aGk=')).toBe('hi');
  expect(await bytesOf('https://shop.example/a.txt')).toBe('mock media of type text/plain\n');
});
