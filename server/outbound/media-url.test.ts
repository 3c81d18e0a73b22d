import { expect, test } from 'vitest';
import { createFileHost } from '../testing/files.ts';
import { createTestServer, type TestServer } from '../testing/server.ts';

const to = '905551112233';
const DAY = 24 * 60 * 60;

const image = (media: object) => ({ to, type: 'image', media });
const promo = (header: object) => ({ to, name: 'promo_spring', header });

/** Returns the response to a send of a file by URL with a test key. The rules are the same as for a live key. */
async function sends(server: TestServer, url: string, type = 'image') {
  const { status, body } = await server.api('POST', '/messages', {
    body: { to, type, media: { url } },
    key: server.testKey,
  });
  return [status, body.error?.code, body.error?.message];
}

const MB = 1024 * 1024;

test('an address is checked with HEAD, or with GET of one byte if HEAD is refused', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  expect((await sends(server, `${host.url}/a.png`))[0]).toBe(202);
  expect(host.asked.map(({ method }) => method)).toEqual(['HEAD']);
  for (const head of [400, 403, 404, 405, 501]) {
    const headers = { 'content-range': `bytes 0-0/${5 * MB + 1}`, 'content-length': 0, 'content-type': 'image/png' };
    const small = host.put(`/small-${head}`, {
      head,
      status: 206,
      headers: { ...headers, 'content-range': 'bytes 0-0/9' },
    });
    expect([head, (await sends(server, small))[0]]).toEqual([head, 202]);
    const large = host.put(`/large-${head}`, { head, status: 206, headers });
    expect((await sends(server, large)).slice(0, 2)).toEqual([413, 'MEDIA_TOO_LARGE']);
  }
  expect(
    host.asked.filter(({ method }) => method === 'GET').every(({ headers }) => headers.range === 'bytes=0-0'),
  ).toBe(true);
});

test.each([
  [401, 'returns 401, and must be reachable without authentication'],
  [403, 'returns 403, and must be reachable without authentication'],
  [404, 'returns 404'],
  [500, 'returns 500'],
])('an address that returns %i is refused', async (status, problem) => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = host.put('/a.png', { status });
  expect(await sends(server, url)).toEqual([422, 'MEDIA_URL_INVALID', `${url} cannot be used: it ${problem}.`]);
  const { error } = (await server.api('POST', '/messages/template', { body: promo({ url }) })).body;
  expect(error).toMatchObject({ code: 'MEDIA_URL_INVALID', param: 'header.url' });
  // The server checks the address again, because it does not cache failures.
  host.put('/a.png', {});
  expect((await sends(server, url))[0]).toBe(202);
});

test.each([
  ['image', 5],
  ['audio', 16],
  ['video', 16],
  ['document', 100],
])('an address of the kind %s may announce the maximum size, but not one byte more', async (type, megabytes) => {
  const server = await createTestServer();
  const host = await createFileHost();
  const at = host.put('/at', { headers: { 'content-length': megabytes * MB } });
  const over = host.put('/over', { headers: { 'content-length': megabytes * MB + 1 } });
  expect((await sends(server, at, type))[0]).toBe(202);
  expect((await sends(server, over, type)).slice(0, 2)).toEqual([413, 'MEDIA_TOO_LARGE']);
});

test.each([
  ['image', 'image/jpeg', 202],
  ['image', 'image/jpg', 202],
  ['image', 'image/gif', 415],
  ['image', 'image/webp', 415],
  ['image', 'image/svg+xml', 415],
  ['image', 'application/x-whatever', 202],
  ['image', 'application/octet-stream', 202],
  ['image', 'text/html; charset=utf-8', 415],
  ['image', 'video/mp4', 415],
  ['image', 'application/pdf', 415],
  ['document', 'application/pdf', 202],
  ['document', 'text/plain', 202],
  ['document', 'text/html', 415],
  ['document', 'text/csv', 415],
  ['document', 'application/zip', 415],
  ['document', 'image/png', 415],
  ['audio', 'video/mp4', 202],
  ['audio', 'audio/mp3', 202],
  ['audio', 'audio/opus', 202],
  ['audio', 'audio/x-wav', 415],
  ['audio', 'video/quicktime', 415],
  ['video', 'audio/mpeg', 415],
  ['video', 'video/webm', 415],
])('%s by an address of %s returns %i', async (type, mimeType, status) => {
  const server = await createTestServer();
  const url = (await createFileHost()).put('/a', { headers: { 'content-type': mimeType } });
  const expected = status === 202 ? [202, undefined] : [415, 'MEDIA_TYPE_UNSUPPORTED'];
  expect((await sends(server, url, type)).slice(0, 2)).toEqual(expected);
});

