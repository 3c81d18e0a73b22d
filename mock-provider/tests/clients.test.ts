import { expect, test } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  ActionButtons,
  ActionList,
  Audio,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  Contacts,
  Document,
  Footer,
  Header,
  HeaderComponent,
  HeaderParameter,
  Image,
  Interactive,
  ListSection,
  Location,
  Name,
  Phone,
  Reaction,
  Row,
  Sticker,
  Template,
  Text,
  URLComponent,
  Video,
} from 'whatsapp-api-js/messages';
import { createMockProvider, type MockOptions } from '../create-mock-provider.ts';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const USER = '905551112233';
const LINK = 'https://shop.example/file';

/** Returns a third-party client whose requests to graph.facebook.com and to the media host go to a listening mock. */
async function setup(options: MockOptions = {}) {
  const { mock, app, call } = await createTestMock(options, 'over HTTP');
  const origin = new URL((await call('GET', '/102290129340398/message_templates?limit=1&fields=name')).body.paging.next)
    .origin;
  const { access_token: token, app_secret: appSecret, verify_token: webhookVerifyToken } = mock.credentials;
  const redirected = (url: string | URL | Request, init?: RequestInit) =>
    fetch(String(url).replace('https://graph.facebook.com', origin), init);
  const client = new WhatsAppAPI({ token, appSecret, webhookVerifyToken, v: 'v24.0', ponyfill: { fetch: redirected } });
  mock.openWindow(NUMBER, USER);
  return { mock, app, client };
}

const list = new ActionList('Open', new ListSection('Sizes', new Row('s', 'Small', 'for one'), new Row('l', 'Large')));

test.each<[string, Parameters<WhatsAppAPI['sendMessage']>[2]]>([
  ['text', new Text('hello', true)],
  ['image', new Image(LINK, false, 'look')],
  ['video', new Video(LINK, false, 'look')],
  ['audio', new Audio(LINK)],
  ['document', new Document(LINK, false, 'look', 'a.pdf')],
  ['sticker', new Sticker(LINK)],
  ['location', new Location(28.97, 41.01, 'Galata', 'Beyoglu')],
  ['contacts', new Contacts([new Name('Ayla Demir', 'Ayla'), new Phone('+90 555 111 22 33')])],
  [
    'interactive',
    new Interactive(
      new ActionButtons(new Button('a', 'A'), new Button('b', 'B')),
      new Body('Pick'),
      new Header('Hi'),
      new Footer('Bye'),
    ),
  ],
  ['interactive', new Interactive(list, new Body('Pick'))],
  ['template', new Template('hello_world', 'en_US')],
  [
    'template',
    new Template(
      'order_update',
      'en_US',
      new BodyComponent(new BodyParameter('Ayla'), new BodyParameter('TR-1')),
      new URLComponent('TR-1'),
    ),
  ],
  ['template', new Template('promo_spring', 'en_US', new HeaderComponent(new HeaderParameter(new Image(LINK))))],
])('lets whatsapp-api-js send %s', async (type, message) => {
  const { mock, client } = await setup();
  const reply = await client.sendMessage(NUMBER, USER, message, undefined, 'msg_1');
  expect(reply).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid\./) }] });
  expect(mock.sends()).toMatchObject([{ type, to: USER, payload: { biz_opaque_callback_data: 'msg_1' } }]);
});

test('lets whatsapp-api-js react to a message and remove the reaction', async () => {
  const { mock, client } = await setup();
  const from = { id: USER };
  const inbound = { channel: 'whatsapp' as const, business_id: NUMBER, from, type: 'text', text: 'hi' };
  const { external_id } = await mock.receive(inbound);
  for (const emoji of ['👍', '']) {
    const reply = await client.sendMessage(NUMBER, USER, new Reaction(external_id, emoji));
    expect(reply).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid\./) }] });
  }
  expect(mock.sends().map(({ payload }) => payload.reaction)).toEqual([
    { message_id: external_id, emoji: '👍' },
    { message_id: external_id, emoji: '' },
  ]);
});

test('lets whatsapp-api-js upload, find, fetch and delete media', async () => {
  const { client } = await setup();
  const form = new FormData();
  form.set('file', new Blob(['pixels'], { type: 'image/png' }));
  const uploaded = await client.uploadMedia(NUMBER, form);
  if (!('id' in uploaded)) {
    throw new Error(JSON.stringify(uploaded));
  }
  const found = await client.retrieveMedia(uploaded.id, NUMBER);
  if (!('url' in found)) {
    throw new Error(JSON.stringify(found));
  }
  expect(await (await client.fetchMedia(found.url)).text()).toBe('pixels');
  expect(await client.deleteMedia(uploaded.id, NUMBER)).toEqual({ success: true });
});

test('lets whatsapp-api-js verify every callback with its own strict check', async () => {
  const { mock, app, client } = await setup();
  const seen: string[] = [];
  client.on.message = ({ from, name, message }) => void seen.push(`${from} ${name} ${message.type}`);
  client.on.status = ({ phone, status }) => void seen.push(`${phone} ${status}`);
  await mock.receive({
    channel: 'whatsapp',
    business_id: NUMBER,
    from: { id: USER, name: 'Zoë Ş' },
    type: 'text',
    text: 'günaydın / 🎉',
  });
  await client.sendMessage(NUMBER, USER, new Text('hello'));
  await mock.whenIdle();
  for (const { bytes, headers } of app.received) {
    await client.post(JSON.parse(bytes), bytes, headers['x-hub-signature-256'] ?? '');
  }
  expect(seen.map((line) => line.split(' ').at(-1))).toEqual(['text', 'sent', 'delivered', 'read']);
  expect(seen[0]).toBe(`${USER} Zoë Ş text`);
  const [first] = app.received;
  await expect(
    client.post(JSON.parse(first?.bytes ?? ''), `${first?.bytes} `, first?.headers['x-hub-signature-256'] ?? ''),
  ).rejects.toThrow();
});

test('lets whatsapp-api-js complete the handshake', async () => {
  const { client, mock } = await setup();
  const asked = createMockProvider({
    callbackUrl: 'https://app.example/callback',
    verifyToken: mock.credentials.verify_token,
    deliver: async (url) => {
      const query = Object.fromEntries(new URL(url).searchParams);
      return { status: 200, text: client.get(query as unknown as Parameters<typeof client.get>[0]) };
    },
  });
  expect(await asked.verifyCallback()).toEqual({ verified: true, status_code: 200 });
});

test('lets whatsapp-api-js mark a message as read', async () => {
  const { client, mock } = await setup();
  const { external_id } = await mock.receive({
    channel: 'whatsapp',
    business_id: NUMBER,
    from: { id: USER },
    type: 'text',
    text: 'hi',
  });
  expect(await client.markAsRead(NUMBER, external_id, 'text')).toEqual({ success: true });
});
