import { expect, onTestFinished, test } from 'vitest';
import { foreignProblem } from './foreign-request.ts';
import { createMockProvider } from './index.ts';

const ALLOWED: [string, string, Record<string, string>][] = [
  ['a program, by address', '/', { host: '127.0.0.1:3001' }],
  ['a program, by name', '/', { host: 'LocalHost:3001' }],
  ['a program, by IPv6', '/', { host: '[::1]:3001' }],
  ['another machine of the network', '/', { host: '192.168.1.7:3001' }],
  ['a container', '/', { host: 'host.docker.internal:3001' }],
  ['HTTP/1.0', '/', {}],
  ['a host that the user named', '/', { host: 'meta:3001' }],
  ['its own page', '/', { host: '127.0.0.1:3001', origin: 'http://127.0.0.1:3001', 'sec-fetch-site': 'same-origin' }],
  ['its own page behind TLS', '/', { host: 'meta', origin: 'https://meta' }],
  ['a page of the named host, by a proxy that changes the host', '/', { host: '127.0.0.1', origin: 'https://meta' }],
  ['the address bar', '/?a=b', { host: 'localhost', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
  ['a link', '/', { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
];

const REFUSED: [string, string, Record<string, string>][] = [
  ['another name', '/', { host: 'evil.example:3001' }],
  ['a name like ours', '/', { host: 'localhost.evil.example' }],
  ['an invalid host', '/', { host: '%' }],
  ['a page of another site', '/', { host: 'localhost', origin: 'https://evil.example' }],
  ['a page of another port', '/', { host: 'localhost:3001', origin: 'http://localhost:5173' }],
  ['a page that hides its origin', '/', { host: 'localhost', origin: 'null' }],
  ['an image', '/?method=post', { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
  ['a frame', '/', { host: 'localhost', 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }],
  [
    'a link with parameters',
    '/?method=post',
    { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
  ],
];

test.each(ALLOWED)('%s may use a port of this machine', (_, url, headers) => {
  expect(foreignProblem({ url, headers }, ['Meta'])).toBeUndefined();
});

test.each(REFUSED)('%s may not use a port of this machine', (_, url, headers) => {
  expect(foreignProblem({ url, headers }, ['Meta'])).toMatch(/^(The request is for the host|A web page of) /);
});

test('the mock refuses the page of another site on every path, but an app on this machine may call Graph', async () => {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { access_token, whatsapp } = mock.credentials;
  const { phone_number_id } = whatsapp;
  mock.openWindow(phone_number_id, '905551112233');
  mock.faults.next({ outcome: 'unavailable' });
  const headers = { origin: 'https://evil.example' };
  const send = new URLSearchParams({ access_token, messaging_product: 'whatsapp', to: '905551112233', type: 'text' });
  for (const [path, body] of [
    ['/_mock/reset', ''],
    [`/v25.0/${phone_number_id}/messages`, `${send}&text={"body":"Hello"}`],
  ] as const) {
    const response = await fetch(url + path, { method: 'POST', headers, body });
    expect([path, response.status]).toEqual([path, 403]);
    expect(await response.json()).toEqual({ error: expect.stringContaining('Pages of other sites may not use') });
  }
  expect([mock.sends(), mock.faults.list().length]).toEqual([[], 1]);
  mock.faults.clear();
  const app = { origin: 'http://localhost:5173', 'content-type': 'application/json' };
  const body = JSON.stringify({ ...Object.fromEntries(send), text: { body: 'Hello' } });
  const own = await fetch(`${url}/v25.0/${phone_number_id}/messages`, { method: 'POST', headers: app, body });
  expect([own.status, mock.sends()]).toEqual([200, [expect.objectContaining({ to: '905551112233' })]]);
});

test("the mock's page runs only its own scripts, and no page may show it in a frame", async () => {
  const { url, close } = await createMockProvider().listen();
  onTestFinished(close);
  const { headers } = await fetch(url);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
  );
  expect(policy).not.toContain('unsafe');
});
