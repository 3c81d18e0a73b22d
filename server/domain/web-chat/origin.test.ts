import { expect, test } from 'vitest';
import { parseOrigin } from './origin.ts';

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://Shop.Example:443/', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://[2001:DB8::1]', 'https://[2001:db8::1]'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1', 'http://127.0.0.1'],
])('%s is the origin %s', (text, origin) => {
  expect(parseOrigin(text)).toBe(origin);
});

test.each([
  '',
  '*',
  'shop.example',
  'null',
  'http://shop.example',
  'http://localhost.shop.example',
  'https://shop.example/path',
  'https://shop.example?x',
  'https://user@shop.example',
  'https://*.shop.example',
  "https://shop.example;script-src'unsafe-inline'",
  'https://shop.example https://other.example',
  'ftp://shop.example',
  'data:text/html,x',
])('%j is not an origin', (text) => {
  expect(parseOrigin(text)).toBeUndefined();
});
