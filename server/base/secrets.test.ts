import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, equalSecrets, hashOf, hmacOf, randomText } from './secrets.ts';

test('the vault opens what it sealed, and seals the same text differently each time', () => {
  const vault = createVault('a secret key for tests');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(vault.open(vault.seal(text))).toBe(text);
    }),
  );
  expect(vault.seal('token')).not.toBe(vault.seal('token'));
  expect(vault.seal('token')).not.toContain('token');
});

test('a changed text cannot be opened', () => {
  const vault = createVault('a secret key for tests');
  const bytes = Buffer.from(vault.seal('token').slice(3), 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => vault.open(`v1.${changed.toString('base64')}`)).toThrow();
  }
  expect(() => vault.open('')).toThrow();
  expect(() => vault.open('token')).toThrow();
});

test('another key cannot open it, and the same key in another process can', () => {
  const sealed = createVault('a secret key for tests').seal('token');
  expect(createVault('a secret key for tests').open(sealed)).toBe('token');
  expect(() => createVault('another key for tests').open(sealed)).toThrow();
});

test('random text has the requested length and alphabet, and does not repeat', () => {
  const texts = Array.from({ length: 1000 }, () => randomText(41));
  expect(new Set(texts).size).toBe(1000);
  expect(texts.every((text) => /^[0-9A-Za-z]{41}$/.test(text))).toBe(true);
  expect(new Set(texts.join('')).size).toBe(62);
});

test('hashes and signatures match the published test vectors', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  // RFC 4231, test case 2
  expect(hmacOf('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('compares secrets of any length', () => {
  expect(equalSecrets('abc', 'abc')).toBe(true);
  expect(equalSecrets('abc', 'abd')).toBe(false);
  expect(equalSecrets('abc', 'abcd')).toBe(false);
  expect(equalSecrets('', '')).toBe(true);
});
