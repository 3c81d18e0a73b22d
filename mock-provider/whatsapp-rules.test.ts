import { expect, test } from 'vitest';
import { createTestMock } from './testing.ts';

const link = 'https://shop.example/file';
const button = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const buttons = (...list: object[]) => ({
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'Pick' }, action: { buttons: list } },
});
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, title: `Row ${index}` }));
const listOf = (sections: object[], label = 'Open', body = 'Pick') => ({
  type: 'interactive',
  interactive: { type: 'list', body: { text: body }, action: { button: label, sections } },
});

test.each([
  ['an image by link with caption', { type: 'image', image: { link, caption: 'look' } }],
  ['a video', { type: 'video', video: { link } }],
  ['audio', { type: 'audio', audio: { link } }],
  ['a document with its name', { type: 'document', document: { link, filename: 'a.pdf' } }],
  ['a sticker', { type: 'sticker', sticker: { link } }],
  ['a location', { type: 'location', location: { latitude: 41.01, longitude: 28.97, name: 'Galata' } }],
  ['a location with coordinates as text', { type: 'location', location: { latitude: '41.01', longitude: '28.97' } }],
  ['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.X', emoji: '👍' } }],
  ['contacts', { type: 'contacts', contacts: [{ name: { formatted_name: 'Ayla', first_name: 'Ayla' } }] }],
  ['three buttons', buttons(button('1', 'A'), button('2', 'B'), button('3', 'C'))],
  [
    'ten rows in two sections',
    listOf([
      { title: 'One', rows: rows(5) },
      { title: 'Two', rows: rows(10).slice(5) },
    ]),
  ],
  ['a list with a body of 4096 characters', listOf([{ rows: rows(1) }], 'Open', 'x'.repeat(4096))],
  ['a quotation', { type: 'text', text: { body: 'hi' }, context: { message_id: 'wamid.X' } }],
  ['text without a type', { text: { body: 'hi' } }],
  ['nothing to hand back', { text: { body: 'hi' }, biz_opaque_callback_data: '' }],
  [
    'a button to a website',
    {
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        body: { text: 'Look' },
        action: { name: 'cta_url', parameters: { display_text: 'Shop', url: 'https://shop.example' } },
      },
    },
  ],
])('accepts %s', async (_name, message) => {
  const { send } = await createTestMock();
  expect((await send(message)).body.error).toBeUndefined();
});

test.each([
  ['an unknown type', { type: 'hologram', hologram: {} }, 100],
  ['media with neither id nor link', { type: 'image', image: {} }, 131008],
  ['media with both', { type: 'image', image: { id: '1', link } }, 131008],
  ['a link that is none', { type: 'image', image: { link: 'nonsense' } }, 100],
  ['an id nobody uploaded', { type: 'image', image: { id: '1' } }, 100],
  ['a caption of 1025 characters', { type: 'image', image: { link, caption: 'x'.repeat(1025) } }, 100],
  ['a caption on audio', { type: 'audio', audio: { link, caption: 'x' } }, 100],
  ['a location without longitude', { type: 'location', location: { latitude: 1 } }, 100],
  ['a latitude of 91', { type: 'location', location: { latitude: 91, longitude: 0 } }, 100],
  ['no buttons', buttons(), 131009],
  ['four buttons', buttons(button('1', 'A'), button('2', 'B'), button('3', 'C'), button('4', 'D')), 131009],
  ['two buttons of one title', buttons(button('1', 'A'), button('2', 'A')), 131009],
  ['a button title of 21 characters', buttons(button('1', 'x'.repeat(21))), 100],
  ['a button id with a space at its end', buttons(button('1 ', 'A')), 131009],
  ['a button of another type', buttons({ ...button('1', 'A'), type: 'url' }), 100],
  ['a button without a type', buttons({ reply: { id: '1', title: 'A' } }), 100],
  [
    'an unknown kind of interactive',
    { type: 'interactive', interactive: { type: 'bogus', body: { text: 'x' }, action: {} } },
    100,
  ],
  ['no contacts', { type: 'contacts', contacts: [] }, 100],
  ['513 characters to hand back', { text: { body: 'hi' }, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
  ['eleven rows', listOf([{ rows: rows(11) }]), 131009],
  [
    'two sections of which one has no title',
    listOf([{ title: 'One', rows: rows(1) }, { rows: rows(2).slice(1) }]),
    100,
  ],
  ['two rows of one id', listOf([{ rows: [...rows(1), ...rows(1)] }]), 131009],
  ['a list label of 21 characters', listOf([{ rows: rows(1) }], 'x'.repeat(21)), 100],
  ['a row title of 25 characters', listOf([{ rows: [{ id: '1', title: 'x'.repeat(25) }] }]), 100],
  ['a list body of 4097 characters', listOf([{ rows: rows(1) }], 'Open', 'x'.repeat(4097)), 100],
])('refuses %s', async (_name, message, code) => {
  const { send, mock } = await createTestMock();
  const reply = await send(message);
  expect(reply.status).toBe(400);
  expect(reply.body.error.code).toBe(code);
  expect(mock.sends()).toEqual([]);
});

test('marks a message of a customer as read, and no other', async () => {
  const { mock, call } = await createTestMock();
  const { external_id } = await mock.receive({
    channel: 'whatsapp',
    business_id: '106540352242922',
    from: { id: '905551112233' },
    type: 'text',
    text: 'hi',
  });
  const read = (message_id: string) =>
    call('POST', '/v25.0/106540352242922/messages', {
      body: { messaging_product: 'whatsapp', status: 'read', message_id, typing_indicator: { type: 'text' } },
    });
  expect((await read(external_id)).body).toEqual({ success: true });
  expect(mock.reads()).toMatchObject([{ channel: 'whatsapp', message_id: external_id }]);
  expect((await read('wamid.other')).body.error.code).toBe(131009);
});

test('refuses more than 45 messages at once to one person where pairs are limited', async () => {
  const { call, clock } = await createTestMock({ limits: { pair: { burst: 45, everyMs: 6000 } } });
  const write = (to: string) =>
    call('POST', '/106540352242922/messages', { body: { messaging_product: 'whatsapp', to, text: { body: 'hi' } } });
  for (let count = 0; count < 45; count += 1) await write('905551112233');
  const refused = await write('905551112233');
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({
    code: 131056,
    message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
  });
  expect((await write('905551112234')).status).toBe(200);
  await clock.advance(6000);
  expect((await write('905551112233')).status).toBe(200);
});