test('three redirects are followed if each leads to an allowed address', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const redirect = (path: string, location: string) => host.put(path, { status: 302, headers: { location } });
  redirect('/1', '/image.png');
  redirect('/2', '/1');
  const three = redirect('/3', `${host.url}/2`);
  const four = redirect('/4', '/3');
  expect((await sends(server, three))[0]).toBe(202);
  expect((await sends(server, four))[2]).toContain('it redirects more than 3 times');
  for (const [location, problem] of [
    ['http://shop.example/a.png', 'it must start with https://'],
    ['https://me:secret@shop.example/a.png', 'it contains a user name or password'],
    ['https://10.0.0.1/a.png', 'it does not lead to a public address'],
    ['https://[::ffff:169.254.169.254]/', 'it does not lead to a public address'],
    ['file:///etc/passwd', 'it must start with https://'],
    ['https://', 'it is not a URL'],
  ] as const) {
    expect([location, (await sends(server, redirect('/away', location)))[2]]).toEqual([
      location,
      expect.stringContaining(problem),
    ]);
  }
});

test('an address that does not respond for 5 seconds is refused', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const answer = sends(server, host.put('/a.png', { hangs: true }));
  await expect.poll(() => host.asked.length).toBe(1);
  server.clock.moveTo(server.clock.now() + 4999);
  expect(await Promise.race([answer, server.api('GET', '/me').then(() => 'waits')])).toBe('waits');
  server.clock.moveTo(server.clock.now() + 1);
  expect((await answer)[2]).toContain('it does not respond within 5 s');
});

test.each([
  'https://127.0.0.1/a.png',
  'https://127.0.0.1:8443/a.png',
  'https://localhost/a.png',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://10.1.2.3:6379/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://[fd00::1]/a.png',
  'https://[fe80::1]/a.png',
  'https://[64:ff9b::7f00:1]/a.png',
  'https://0.0.0.0/a.png',
])('%s is not public', async (url) => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  expect(await sends(server, url)).toEqual([
    422,
    'MEDIA_URL_INVALID',
    expect.stringContaining('it does not lead to a public address'),
  ]);
});

test('only wigwag dev accepts http addresses on this machine', async () => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  const host = await createFileHost();
  expect((await sends(server, `${host.url}/a.png`))[2]).toContain('it must start with https://');
  expect(host.asked).toEqual([]);
});

test('an address with no listener or no host is refused', async () => {
  const server = await createTestServer();
  expect((await sends(server, 'http://127.0.0.1:9/a.png'))[2]).toContain('it cannot be reached (ECONNREFUSED)');
  expect((await sends(server, 'https://nowhere.invalid/a.png'))[1]).toBe('MEDIA_URL_INVALID');
});

test('a reachable address is not checked again for a minute, even by concurrent sends', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = `${host.url}/a.png`;
  const burst = await Promise.all(Array.from({ length: 20 }, () => sends(server, url)));
  expect(burst.every(([status]) => status === 202)).toBe(true);
  server.clock.moveTo(server.clock.now() + 59_999);
  await sends(server, url);
  expect(host.asked).toHaveLength(1);
  server.clock.moveTo(server.clock.now() + 1);
  await sends(server, url);
  expect(host.asked).toHaveLength(2);
});

test('a repeated send does not check its address again, and a changed one conflicts as usual', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = `${host.url}/a.png`;
  const send = (body: object) =>
    server.api('POST', '/messages', { body, key: server.testKey, headers: { 'idempotency-key': 'once' } });
  const first = await send(image({ url }));
  host.put('/a.png', { status: 404 });
  server.clock.moveTo(server.clock.now() + 120_000);
  const again = await send(image({ url }));
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([202, first.body, 'true']);
  expect((await send(image({ url: `${host.url}/b.png` }))).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  expect(host.asked).toHaveLength(1);
  // After a day the key is free again, and the server checks the address again.
  server.clock.moveTo(server.clock.now() + DAY * 1000);
  expect((await send(image({ url }))).body.error.code).toBe('MEDIA_URL_INVALID');
});

test('a send that is refused for another reason does not check its address', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const url = `${host.url}/a.png`;
  expect((await server.api('POST', '/messages', { body: image({ url }) })).body.error.code).toBe('WINDOW_NEVER_OPENED');
  const body = { to, name: 'pending_one', header: { url } };
  expect((await server.api('POST', '/messages/template', { body })).body.error.code).toBe('TEMPLATE_NOT_APPROVED');
  expect(host.asked).toEqual([]);
});
