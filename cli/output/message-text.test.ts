import type { Schemas } from '@wigwag/sdk';
import { expect, test } from 'vitest';
import { eventLine } from './event-line.ts';
import { messageText, type PrintedMessage } from './message-text.ts';
import { sanitizeTerminal } from './sanitize-terminal.ts';

const CARD = {
  name: 'Grace Hopper',
  phones: [{ phone: '+1 555 010 0200', type: 'WORK', wa_id: '15550100200' }],
  emails: [{ email: 'grace@example.com', type: 'HOME' }],
  organization: 'Navy',
};
const NO_CARD = { name: null, phones: [], emails: [], organization: null };
const REFERRAL = {
  source: null,
  source_id: null,
  url: null,
  headline: null,
  body: null,
  media_url: null,
  click_id: null,
  ref: null,
  product: null,
};
const PRODUCT = { catalog_id: '77', product_id: 'SKU-1' };
const AT = '2026-11-21T12:00:00+00:00';
const item = (product_id: string | null, quantity: number | null, price: number | null, currency: string | null) => ({
  product_id,
  quantity,
  price,
  currency,
});

const MESSAGES: [shown: string, message: PrintedMessage][] = [
  ['Hello', { type: 'text', text: 'Hello' }],
  ['Contact: Grace Hopper +1 555 010 0200 grace@example.com (Navy)', { type: 'contacts', contacts: [CARD] }],
  [
    'Contact: Alan; 15550100200, 911',
    {
      type: 'contacts',
      text: null,
      contacts: [
        { ...NO_CARD, name: 'Alan' },
        {
          ...NO_CARD,
          phones: [
            { phone: null, type: null, wa_id: '15550100200' },
            { phone: '911', type: null, wa_id: null },
          ],
        },
      ],
    },
  ],
  [
    'Order: 2 x SKU-1 10.50 EUR, 3 x SKU-2 4.25 EUR: Gift-wrapped, please',
    {
      type: 'order',
      text: 'Gift-wrapped, please',
      order: {
        catalog_id: '77',
        text: 'Gift-wrapped, please',
        items: [item('SKU-1', 2, 10.5, 'EUR'), item('SKU-2', 3, 4.25, 'EUR')],
      },
    },
  ],
  [
    'Order: 1 x SKU-1 1500 JPY, SKU-2 0.125 EUR, 2 x',
    {
      type: 'order',
      order: {
        catalog_id: null,
        text: null,
        items: [item('SKU-1', 1, 1500, 'JPY'), item('SKU-2', null, 0.125, 'EUR'), item(null, 2, null, 'odd')],
      },
    },
  ],
  [
    'Form: rating 5, tags ["a","b"], again true',
    {
      type: 'form',
      text: 'Sent',
      form: { name: 'flow', text: 'Sent', response: { flow_token: 't', rating: '5', tags: ['a', 'b'], again: true } },
    },
  ],
  ['Form: {"flow_token":', { type: 'form', form: { name: null, text: null, response: '{"flow_token":' } }],
  ['Form: Sent', { type: 'form', text: 'Sent', form: { name: null, text: 'Sent', response: null } }],
  [
    'Location: Our shop, 1 Main St, 41.0082, 28.9784',
    { type: 'location', location: { latitude: 41.0082, longitude: 28.9784, name: 'Our shop', address: '1 Main St' } },
  ],
  ['Image', { type: 'image', text: null, media: {} }],
  ['Image: My shoe', { type: 'image', text: 'My shoe', media: {} }],
  ['Document invoice.pdf: Here', { type: 'document', text: 'Here', media: { filename: 'invoice.pdf' } }],
  [
    'Video is missing: Media download error (131052)',
    { type: 'video', problem: { code: 131052, title: 'Media download error' } },
  ],
  [
    'Cannot be shown: Message type unknown (131051)',
    { type: 'unsupported', text: null, problem: { code: 131051, title: 'Message type unknown' } },
  ],
  ['Cannot be shown', { type: 'unsupported' }],
  ['Button: Yes, please', { type: 'button', text: 'Yes, please', button: { payload: 'yes', title: 'Yes, please' } }],
  ['Button: yes', { type: 'button', text: null, button: { payload: 'yes', title: null } }],
  ['Reaction: 👍', { type: 'reaction', text: '👍' }],
  ['Reaction removed', { type: 'reaction', text: null }],
  ['Template hello_world: Hi', { type: 'template', template: 'hello_world', text: 'Hi' }],
  ['Hologram: Hi', { type: 'hologram', text: 'Hi' }],
  [
    'Shared reel: Dance https://cdn.example/reel',
    { type: 'share', text: null, share: { kind: 'reel', url: 'https://cdn.example/reel', title: 'Dance' } },
  ],
  [
    'Video (reel: Dance https://cdn.example/reel)',
    { type: 'video', media: {}, share: { kind: 'reel', url: 'https://cdn.example/reel', title: 'Dance' } },
  ],
  [
    'Mentioned you in a story: https://cdn.example/story',
    { type: 'share', share: { kind: 'story_mention', url: 'https://cdn.example/story', title: null } },
  ],
  [
    'Wow (replied to your story: https://cdn.example/story)',
    { type: 'text', text: 'Wow', share: { kind: 'story_reply', url: 'https://cdn.example/story', title: null } },
  ],
  [
    'Look: https://shop.example (link: Shoes)',
    {
      type: 'text',
      text: 'Look: https://shop.example',
      share: { kind: 'link', url: 'https://shop.example', title: 'Shoes' },
    },
  ],
  [
    'Hi (from the ad Sale)',
    { type: 'text', text: 'Hi', referral: { ...REFERRAL, source: 'ad', source_id: '120', headline: 'Sale' } },
  ],
  [
    'In blue? (about the product SKU-1)',
    { type: 'text', text: 'In blue?', referral: { ...REFERRAL, source: 'product', product: PRODUCT } },
  ],
  [
    'Button: Start (from the shop about the product SKU-1)',
    {
      type: 'button',
      button: { payload: 'START', title: 'Start' },
      referral: { ...REFERRAL, source: 'shop', product: PRODUCT },
    },
  ],
  [
    'Opened the chat from the link flyer',
    { type: 'referral', text: null, referral: { ...REFERRAL, source: 'link', ref: 'flyer' } },
  ],
  ['Friday at 7 (edited)', { type: 'text', text: 'Friday at 7', edited_at: AT }],
  ['Friday at 7 (edited)', { type: 'edited', text: 'Friday at 7' }],
  ['Message deleted', { type: 'text', text: null, edited_at: AT, deleted_at: AT }],
  ['Message deleted', { type: 'deleted', text: null }],
  ['(no text)', { type: 'text', text: null }],
  ['Hello from the phone (app)', { type: 'text', text: 'Hello from the phone', sent_by: 'app' }],
  ['Message deleted (app)', { type: 'text', text: null, deleted_at: AT, sent_by: 'app' }],
  ['Lunch? (edited, in the group 120363)', { type: 'edited', text: 'Lunch?', group: { id: '120363' } }],
];

