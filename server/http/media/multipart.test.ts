import { expect, test } from 'vitest';
import { PDF, PNG } from '../../testing/files.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

/** Uploads a form whose parts have these headers and contents. */
async function upload({ api, testKey: key }: TestServer, ...parts: [string | Buffer, string | Buffer][]) {
  const raw = Buffer.concat([
    ...parts.flatMap(([headers, content]) => [
      Buffer.from('--x\r\n'),
      Buffer.from(headers),
      Buffer.from('\r\n\r\n'),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--x--\r\n'),
  ]);
  return api('POST', '/media', { raw, key, headers: { 'content-type': 'multipart/form-data; boundary=x' } });
}

const named = (parameters: string) => `Content-Disposition: form-data; name="file"; ${parameters}`;

test.each([
  // .NET
  ['filename="=?utf-8?B?ZmF0dXJhIMSfLnBkZg==?="; filename*=utf-8\'\'fatura%20%C4%9F.pdf', 'fatura ğ.pdf'],
  ['filename*=utf-8\'\'fatura%20%C4%9F.pdf; filename="fatura g.pdf"', 'fatura ğ.pdf'],
  ['filename="fatura g.pdf"; filename*=UTF-8\'tr\'fatura%20%C4%9F.pdf', 'fatura ğ.pdf'],
  ['filename*="utf-8\'\'fatura%20%C4%9F.pdf"', 'fatura ğ.pdf'],
  ["FileName=a.pdf; FILENAME*=utf-8''b.pdf", 'b.pdf'],
  ["filename*=iso-8859-9''%FE.pdf", 'ş.pdf'],
  ["filename*=koi8-r''%C6.pdf", 'ф.pdf'],
  // A wrong filename* does not count.
  ["filename=a.pdf; filename*=nothing''b.pdf", 'a.pdf'],
  ['filename=a.pdf; filename*=b.pdf', 'a.pdf'],
  ["filename=a.pdf; filename*=utf-8''", 'a.pdf'],
  // RFC 2047
  ['filename="=?utf-8?B?ZmF0dXJhIMSfLnBkZg==?="', 'fatura ğ.pdf'],
  ['filename="=?UTF-8?Q?fatura_=C4=9F.pdf?="', 'fatura ğ.pdf'],
  ['filename="=?utf-8?q?fatura_=C4?= =?utf-8?q?=9F=2Epdf?="', 'fatura ğ.pdf'],
  ['filename="=?iso-8859-9?Q?=FE?= =?utf-8?B?xJ8=?=.pdf"', 'şğ.pdf'],
  ['filename="=?utf-8*tr?B?xJ8=?=.pdf"', 'ğ.pdf'],
  ['filename="=?utf-8?B?w7/Dv8O/?=.pdf"', 'ÿÿÿ.pdf'],
  ['filename==?utf-8?B?xJ8=?=', 'ğ'],
  ['filename="=?nothing?B?xJ8=?="', '=?nothing?B?xJ8=?='],
  ['filename="a =?b?= c.pdf"', 'a =?b?= c.pdf'],
  // Browsers and curl
  ['filename="fatura ğ.pdf"', 'fatura ğ.pdf'],
  ['filename="a %22b%22.pdf"', 'a "b".pdf'],
  ['filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['filename="100%.pdf"', '100%.pdf'],
  ['filename="a; filename*=b.pdf"', 'a; filename*=b.pdf'],
  ['filename=a.pdf', 'a.pdf'],
  ['filename="C:\\folder\\a.pdf"', 'a.pdf'],
  ["filename*=utf-8''..%2F..%2Fa.pdf", 'a.pdf'],
  ['filename=""', null],
])('a part with %s has the file name %s', async (parameters, filename) => {
  const server = await createTestServer();
  const { status, body } = await upload(server, [named(parameters), PDF]);
  expect([status, body.data?.filename]).toEqual([201, filename]);
});

test('a file name in an 8-bit encoding is shown to people as they wrote it', async () => {
  const server = await createTestServer();
  const { body } = await upload(server, [Buffer.from(named('filename="préavis.pdf"'), 'latin1'), PDF]);
  expect(body.data.filename).toBe('préavis.pdf');
});

test('a name that is too long when decoded is refused, and one of the maximum length is not', async () => {
  const server = await createTestServer();
  const star = (length: number) => named(`filename*=utf-8''${'%C4%9F'.repeat(length)}`);
  expect((await upload(server, [star(240), PDF])).body.data.filename).toBe('ğ'.repeat(240));
  expect((await upload(server, [star(241), PDF])).body.error).toMatchObject({
    code: 'VALIDATION_FAILED',
    param: 'file',
  });
});

const encoded = (encoding: string) => `${named('filename="a.pdf"')}\r\nContent-Transfer-Encoding: ${encoding}`;
const lines = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
const LARGE = Buffer.concat([PDF, Buffer.alloc(1_000_001, 7)]);

test.each([
  ['base64', PDF.toString('base64')],
  ['BASE64 ', `${lines(PDF)}\r\n`],
  ['base64', PDF.toString('base64').replace(/=+$/, '')],
  ['base64', lines(LARGE)],
  ['binary', PDF],
  ['8bit', PDF],
  ['', PDF],
  ['7bit', PDF],
])('a file with Content-Transfer-Encoding %s is decoded', async (encoding, content) => {
  const server = await createTestServer();
  const { body } = await upload(server, [encoded(encoding), content]);
  const size = content.length > 1_000_000 ? LARGE.length : PDF.length;
  expect(body.data).toMatchObject({ mime_type: 'application/pdf', size });
});

test('the decoded bytes reach the provider', async () => {
  const server = await createTestServer();
  const { body } = await upload({ ...server, testKey: server.liveKey }, [encoded('base64'), lines(LARGE)]);
  const { app } = server.server;
  const stored = await app.store.read.media.find(server.accountId, body.data.id);
  const headers = { authorization: `Bearer ${server.business.access_token}` };
  const found = await fetch(`${app.config.graphUrl}/v25.0/${stored?.providerMediaId}`, { headers });
  const { url } = (await found.json()) as { url: string };
  expect(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()).equals(LARGE)).toBe(true);
});

test.each([
  ['base64', PDF, 'its content is not base64'],
  ['base64', `${PDF.toString('base64')}A`, 'its content is not base64'],
  ['base64', 'JVBER=i0x', 'its content is not base64'],
  ['quoted-printable', '%PDF-1.4=0A', 'Content-Transfer-Encoding quoted-printable'],
  ['x-uuencode', 'x', 'Content-Transfer-Encoding x-uuencode'],
])('a file with Content-Transfer-Encoding %s and other content is refused', async (encoding, content, message) => {
  const server = await createTestServer();
  const { status, body } = await upload(server, [encoded(encoding), content]);
  expect([status, body.error.errors]).toEqual([422, [{ field: 'file', message: expect.stringContaining(message) }]]);
});

test('a field can have base64', async () => {
  const server = await createTestServer();
  const field = 'Content-Disposition: form-data; name="channel"\r\nContent-Transfer-Encoding: base64';
  expect((await upload(server, [field, 'd2hhdHNhcHA='], [named('filename="a.png"'), PNG])).status).toBe(201);
  expect((await upload(server, [field, 'ZmF4'], [named('filename="a.png"'), PNG])).body.error.code).toBe(
    'CHANNEL_UNSUPPORTED',
  );
});
