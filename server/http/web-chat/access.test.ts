import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseNetwork } from '../../config/config.ts';
import { createConnection } from '../../domain/connections/create-connection.ts';
import { webTopic } from '../../engine/drivers/signals.ts';
import { startServer } from '../../process/start.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';
import { withoutPoll } from '../../testing/store.ts';
import { chatCall, createVisitor, openStream } from '../../testing/web-chat.ts';
import { FILES } from './page.ts';

const SHOP = 'https://shop.example';

/** Creates another web chat in the account, and allows these sites to embed it. */
const chatFor = ({ server: { app }, accountId }: TestServer, ...origins: string[]): Promise<string> =>
  app.store.transaction((tx) => createConnection(app, tx, { accountId, channel: 'web', name: 'Shop', origins }));

const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? '';

test('our own page creates a visitor with a cookie that scripts cannot read, and renews it', async () => {
  const { server } = await createTestServer();
  const url = `${server.origin}/webchat/web_1`;
  const first = await chatCall(url, 'GET');
  expect(first.headers.get('set-cookie')).toMatch(
    /^wigwag_visitor=web_\w{22}\.[\w-]{43}; Path=\/webchat\/web_1; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  const cookie = cookieOf(first.headers);
  const again = await chatCall(url, 'GET', { cookie: `odd="; ${cookie}; theme=dark` });
  expect(cookieOf(again.headers)).toBe(cookie);
  expect((await chatCall(`${url}/messages`, 'GET', { cookie })).status).toBe(200);
  const altered = await chatCall(url, 'GET', { cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  expect(cookieOf(altered.headers).slice(0, 40)).not.toBe(cookie.slice(0, 40));
  const framed = await chatCall(url, 'GET', { headers: { 'sec-fetch-dest': 'iframe' } });
  expect([framed.status, framed.headers.get('set-cookie')]).toEqual([200, null]);
});

test('with https the cookie is sent only over https, and only to our path', async () => {
  const { server } = await createTestServer({ config: { publicUrl: 'https://chat.example/wigwag' } });
  const { headers } = await chatCall(`${server.origin}/webchat/web_1`, 'GET');
  expect(headers.get('set-cookie')).toMatch(/; Path=\/wigwag\/webchat\/web_1; .*; SameSite=Lax; Secure$/);
});

test('tokens and cookies that we did not issue, or that are for another chat, are refused', async () => {
  const server = await createTestServer();
  const other = await chatFor(server);
  const visitor = await createVisitor(server);
  const [id = '', signature = ''] = visitor.token.split('.');
  const swapped = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  const elsewhere = await createVisitor(server, other);
  for (const token of [
    '',
    id,
    `${id}.`,
    `.${signature}`,
    `${swapped(id, 10)}.${signature}`,
    ...[0, 20, 41].map((at) => `${id}.${swapped(signature, at)}`),
    `${id}.${signature}A`,
    `${visitor.token}\u00e9`.slice(0, -1).repeat(2),
    `${elsewhere.id}.${signature}`,
    elsewhere.token,
  ]) {
    await server.advance(1); // within the limits
    for (const proof of [{ token }, { token: undefined, cookie: `wigwag_visitor=${token}` }]) {
      const answers = [
        await visitor.call('GET', 'messages', proof),
        await visitor.call('GET', 'events', proof),
        await visitor.call('POST', 'messages', { ...proof, body: { id: 'draft-001', text: 'x' } }),
        await visitor.call('POST', 'receipts', { ...proof, body: {} }),
      ];
      expect([token, answers.map(({ status, body }) => [status, body.error?.code])]).toEqual([
        token,
        Array(4).fill([401, 'visitor_unknown']),
      ]);
    }
  }
  expect((await visitor.call('GET', 'messages', { token: undefined })).status).toBe(401);
  expect((await visitor.call('GET', 'messages')).status).toBe(200);
});

test('only a site on the list may use the chat with a token', async () => {
  const server = await createTestServer();
  const id = await chatFor(server, SHOP, 'https://second.example:8443');
  const shop = await createVisitor(server, id, SHOP);
  const written = await shop.write('Hello');
  expect([written.status, written.headers.get('access-control-allow-origin'), written.headers.get('vary')]).toEqual([
    201,
    SHOP,
    expect.stringMatching(/\borigin\b/i),
  ]);
  expect(written.headers.get('access-control-allow-credentials')).toBeNull();
  const refusal = await shop.call('POST', 'messages', { body: {} });
  expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([422, SHOP]);
  const stream = await shop.stream();
  expect(stream.response.headers.get('access-control-allow-origin')).toBe(SHOP);

  for (const origin of [
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://second.example',
    'https://shop.example.evil.example',
    'null',
    'nonsense',
  ]) {
    for (const [method, path, body] of [
      ['POST', 'visitors', undefined],
      ['GET', 'widget', undefined],
      ['GET', 'messages', undefined],
      ['GET', 'events', undefined],
      ['POST', 'messages', { id: 'draft-001', text: 'x' }],
      ['OPTIONS', 'messages', undefined],
    ] as const) {
      const { status, headers, body: answer } = await shop.call(method, path, { origin, body });
      expect([origin, method, path, status, answer.error.code, headers.get('access-control-allow-origin')]).toEqual([
        origin,
        method,
        path,
        403,
        'origin_not_allowed',
        null,
      ]);
      expect(answer.error.message).toContain(origin);
    }
  }
});

test('a preflight request gets the headers that an allowed site may send', async () => {
  const server = await createTestServer();
  const id = await chatFor(server, SHOP);
  const { status, headers } = await chatCall(`${server.server.origin}/webchat/${id}/events`, 'OPTIONS', {
    origin: SHOP,
    headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });
  expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')]).toEqual([
    204,
    SHOP,
    'Authorization, Content-Type, Last-Event-ID',
  ]);
});

test('without a list only our own page may use the chat; cookies are valid only there', async () => {
  const server = await createTestServer({ config: { publicUrl: 'https://chat.example' } });
  const id = await chatFor(server, SHOP);
  const url = `${server.server.origin}/webchat/${id}`;
  const cookie = cookieOf((await chatCall(url, 'GET')).headers);
  for (const [origin, status] of [
    [undefined, 200],
    ['https://chat.example', 200],
    [server.server.origin, 200],
    [SHOP, 401],
    ['https://other.example', 403],
    // The same hosts with another scheme or port.
    ['http://chat.example', 403],
    ['https://chat.example:8443', 403],
    [server.server.origin.replace('http:', 'https:'), 403],
  ] as const) {
    expect([origin, (await chatCall(`${url}/messages`, 'GET', { origin, cookie })).status]).toEqual([origin, status]);
  }
  const closed = await chatCall(`${server.server.origin}/webchat/web_1/visitors`, 'POST', { origin: SHOP });
  expect([closed.status, closed.body.error.code]).toEqual([403, 'origin_not_allowed']);
});

test('a second host name over https counts as our own if a trusted proxy reports the scheme', async () => {
  const loopback = parseNetwork('127.0.0.0/8');
  for (const [trusted, scheme, status] of [
    [true, 'https', 200],
    [true, 'http', 403],
    [false, 'https', 403],
  ] as const) {
    const trustProxy = trusted && loopback ? [loopback] : [];
    const server = await createTestServer({ config: { publicUrl: 'https://chat.example', trustProxy } });
    const { origin } = server.server;
    const cookie = cookieOf((await chatCall(`${origin}/webchat/web_1`, 'GET')).headers);
    const answer = await chatCall(`${origin}/webchat/web_1/messages`, 'GET', {
      origin: origin.replace('http:', 'https:'),
      cookie,
      headers: { 'x-forwarded-proto': scheme },
    });
    expect([trusted, scheme, answer.status]).toEqual([trusted, scheme, status]);
  }
});

test('a stream ends when its chat is disabled, or when its site is removed from the list', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const id = await chatFor(server, SHOP);
  const shop = await createVisitor(server, id, SHOP);
  const page = await createVisitor(server, id);
  const streams = [await shop.stream(), await page.stream()] as const;
  await Promise.all(streams.map((stream) => stream.untilReady()));
  // Runs the check of each heartbeat and of each lookup of new messages.
  const wake = (...visitors: { id: string }[]) =>
    app.store.signals.notify(...visitors.map((visitor) => webTopic(id, visitor.id)));

  await app.store.transaction((tx) => tx.connections.setOrigins(server.accountId, id, []));
  wake(shop, page);
  await streams[0].ended();
  await page.write('Still here');
  expect(await streams[1].message()).toMatchObject({ text: 'Still here' });

  await app.store.transaction((tx) => tx.connections.setActive(server.accountId, id, false));
  wake(page);
  await streams[1].ended();
  expect((await page.stream()).response.status).toBe(404);
});