test.each(MESSAGES)('%s', (shown, message) => {
  expect(messageText(message)).toBe(shown);
});

const RECEIVED = { id: 'msg_in_1', external_id: 'x', channel: 'whatsapp', connection_id: 'wa_1', received_at: AT };
const lineOf = (message: object): string =>
  eventLine({
    id: 'whd_1',
    event: 'message.received',
    api_version: 'v1',
    created_at: AT,
    company_id: 1,
    attempt: 1,
    data: { message: { ...RECEIVED, from: { id: '90', name: 'Ada' }, ...message } as Schemas['ReceivedMessage'] },
  });

test('an event is shown on one line with the same text', () => {
  expect(lineOf({ type: 'contacts', text: null, media: null, button: null, location: null, contacts: [CARD] })).toBe(
    'message.received  Ada on whatsapp: Contact: Grace Hopper +1 555 010 0200 grace@example.com (Navy)',
  );
});

test('fields of an unexpected type are left out', () => {
  for (const odd of [null, 7, true, '', 'text', [], [null, 7, 'x'], {}, { kind: {} }, { items: 'x' }, { items: [7] }]) {
    for (const name of ['contacts', 'order', 'form', 'referral', 'share', 'group', 'problem', 'media', 'button']) {
      for (const type of ['text', 'contacts', 'order', 'form', 'share', 'referral', 'unsupported', 'video', 'edited']) {
        expect(lineOf({ type, text: null, [name]: odd }), `${type} with ${name}`).not.toMatch(/undefined|\[object/);
      }
    }
  }
});

test('no text of a customer controls the terminal', () => {
  const hostile = '\u001b[2J\u001b]0;title\u0007\u202e\r\u0000x';
  const poisoned = (value: unknown): unknown =>
    typeof value === 'string'
      ? value + hostile
      : Array.isArray(value)
        ? value.map(poisoned)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one)]))
          : value;
  for (const [, { type, ...content }] of MESSAGES) {
    const message = { ...(poisoned(content) as PrintedMessage), type };
    const shown = sanitizeTerminal(messageText(message)) + lineOf(message);
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  }
});
