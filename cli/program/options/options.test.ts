import { expect, test } from 'vitest';
import { httpUrl } from './options.ts';

test.each([
  ['http://127.0.0.1:8080/webhooks', 'http://127.0.0.1:8080/webhooks'],
  ['HTTPS://shop.example', 'HTTPS://shop.example'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['localhost', 'http://localhost'],
  ['3000', 'http://localhost:3000'],
  ['3000/x?y=1', 'http://localhost:3000/x?y=1'],
  [':3000', 'http://localhost:3000'],
  [':3000/x', 'http://localhost:3000/x'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['192.168.1.5/x', 'http://192.168.1.5/x'],
  ['[::1]:3000/x', 'http://[::1]:3000/x'],
  ['app:8080/x', 'http://app:8080/x'],
  ['printer.local/x', 'http://printer.local/x'],
  ['shop.example:8080/x', 'http://shop.example:8080/x'],
  ['example.com/x', 'https://example.com/x'],
  ['example.com', 'https://example.com'],
])('the address %s is %s', (value, url) => {
  expect(httpUrl(value)).toBe(url);
});

test.each(['', '/x', '?x', 'ftp://shop.example', ':99999', 'a b'])('%j is not an address', (value) => {
  expect(() => httpUrl(value)).toThrow('It must be an address');
});
