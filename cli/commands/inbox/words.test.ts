import { expect, test } from 'vitest';
import type { Conversation } from './model.ts';
import { countdownOf, isFound, latestIn, nameOf, saidIn, shortTime } from './words.ts';

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

test('a message is shown with its line breaks and its status, and without escape sequences', () => {
  expect(saidIn(MESSAGE)).toEqual(['Hello', 'red ✓✓']);
  expect(saidIn({ ...MESSAGE, direction: 'in', type: 'image', text: null, status: null })).toEqual(['Image']);
  expect(saidIn({ ...MESSAGE, type: 'template', template: 'hello_world', text: 'Hi', status: 'read' })).toEqual([
    'Template hello_world: Hi ✓✓ read',
  ]);
  const error = { code: 131026, title: 'Undeliverable', detail: null, provider_message: null } as never;
  expect(saidIn({ ...MESSAGE, text: 'Hi', status: 'failed', error })).toEqual(['Hi ✗ failed (131026 Undeliverable)']);
});

test('a person without a name is shown by username, and otherwise by number', () => {
  const phone = 'TR.13491208655302741918';
  expect(nameOf({ name: 'Radia', username: 'radia', phone })).toBe('Radia');
  expect(nameOf({ name: null, username: 'radia', phone })).toBe('@radia');
  expect(nameOf({ name: null, username: null, phone })).toBe(phone);
  for (const name of ['', '   ', '\u200b\ufeff', '\u3164', '\u2800', '\u001b[31m\u001b[0m', '\u202e\n']) {
    expect([name, nameOf({ name, username: null, phone })]).toEqual([name, phone]);
  }
  for (const name of ['.', '👍', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ש', '漢', 'e\u0301']) {
    expect([name, nameOf({ name, username: null, phone })]).toEqual([name, name]);
  }
});

test('a list shows the local time of today, and the date of other days', () => {
  const now = new Date(2026, 10, 21, 14, 5).getTime();
  expect(shortTime(new Date(2026, 10, 21, 9, 7).toISOString(), now)).toBe('09:07');
  expect(shortTime(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('11-20');
  expect(shortTime(undefined, now)).toBe('');
});

test('the newest message of a conversation is shown with all its content', () => {
  const one = { phone: '1', channel: 'whatsapp' as const, connection_id: 'wa_1', name: null, status: 'open' as const };
  const last = { text: 'Hi\u001b[2J', direction: 'in' as const, at: MESSAGE.at };
  const latest = (last_message: Conversation['last_message']) =>
    latestIn({ ...one, agent: null, unread_count: 0, last_message });
  expect(latest(last)).toBe('Hi');
  const message = { ...MESSAGE, direction: 'in' as const, type: 'document', text: null, status: null };
  const media = { url: null, mime_type: 'application/pdf', filename: 'in\nvoice.pdf' };
  expect(latest({ ...last, text: null, message: { ...message, media } })).toBe('Document in voice.pdf');
  expect(latest({ ...last, text: null })).toBe('');
  expect(latest(null)).toBe('');
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
