import { expect, test } from 'vitest';
import { countdownOf, isFound, nameOf, saidIn, shortTime } from './words.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const windowOf = (
  closes_at: string | null,
  window_open = true,
  last_inbound_at: string | null = '2026-11-21T00:00:00Z',
) => ({
  window_open,
  last_inbound_at,
  closes_at,
  can_send: { session_message: window_open, template: true },
});

test('the countdown shows to the minute how long free-form replies are allowed', () => {
  for (const [window, text] of [
    [windowOf('2026-11-22T11:59:59Z'), 'window open 24 h 00 min'],
    [windowOf('2026-11-21T13:05:00Z'), 'window open 1 h 05 min'],
    [windowOf('2026-11-21T12:00:01Z'), 'window open 0 h 01 min'],
    [windowOf(null), 'no window limit'],
    [windowOf('2026-11-21T11:00:00Z', false), 'window closed'],
    [windowOf(null, false, null), 'window never opened'],
    [undefined, ''],
  ] as const) {
    expect(countdownOf(window, NOW)).toBe(text);
  }
});

const MESSAGE = {
  id: 'msg_1',
  external_id: null,
  direction: 'out' as const,
  connection_id: 'wa_1',
  type: 'text',
  text: 'Hello\n\u001b[31mred',
  media: null,
  button: null,
  location: null,
  template: null,
  reply_to: null,
  status: 'delivered' as const,
  error: null,
  at: '2026-11-21T12:00:00+00:00',
};

test('a message is shown on one line with its status, whatever its text', () => {
  expect(saidIn(MESSAGE)).toBe('Hello red ✓✓');
  expect(saidIn({ ...MESSAGE, direction: 'in', type: 'image', text: null, status: null })).toBe('[image]');
  expect(saidIn({ ...MESSAGE, type: 'template', template: 'hello_world', text: 'Hi', status: 'read' })).toBe(
    '[hello_world] Hi ✓✓ read',
  );
  const error = { code: 131026, title: 'Undeliverable', detail: null, provider_message: null } as never;
  expect(saidIn({ ...MESSAGE, text: 'Hi', status: 'failed', error })).toBe('Hi ✗ failed (131026 Undeliverable)');
});

test('locations, choices and files are shown as such', () => {
  const empty = { ...MESSAGE, direction: 'in' as const, text: null, status: null };
  const location = { latitude: 41.0082, longitude: 28.9784, name: 'Our shop', address: null };
  expect(saidIn({ ...empty, type: 'location', location })).toBe('[location] Our shop, 41.0082, 28.9784');
  const button = { payload: 'yes', title: 'Yes, please' };
  expect(saidIn({ ...empty, type: 'button', text: 'Yes, please', button })).toBe('[button] Yes, please');
  expect(saidIn({ ...empty, type: 'button', button: { ...button, title: null } })).toBe('[button] yes');
  const media = { url: 'https://files.test/1', mime_type: 'application/pdf', filename: 'invoice.pdf' };
  expect(saidIn({ ...empty, type: 'document', media, text: 'Here' })).toBe('[document] invoice.pdf Here');
});

test('a person without a name is shown by username, and otherwise by number', () => {
  const phone = 'TR.13491208655302741918';
  expect(nameOf({ name: 'Radia', username: 'radia', phone })).toBe('Radia');
  expect(nameOf({ name: null, username: 'radia', phone })).toBe('@radia');
  expect(nameOf({ name: null, username: null, phone })).toBe(phone);
});

test('a list shows the local time of today, and the date of other days', () => {
  const now = new Date(2026, 10, 21, 14, 5).getTime();
  expect(shortTime(new Date(2026, 10, 21, 9, 7).toISOString(), now)).toBe('09:07');
  expect(shortTime(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('11-20');
  expect(shortTime(undefined, now)).toBe('');
});

test('a search must match all its words, in any displayed field', () => {
  const conversation = {
    phone: '905551112233',
    name: 'Ada Lovelace',
    username: 'ada_l',
    channel: 'whatsapp' as const,
    connection_id: 'wa_1',
    status: 'open' as const,
    agent: { id: 1, name: 'Ken' },
    unread_count: 0,
    last_message: { text: 'My order', direction: 'in' as const, at: '2026-11-21T12:00:00+00:00' },
  };
  for (const [search, found] of [
    ['', true],
    ['ADA order', true],
    ['1112 ken', true],
    ['whatsapp closed', false],
    ['grace', false],
    ['@lovelace', false],
    ['ada_l', true],
  ] as const) {
    expect([search, isFound(conversation, search)]).toEqual([search, found]);
  }
});
