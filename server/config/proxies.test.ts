import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { proxyFor } from './proxies.ts';

const KEY = { WIGWAG_SECRET_KEY: '0123456789abcdef' };
const BOTH = { HTTPS_PROXY: 'http://secure.example:3128', HTTP_PROXY: 'http://plain.example:3128' };

function proxyOf(environment: Record<string, string>, url: string): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return proxyFor(readConfig({ ...KEY, ...environment }).proxies, { protocol, hostname: host, port })?.href;
}

test.each([
  ['https://graph.facebook.com', 'http://secure.example:3128/'],
  ['http://mock.example', 'http://plain.example:3128/'],
  ['http://localhost:4000', undefined],
  ['http://127.0.0.1:4000', undefined],
  ['https://127.1.2.3', undefined],
  ['https://[::1]:4000', undefined],
])('the proxy for %s is %s', (url, expected) => {
  expect(proxyOf(BOTH, url)).toBe(expected);
});

test('without variables, there is no proxy', () => {
  expect(proxyOf({}, 'https://shop.example')).toBeUndefined();
  expect(proxyOf({ HTTPS_PROXY: '', https_proxy: '' }, 'https://shop.example')).toBeUndefined();
  expect(proxyOf({ HTTP_PROXY: BOTH.HTTP_PROXY }, 'https://shop.example')).toBeUndefined();
});

test('a lower-case variable takes precedence, unless it is empty', () => {
  expect(proxyOf({ https_proxy: 'http://lower.example' }, 'https://shop.example')).toBe('http://lower.example/');
  expect(proxyOf({ ...BOTH, https_proxy: 'http://lower.example' }, 'https://shop.example')).toBe(
    'http://lower.example/',
  );
  expect(proxyOf({ ...BOTH, https_proxy: '' }, 'https://shop.example')).toBe('http://secure.example:3128/');
  expect(proxyOf({ ...BOTH, no_proxy: 'shop.example', NO_PROXY: '' }, 'https://shop.example')).toBeUndefined();
});

test.each([
  ['shop.example', 'https://shop.example', true],
  ['shop.example', 'https://api.shop.example', true],
  ['shop.example', 'https://workshop.example', false],
  ['.shop.example', 'https://api.shop.example', true],
  ['*.shop.example', 'https://api.shop.example', true],
  ['SHOP.example', 'https://Shop.Example', true],
  ['a.example, shop.example', 'https://shop.example', true],
  ['a.example shop.example', 'https://shop.example', true],
  ['shop.example:8443', 'https://shop.example:8443', true],
  ['shop.example:8443', 'https://shop.example', false],
  ['shop.example:443', 'https://shop.example', true],
  ['*', 'https://shop.example', true],
  ['93.184.215.14', 'https://93.184.215.14', true],
  ['2606:4700::1111', 'https://[2606:4700::1111]', true],
  ['[2606:4700::1111]:8443', 'https://[2606:4700::1111]:8443', true],
  ['[2606:4700::1111]:8443', 'https://[2606:4700::1111]', false],
])('whether NO_PROXY=%s excepts %s: %s', (NO_PROXY, url, isExcepted) => {
  expect(proxyOf({ ...BOTH, NO_PROXY }, url)).toBe(isExcepted ? undefined : 'http://secure.example:3128/');
});

test('a proxy without a scheme is an http proxy', () => {
  expect(proxyOf({ HTTPS_PROXY: 'secure.example:3128' }, 'https://shop.example')).toBe('http://secure.example:3128/');
});

test.each(['socks5://secure.example:1080', 'http://', 'http://a b'])('the proxy %s is refused', (value) => {
  expect(() => readConfig({ ...KEY, https_proxy: value })).toThrow(
    new ConfigError([`https_proxy must be the http(s) URL of a proxy; it is "${value}"`]),
  );
});

test('a refused proxy with a password is not shown', () => {
  expect(() => readConfig({ ...KEY, HTTPS_PROXY: 'socks5://me:secret@secure.example' })).toThrow(
    new ConfigError(['HTTPS_PROXY must be the http(s) URL of a proxy']),
  );
});