test('the policy of the page defines what it loads and which sites may frame it', async () => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  const id = await chatFor(server, SHOP, 'https://second.example');
  const policyOf = async (connection: string) => {
    const { headers } = await chatCall(`${server.server.origin}/webchat/${connection}`, 'GET');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy') ?? '';
    return Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/s)));
  };
  const rules = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'img-src': "'self' https:",
    'media-src': 'https:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  expect(await policyOf('web_1')).toEqual({ ...rules, 'frame-ancestors': "'none'" });
  expect(await policyOf(id)).toEqual({ ...rules, 'frame-ancestors': `${SHOP} https://second.example` });
});

test('besides the listed sites, only our own pages may frame the chat', async () => {
  const server = await createTestServer();
  const id = await chatFor(server, SHOP);
  for (const [site, dest, ancestors] of [
    ['same-origin', 'iframe', `'self' ${SHOP}`],
    ['same-site', 'iframe', SHOP],
    ['cross-site', 'iframe', SHOP],
    ['same-origin', 'document', SHOP],
  ]) {
    const { headers } = await chatCall(`${server.server.origin}/webchat/${id}`, 'GET', {
      headers: { 'sec-fetch-site': String(site), 'sec-fetch-dest': String(dest) },
    });
    expect([site, dest, headers.get('content-security-policy')]).toEqual([
      site,
      dest,
      expect.stringContaining(`; frame-ancestors ${ancestors}; `),
    ]);
  }
});

