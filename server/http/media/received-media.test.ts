import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PNG } from '../../testing/files.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const DAY = 86_400;
type InboundMedia = NonNullable<Parameters<TestServer['mock']['receive']>[0]['media']>;

/** Simulates a customer who sends a file, and returns the link in the event. */
async function linkTo(
  server: TestServer,
  media: InboundMedia,
  { channel = 'whatsapp', type = 'document' }: { channel?: 'whatsapp' | 'messenger' | 'instagram'; type?: string } = {},
): Promise<string> {
  const hook = await server.receiver();
  const { business } = server;
  const ids = {
    whatsapp: business.whatsapp.phone_number_id,
    messenger: business.messenger.page_id,
    instagram: business.instagram.account_id,
  };
  const from = { id: channel === 'whatsapp' ? '905551112233' : '6042731925', name: 'Ada' };
  await server.mock.receive({ channel, business_id: ids[channel], from, type, media });
  await server.settle();
  return hook.received.at(-1)?.event.data.message.media.url;
}

/** Opens a link without a key. */
async function open(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const json = answer.headers.get('content-type')?.startsWith('application/json');
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    error: json ? JSON.parse(bytes.toString()).error : undefined,
  };
}

const pdf = { mime_type: 'application/pdf', bytes: new Uint8Array(Buffer.from('%PDF-1.7 an invoice')) };
const png = { mime_type: 'image/png', bytes: new Uint8Array(PNG) };

describe.each(DATABASES)('files of customers on %s', (database) => {
  test.each(['whatsapp', 'messenger', 'instagram'] as const)('come from %s through their link', async (channel) => {
    const server = await createTestServer({ database });
    const { status, headers, bytes } = await open(await linkTo(server, png, { channel, type: 'image' }));
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
      200,
      'image/png',
      String(PNG.length),
    ]);
    expect(bytes.equals(PNG)).toBe(true);
    expect(headers.get('content-disposition')).toBe('inline');
  });
});

test.each([
  ['image/jpeg', 'inline'],
  ['video/mp4', 'inline'],
  ['audio/ogg; codecs=opus', 'inline'],
  ['application/pdf', 'attachment'],
  ['text/html', 'attachment'],
  ['image/svg+xml', 'attachment'],
  ['application/xhtml+xml', 'attachment'],
  ['text/plain', 'attachment'],
])('%s is returned unchanged, %s, and is never executed', async (mimeType, disposition) => {
  const server = await createTestServer();
  const content = Buffer.from('<script>alert(1)</script>');
  const { headers, bytes } = await open(await linkTo(server, { mime_type: mimeType, bytes: new Uint8Array(content) }));
  expect(headers.get('content-type')).toBe(mimeType);
  expect(headers.get('content-disposition')).toBe(`${disposition}; filename*=UTF-8''document`);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(bytes.equals(content)).toBe(true);
});

test('a download has the name of the document, whatever characters are in it', async () => {
  const server = await createTestServer();
  const filename = 'Übersicht "2026" (1)\r\n.pdf';
  const { headers } = await open(await linkTo(server, { ...pdf, filename }));
  expect(headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''%C3%9Cbersicht%20%222026%22%20%281%29%0D%0A.pdf",
  );
  const { body } = await server.api('GET', '/conversations/905551112233/messages');
  expect(body.data.messages[0].media.filename).toBe(filename);
});

test('a link is valid for 7 days, and each attempt of a delivery has a new one', async () => {
  const server = await createTestServer();
  // WhatsApp stores the file no longer than that, but Messenger does.
  const link = await linkTo(server, png, { channel: 'messenger', type: 'image' });
  await server.advance(7 * DAY - 1);
  expect((await open(link)).status).toBe(200);
  await server.advance(2);
  expect((await open(link)).error).toMatchObject({ code: 'MEDIA_GONE', http: 410 });

  const hook = await server.receiver();
  hook.answers(500);
  await server.mock.receive({
    channel: 'messenger',
    business_id: server.business.messenger.page_id,
    from: { id: '6042731925' },
    type: 'image',
    media: png,
  });
  await server.advance(60);
  const [first, second] = hook.received.map(({ event }) => event.data.message.media.url);
  expect(second).not.toBe(first);
  expect((await open(second)).status).toBe(200);
});

