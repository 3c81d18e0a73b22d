import { expect, test } from 'vitest';
import { requireRecipient } from './recipient.ts';

test('stores a phone number on whatsapp as digits, parsed for the account’s country', () => {
  expect(requireRecipient('whatsapp', '0555 111 22 33', 'TR')).toBe('905551112233');
  expect(requireRecipient('whatsapp', '0612345678', 'FR')).toBe('33612345678');
});

test.each(['instagram', 'messenger'] as const)('accepts the from.id of an event on %s unchanged', (channel) => {
  expect(requireRecipient(channel, '6042731925', 'TR')).toBe('6042731925');
  expect(requireRecipient(channel, '0555', 'TR')).toBe('0555');
});

test('accepts a visitor ID that starts with web_', () => {
  expect(requireRecipient('web', 'web_a1B2-c3', 'TR')).toBe('web_a1B2-c3');
});

test.each([
  ['whatsapp', 'ada'],
  ['whatsapp', 'web_1'],
  ['instagram', 'two words'],
  ['messenger', ''],
  ['messenger', 'a/b'],
  ['web', '905551112233'],
  ['web', 'web_'],
  ['web', 'xweb_1'],
  ['web', 'web_1\n'],
] as const)('refuses on %s %j', (channel, to) => {
  expect(() => requireRecipient(channel, to, 'TR')).toThrow(
    expect.objectContaining({ code: 'RECIPIENT_INVALID', details: { param: 'to' } }),
  );
});