test('the page that shows the tag escapes the name, and no site may frame it', async () => {
  const server = await createTestServer({ config: { publicUrl: 'https://chat.example/wigwag' } });
  const { connections } = await server.anotherAccount({ name: '<b>{{tag}}' });
  const { status, headers, body } = await chatCall(
    `${server.server.origin}/webchat/${connections.web}/snippet?lang=tr`,
    'GET',
  );
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  expect(body).toContain('&lt;b&gt;{{tag}}');
  expect(body).toContain(
    `&lt;script src=&quot;https://chat.example/wigwag/webchat/${connections.web}/embed.js&quot; data-lang=&quot;tr&quot; async&gt;`,
  );
});

test('a chat is not found if it does not exist, is disabled, or belongs to a closed account', async () => {
  const server = await createTestServer();
  const { app, origin } = server.server;
  const off = await chatFor(server);
  await app.store.transaction((tx) => tx.connections.setActive(server.accountId, off, false));
  const closed = (await server.anotherAccount({ isActive: false })).connections.web ?? '';
  for (const id of [off, closed, 'web_99', 'wa_1', '%00', "web_1'"]) {
    const api = await chatCall(`${origin}/webchat/${id}/visitors`, 'POST');
    expect([id, api.status, api.body.error.code]).toEqual([id, 404, 'chat_not_found']);
    const page = await chatCall(`${origin}/webchat/${id}`, 'GET');
    expect([id, page.status, page.headers.get('content-type')]).toEqual([
      id,
      404,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect(page.body).toMatch(/^There is no open chat /);
  }
});

test('the name of an account cannot become markup, and visitors see none of our comments', async () => {
  const server = await createTestServer();
  const { connections } = await server.anotherAccount({ name: '"><script>alert(1)</script>{{connection}}$&' });
  const { body } = await chatCall(`${server.server.origin}/webchat/${connections.web}`, 'GET');
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<!--');
  expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{connection}}$&amp;');
});

test('the page uses the requested language, the browser’s language, or English', async () => {
  const { server } = await createTestServer();
  const languageOf = async (query: string, accepts: string) => {
    const headers = { 'accept-language': accepts };
    const { body } = await chatCall(`${server.origin}/webchat/web_1${query}`, 'GET', { headers });
    const [, lang, title] = /<html lang="(\w+)">.*<title>(.*)<\/title>/s.exec(body) ?? [];
    return [lang, title];
  };
  const [en, tr] = [
    ['en', 'Chat with Demo'],
    ['tr', 'Demo ile sohbet'],
  ];
  expect(await languageOf('', '')).toEqual(en);
  expect(await languageOf('', 'tr-TR,en;q=0.5')).toEqual(tr);
  expect(await languageOf('', 'xx, constructor, tr')).toEqual(tr);
  expect(await languageOf('?lang=en', 'tr')).toEqual(en);
  expect(await languageOf('?lang=TR', 'en')).toEqual(tr);
  expect(await languageOf('?lang=__proto__', 'en')).toEqual(en);
  const widget = await chatCall(`${server.origin}/webchat/web_1/widget?lang=tr`, 'GET');
  expect(widget.body).toMatchObject({ language: 'tr', open: 'Sohbeti aç' });
});

test('files of the page have their types and are revalidated each time', async () => {
  const { server } = await createTestServer();
  for (const [path, type] of [
    ['chat.js', 'text/javascript'],
    ['chat.css', 'text/css'],
    ['icon.svg', 'image/svg+xml'],
    ['web_1/embed.js', 'text/javascript'],
  ]) {
    const url = `${server.origin}/webchat/${path}`;
    const { status, headers } = await chatCall(url, 'GET');
    expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      path,
      200,
      expect.stringContaining(String(type)),
      expect.stringContaining('no-cache'),
    ]);
    const again = await chatCall(url, 'GET', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

test('the scripts and styles are small, and the button has the colors of the design', async () => {
  const { server } = await createTestServer();
  const loaded = async (path: string): Promise<string> =>
    String((await chatCall(`${server.origin}/webchat/${path}`, 'GET')).body);
  const sizeOf = (...texts: string[]) => texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  const embed = await loaded('web_1/embed.js');
  const modules = [...FILES.keys()].filter((name) => name.endsWith('.js'));
  const sizes = {
    embed: sizeOf(embed),
    page: sizeOf(...(await Promise.all([...modules, 'chat.css'].map(loaded)))),
  };
  console.info(`gzip: embed.js ${sizes.embed} bytes; the scripts and styles of the page ${sizes.page} bytes`);
  expect(sizes.embed).toBeLessThan(15_000);
  expect(sizes.page).toBeLessThan(30_000);
  const tokens = await readFile(new URL('../../../dashboard/src/style/tokens.css', import.meta.url), 'utf8');
  const colors = embed.match(/#[0-9a-f]{6}\b/g) ?? [];
  expect(colors.length).toBeGreaterThan(3);
  expect(colors.filter((color) => !tokens.includes(color))).toEqual([]);
});

test('the picture is the first characters of the first two words of the account’s name', async () => {
  const server = await createTestServer();
  for (const [name, initials] of [
    ['ada’s shoe shop', 'AS'],
    ['👩‍👩‍👧 क्षमा', '👩‍👩‍👧क्ष'],
    ['متجر', 'م'],
  ]) {
    const { connections } = await server.anotherAccount({ name });
    const { body } = await chatCall(`${server.server.origin}/webchat/${connections.web}`, 'GET');
    expect(/class="picture" aria-hidden="true">(.*?)</.exec(body)?.[1]).toBe(initials);
  }
});

test('a visitor may write 30 messages per minute, and 10 per second', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  let count = 0;
  const write = async () => {
    count += 1;
    return (await visitor.write('x', `draft-${String(count).padStart(3, '0')}`)).status;
  };
  for (let second = 0; second < 3; second += 1) {
    for (let index = 0; index < 10; index += 1) {
      expect(await write()).toBe(201);
    }
    expect(await write()).toBe(429);
    await server.advance(1);
  }
  const refused = await visitor.write('x', 'draft-999');
  expect([refused.status, refused.body.error.code, Number(refused.headers.get('retry-after'))]).toEqual([
    429,
    'too_fast',
    57,
  ]);
  expect((await createVisitor(server).then((other) => other.write('x'))).status).toBe(201);
  await server.advance(57);
  expect(await write()).toBe(201);
});

test('one address can create at most 60 visitors per minute; an IPv6 network counts as one address', async () => {
  const loopback = parseNetwork('127.0.0.0/8');
  const server = await createTestServer({ config: { trustProxy: loopback ? [loopback] : [] } });
  const { origin } = server.server;
  const begin = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await chatCall(`${origin}/webchat/web_1/visitors`, 'POST', { headers })).status;
  };
  for (let index = 0; index < 60; index += 1) {
    expect(await begin(`2001:db8::${index.toString(16)}`)).toBe(201);
    if (index % 2 === 1) {
      await server.advance(0.25);
    }
  }
  expect(await begin('2001:db8::ffff')).toBe(429);
  expect(await begin('2001:db8:0:1::1')).toBe(201);
  expect(await begin('192.0.2.1')).toBe(201);
});

test('a visitor may have ten pages open; closing one allows another', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  const open = [];
  for (let index = 0; index < 10; index += 1) {
    const stream = await visitor.stream();
    await stream.untilReady();
    open.push(stream);
    await server.advance(1);
  }
  const refused = await visitor.stream();
  expect(refused.response.status).toBe(429);
  open[0]?.close();
  const again = async () => {
    const stream = await visitor.stream();
    return stream.response.status;
  };
  await expect.poll(again, { interval: 100 }).toBe(200);
});

test('HEAD keeps no stream open', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  for (let index = 0; index < 11; index += 1) {
    expect((await visitor.call('HEAD', 'events')).status).toBe(200);
    await server.advance(1);
  }
});

test('on PostgreSQL a page of one process gets messages that another process sends', async () => {
  withoutPoll();
  const api = await createTestServer({ database: 'postgres', config: { role: 'api' } });
  const worker = await startServer({ ...api.server.app.config, role: 'worker' });
  const visitor = await createVisitor(api);
  const stream = await visitor.stream();
  await stream.untilReady();
  await api.api('POST', '/messages', { body: { channel: 'web', to: visitor.id, text: 'From afar' } });
  expect(await stream.message()).toMatchObject({ text: 'From afar' });
  await worker.stop();
});

test('a stream is not buffered for compression', async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(server);
  const stream = await openStream(`${visitor.base}/events`, {
    token: visitor.token,
    headers: { 'accept-encoding': 'gzip' },
  });
  const { headers } = stream.response;
  expect([headers.get('content-encoding'), headers.get('content-type'), headers.get('cache-control')]).toEqual([
    null,
    expect.stringContaining('text/event-stream'),
    expect.stringContaining('no-store'),
  ]);
  await stream.untilReady();
});