test('the history also has a link, which opens the same file', async () => {
  const server = await createTestServer();
  await linkTo(server, pdf);
  const { body } = await server.api('GET', '/conversations/905551112233/messages');
  const [{ media }] = body.data.messages;
  expect(media.mime_type).toBe('application/pdf');
  expect((await open(media.url)).bytes.toString()).toBe('%PDF-1.7 an invoice');
});

test('a link with any change opens nothing', async () => {
  const server = await createTestServer();
  const other = await createTestServer({ config: { secretKey: 'another key for tests' } });
  const link = await linkTo(server, pdf);
  const [account = '', message = '', expires = '', signature = ''] =
    new URL(link).pathname.split('/')[2]?.split('.') ?? [];
  const at = (...parts: string[]) => `${server.server.origin}/media/${parts.join('.')}`;
  expect((await open(at(account, message, expires, signature))).status).toBe(200);
  for (const url of [
    at('2', message, expires, signature),
    at(account, `${message}1`, expires, signature),
    at(account, message, String(Number(expires) + 1), signature),
    at(account, message, expires, signature.toLowerCase()),
    at(account, message, expires, signature.slice(1)),
    at(account, message, expires, `${signature}A`),
    at(account, message, expires),
    at(account, message, expires, ''),
    at('%00', message, expires, signature),
    at('x'.repeat(5000)),
    `${server.server.origin}/media/`,
    link.replace(server.server.origin, other.server.origin),
  ]) {
    const { status, error } = await open(url);
    expect([url, status, error?.code]).toEqual([url, 404, 'NOT_FOUND']);
  }
});

test('a file that the provider currently cannot serve does not count as gone', async () => {
  const server = await createTestServer();
  const link = await linkTo(server, pdf);
  server.mock.expireToken(server.business.access_token);
  expect((await open(link)).error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', http: 503 });
});

test('a file that the provider deleted is gone', async () => {
  const server = await createTestServer();
  await linkTo(server, pdf);
  await server.advance(7 * DAY);
  const { body } = await server.api('GET', '/conversations/905551112233/messages');
  expect((await open(body.data.messages[0].media.url)).error).toMatchObject({ code: 'MEDIA_GONE', http: 410 });
});

/** Starts a file host that serves this many bytes, with or without a Content-Length. */
async function createLargeHost(bytes: number, saysLength: boolean): Promise<string> {
  const megabyte = Buffer.alloc(1024 * 1024);
  const host = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', ...(saysLength && { 'content-length': bytes }) });
    const chunks = function* () {
      for (let left = bytes; left > 0; left -= megabyte.length) {
        yield left < megabyte.length ? megabyte.subarray(0, left) : megabyte;
      }
    };
    Readable.from(chunks()).pipe(response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.mp4`;
}

const LARGEST = 100 * 1024 * 1024;

test('a file of 100 MB arrives completely, and a larger one is refused', async () => {
  const server = await createTestServer();
  const get = async (bytes: number, saysLength: boolean) => {
    const media = { mime_type: 'video/mp4', url: await createLargeHost(bytes, saysLength) };
    return open(await linkTo(server, media, { channel: 'messenger', type: 'video' }));
  };
  expect((await get(LARGEST, true)).bytes.length).toBe(LARGEST);
  expect((await get(LARGEST + 1, true)).error).toMatchObject({ code: 'MEDIA_TOO_LARGE', http: 413 });
  expect((await get(LARGEST, false)).bytes.length).toBe(LARGEST);
  // The reader sees that the response broke off.
  await expect(get(LARGEST + 1, false)).rejects.toThrow();
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('a reader that disconnects early ends the download from the provider', async () => {
  const server = await createTestServer();
  const closed = Promise.withResolvers<void>();
  const host = createServer((_, response) => {
    response.on('close', closed.resolve).writeHead(200, { 'content-type': 'video/mp4' }).write('begun');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void host.close());
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  const link = await linkTo(server, { mime_type: 'video/mp4', url }, { channel: 'messenger', type: 'video' });
  const abort = new AbortController();
  const answer = await fetch(link, { signal: abort.signal });
  expect(answer.status).toBe(200);
  abort.abort();
  await closed.promise;
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('only GET and HEAD are accepted, and HEAD returns no file', async () => {
  const server = await createTestServer();
  const link = await linkTo(server, pdf);
  const head = await open(link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), head.bytes.length]).toEqual([200, 'application/pdf', 0]);
  expect((await open(link, { method: 'POST' })).status).toBe(404);
});
