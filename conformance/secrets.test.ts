import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

const KEY = 'ww_live_0123456789/abcd"efgh';

test.each([
  ['unencoded', `Bearer ${KEY}.`, 'Bearer REDACTED.'],
  ['in a URL', `/messages/template/${encodeURIComponent(KEY)}?to=1`, '/messages/template/REDACTED?to=1'],
  ['in JSON', JSON.stringify({ a: KEY }), '{"a":"REDACTED"}'],
  ['in uppercase', KEY.toUpperCase(), 'REDACTED'],
  ['twice', KEY + KEY, 'REDACTEDREDACTED'],
  ['truncated', `got ${KEY.slice(0, 12)}`, 'got REDACTED'],
  ['next to letters whose lowercase is longer', `İ${KEY}İ`, 'İREDACTEDİ'],
  ['but not in the prefix that all keys share', 'ww_live_', 'ww_live_'],
])('a key is redacted %s', (_, text, shown) => {
  const secrets = new Secrets();
  secrets.add(KEY, undefined, 'short');
  expect(secrets.hidden(text)).toBe(shown);
  expect(secrets.hidden({ [text]: [text, 1, null, 'short'] })).toEqual({ [shown]: [shown, 1, null, 'short'] });
});

test.each(['', 'a', 'ab', 'Bearer '])('a key is redacted in Base64 after %j', (before) => {
  const secrets = new Secrets();
  secrets.add(KEY);
  for (const encoding of ['base64', 'base64url'] as const) {
    const text = Buffer.from(`${before}${KEY}, and more`).toString(encoding);
    const shown = secrets.hidden(text);
    expect(shown).toMatch(/^[\w+/-]{0,11}REDACTED/);
    expect(Buffer.from(shown.replace('REDACTED', ''), encoding).toString()).not.toContain(KEY.slice(8, 14));
  }
});
