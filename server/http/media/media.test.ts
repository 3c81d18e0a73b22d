import { expect, test } from 'vitest';
import { compound, EXE, FILES, JPEG, PDF, PNG } from '../../testing/files.ts';
import { type ApiAnswer, createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const MB = 1024 * 1024;

type FormFields = Record<string, string>;

/** Uploads bytes as a browser does. */
function upload(
  { api }: Pick<TestServer, 'api'>,
  bytes: Uint8Array,
  {
    type = '',
    name = 'file',
    fields = {},
    key,
  }: { type?: string; name?: string; fields?: FormFields; key?: string } = {},
): Promise<ApiAnswer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    form.set(field, value);
  }
  form.set('file', new File([Buffer.from(bytes)], name, { type }));
  return api('POST', '/media', { body: form, ...(key !== undefined && { key }) });
}

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Returns a PDF after other bytes. */
const pdfAfter = (length: number): Buffer => Buffer.concat([Buffer.alloc(length, '\u0000\n'), PDF]);

test.each([
  ['a line break', Buffer.from('\n')],
  ['a byte order mark', Buffer.from('\ufeff')],
  ['the header of a printer job', Buffer.from('\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n')],
  ['the header of a response', Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\n\r\n')],
  ['1,024 bytes', Buffer.alloc(1024)],
])('a PDF after %s is a PDF', async (_, before) => {
  const server = await createTestServer();
  const bytes = Buffer.concat([before, PDF, Buffer.from([0, 1, 2])]);
  for (const type of ['application/pdf', '', 'application/octet-stream', 'text/plain', 'image/png']) {
    expect([type, (await upload(server, bytes, { type })).body.data]).toEqual([
      type,
      expect.objectContaining({ kind: 'document', mime_type: 'application/pdf' }),
    ]);
  }
});

test('an animated PNG is a PNG', async () => {
  const server = await createTestServer();
  const animated = Buffer.concat([
    PNG.subarray(0, 33),
    Buffer.from('000000086163544c0000000100000000b92d13e0', 'hex'),
    PNG.subarray(33),
  ]);
  for (const type of ['image/png', 'image/apng', 'image/vnd.mozilla.apng', '']) {
    expect((await upload(server, animated, { type })).body.data).toMatchObject({
      kind: 'image',
      mime_type: 'image/png',
    });
  }
});

const errorOf = async (answer: Promise<ApiAnswer>) => {
  const { status, body } = await answer;
  return [status, body.error?.code, body.error?.param];
};

/** Returns `length` bytes that begin with `head`. */
const padded = (head: Uint8Array, length: number): Buffer => Buffer.concat([head, Buffer.alloc(length - head.length)]);

test.each(DATABASES)('an upload returns its type, and the provider has it, on %s', async (database) => {
  const server = await createTestServer({ database });
  const { body, status } = await upload(server, PDF, { type: 'application/pdf', name: 'fatura ğ.pdf' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.stringMatching(/^med_\d{20}$/),
    kind: 'document',
    mime_type: 'application/pdf',
    size: PDF.length,
    filename: 'fatura ğ.pdf',
    expires_at: expect.any(String),
  });
  const days = (Date.parse(body.data.expires_at) - server.clock.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeCloseTo(30, 5);
  const { app } = server.server;
  const stored = await app.store.read.media.find(server.accountId, body.data.id);
  const headers = { authorization: `Bearer ${server.business.access_token}` };
  const found = await fetch(`${app.config.graphUrl}/v25.0/${stored?.providerMediaId}`, { headers });
  const media = (await found.json()) as { mime_type: string; url: string };
  expect(media.mime_type).toBe('application/pdf');
  expect(Buffer.from(await (await fetch(media.url, { headers })).arrayBuffer())).toEqual(PDF);
});

test('each supported type is recognized by its bytes, whatever its declared type', async () => {
  const server = await createTestServer();
  for (const [mimeType, { kind, bytes }] of Object.entries(FILES)) {
    for (const type of [mimeType, 'application/octet-stream', mimeType === 'text/plain' ? '' : 'image/png']) {
      const { body } = await upload(server, bytes, { type });
      expect([type, body.data ?? body.error.message]).toEqual([
        type,
        expect.objectContaining({ kind, mime_type: mimeType }),
      ]);
    }
  }
});

test('audio in a video container has the declared type', async () => {
  const server = await createTestServer();
  const { bytes } = FILES['video/mp4'] as { bytes: Buffer };
  expect((await upload(server, bytes, { type: 'audio/mp4' })).body.data).toMatchObject({
    kind: 'audio',
    mime_type: 'audio/mp4',
  });
});

test.each([
  ['a program that is declared as an image', EXE, 'image/png', 'it is application/x-msdownload'],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'image/gif', 'it is image/gif'],
  ['a zip archive', Buffer.from('PK\u0005\u0006'.padEnd(22, '\0')), 'application/zip', 'it is application/zip'],
  ['an installer in a compound file', compound('Installer'), 'application/msword', 'it is application/x-cfb'],
  ['text that is declared as an image', Buffer.from('Hello'), 'image/png', 'declared as image/png, but its bytes'],
  ['a page', Buffer.from('<p>Hello</p>'), 'text/html', 'text/html is not supported'],
  ['bytes without a signature', Buffer.from([1, 2, 3, 4]), '', 'its bytes do not identify its type'],
  ['text with control characters', Buffer.from('Hello\u0000'), 'text/plain', 'its bytes are something else'],
  [
    'long text with a control character at its end',
    Buffer.from(`${'Hello '.repeat(20_000)}\u0001`),
    'text/plain',
    'its bytes are something else',
  ],
  ['UTF-16 that ends within a character', utf16('Hello').subarray(0, -1), 'text/plain', 'its bytes are something else'],
  ['UTF-16 with half a pair', utf16('Hello \ud83d!'), 'text/plain', 'its bytes are something else'],
  ['UTF-16 with control characters', utf16('Hello\u0001'), 'text/plain', 'its bytes are something else'],
  ['a program that contains a PDF', Buffer.concat([EXE, PDF]), 'application/pdf', 'it is application/x-msdownload'],
  ['a PDF after too many bytes', pdfAfter(1025), 'application/pdf', 'but its bytes are something else'],
  ['an SVG', Buffer.from('<?xml version="1.0"?><svg/>'), 'image/svg+xml', 'is not supported'],
])('%s is refused', async (_, bytes, type, message) => {
  const server = await createTestServer();
  const answer = await upload(server, bytes, { type });
  expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
    415,
    'MEDIA_TYPE_UNSUPPORTED',
    expect.stringContaining(message),
  ]);
});

test.each([
  ['text that looks like a bitmap', Buffer.from('BMW is a maker of cars.')],
  ['text that is XML', Buffer.from('<?xml version="1.0"?><note/>')],
  ['text in an older encoding', Buffer.from([0x67, 0xfc, 0x6e, 0x0d, 0x0a])],
  ['text in UTF-16LE', utf16('Merhaba dünya 👋\r\n'.repeat(3_000))],
  ['text in UTF-16BE', utf16('Merhaba dünya 👋\r\n'.repeat(3_000)).swap16()],
  ['XML in UTF-16', utf16('<?xml version="1.0"?><note/>')],
  ['text with terminal colors', Buffer.from('\u001b[31mError\u001b[0m\n')],
  ['text with DEL', Buffer.from('a\u007fb')],
  ['text that quotes a PDF', Buffer.from('A file starts with %PDF-1.4.')],
])('%s is a text', async (_, bytes) => {
  const server = await createTestServer();
  expect((await upload(server, bytes, { type: 'text/plain' })).body.data).toMatchObject({ mime_type: 'text/plain' });
});

test.each([
  ['image', JPEG, 5],
  ['audio', FILES['audio/amr']?.bytes as Buffer, 16],
  ['video', FILES['video/mp4']?.bytes as Buffer, 16],
  ['document', PDF, 100],
])('a file of the kind %s may have the maximum size, but not one byte more', async (kind, head, megabytes) => {
  const server = await createTestServer();
  const { testKey: key } = server;
  expect((await upload(server, padded(head, megabytes * MB), { key })).body.data).toMatchObject({
    kind,
    size: megabytes * MB,
  });
  const answer = await upload(server, padded(head, megabytes * MB + 1), { key });
  expect([answer.status, answer.body.error]).toEqual([
    413,
    expect.objectContaining({
      code: 'MEDIA_TOO_LARGE',
      param: 'file',
      message: `The file is larger than the ${megabytes} MB allowed for ${kind}.`,
    }),
  ]);
});

test('a file of an unknown format is limited by its declared type', async () => {
  const server = await createTestServer();
  expect(await errorOf(upload(server, Buffer.alloc(5 * MB + 1), { type: 'image/jpeg' }))).toEqual([
    413,
    'MEDIA_TOO_LARGE',
    'file',
  ]);
  expect(await errorOf(upload(server, Buffer.alloc(5 * MB), { type: 'image/jpeg' }))).toEqual([
    415,
    'MEDIA_TYPE_UNSUPPORTED',
    'file',
  ]);
});

test.each([
  ['no file', {}, [422, 'VALIDATION_FAILED', 'file']],
  ['a word as the file', { file: 'Hello' }, [422, 'VALIDATION_FAILED', 'file']],
  ['an empty file', { file: new File([], 'a.png') }, [422, 'VALIDATION_FAILED', 'file']],
  ['an unknown field', { file: new File([PNG], 'a.png'), caption: 'x' }, [422, 'VALIDATION_FAILED', 'caption']],
  ['the file under another name', { picture: new File([PNG], 'a.png') }, [422, 'VALIDATION_FAILED', 'picture']],
  ['a long name', { file: new File([PNG], 'a'.repeat(241)) }, [422, 'VALIDATION_FAILED', 'file']],
  ['a name of the maximum length', { file: new File([PNG], 'a'.repeat(240)) }, [201, undefined, undefined]],
  [
    'a long field',
    { file: new File([PNG], 'a.png'), connection_id: 'x'.repeat(3000) },
    [422, 'VALIDATION_FAILED', 'connection_id'],
  ],
  ['whatsapp', { file: new File([PNG], 'a.png'), channel: 'whatsapp' }, [201, undefined, undefined]],
  [
    'instagram',
    { file: new File([PNG], 'a.png'), channel: 'instagram' },
    [422, 'CHANNEL_FEATURE_UNSUPPORTED', 'channel'],
  ],
  ['web', { file: new File([PNG], 'a.png'), channel: 'web' }, [422, 'CHANNEL_FEATURE_UNSUPPORTED', 'channel']],
  ['an unknown channel', { file: new File([PNG], 'a.png'), channel: 'fax' }, [422, 'CHANNEL_UNSUPPORTED', 'channel']],
  [
    'an unknown connection',
    { file: new File([PNG], 'a.png'), connection_id: 'wa_999' },
    [404, 'CONNECTION_NOT_FOUND', 'connection_id'],
  ],
])('a form with %s', async (_, parts, expected) => {
  const { api } = await createTestServer();
  for (const ordered of [Object.entries(parts), Object.entries(parts).reverse()]) {
    const form = new FormData();
    for (const [name, value] of ordered) {
      form.append(name, value);
    }
    expect(await errorOf(api('POST', '/media', { body: form }))).toEqual(expected);
  }
});

test('two files, or a field twice, are refused', async () => {
  const { api } = await createTestServer();
  const two = new FormData();
  two.append('file', new File([PNG], 'a.png'));
  two.append('file', new File([PNG], 'b.png'));
  expect(await errorOf(api('POST', '/media', { body: two }))).toEqual([422, 'VALIDATION_FAILED', 'file']);
  const twice = new FormData();
  twice.append('channel', 'whatsapp');
  twice.append('channel', 'whatsapp');
  twice.append('file', new File([PNG], 'a.png'));
  expect(await errorOf(api('POST', '/media', { body: twice }))).toEqual([422, 'VALIDATION_FAILED', 'channel']);
});

const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
const FILE_PART = part('Content-Disposition: form-data; name="file"; filename="a.txt"', 'Hello');

test.each([
  ['JSON', 'application/json', '{}', 'must be multipart/form-data'],
  ['a form of another type', 'application/x-www-form-urlencoded', 'file=x', 'must be multipart/form-data'],
  ['no boundary', 'multipart/form-data', `${FILE_PART}--x--\r\n`, 'oundary'],
  ['nothing', 'multipart/form-data; boundary=x', '', 'nexpected end'],
  [
    'a form that breaks off in its file',
    'multipart/form-data; boundary=x',
    FILE_PART.slice(0, -4),
    'end of multipart data',
  ],
  ['a form without its end', 'multipart/form-data; boundary=x', FILE_PART, 'end of multipart data'],
  ['a form that breaks off in a header', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp', 'nd'],
  ['another boundary', 'multipart/form-data; boundary=y', `${FILE_PART}--x--\r\n`, 'nexpected end'],
])('%s is not a form', async (_, type, raw, problem) => {
  const { api } = await createTestServer();
  const answer = await api('POST', '/media', { raw, headers: { 'content-type': type } });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'INVALID_JSON', message: expect.stringContaining(problem) }),
  ]);
});

test.each([
  ['a part without a name', part('Content-Disposition: form-data', 'x') + FILE_PART],
  [
    'many fields',
    Array.from({ length: 30 }, (_, at) => part(`Content-Disposition: form-data; name="f${at}"`, 'x')).join(''),
  ],
  [
    'a field named like a member of every object',
    part('Content-Disposition: form-data; name="__proto__"', 'x') + FILE_PART,
  ],
  ['a name with the character NUL', part('Content-Disposition: form-data; name="file"; filename="a\0.txt"', 'Hello')],
])('%s gets an error that names it', async (_, parts) => {
  const { api } = await createTestServer();
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await api('POST', '/media', { raw: `${parts}--x--\r\n`, headers })).body.error.code).toBe(
    'VALIDATION_FAILED',
  );
});

test('a key without the scope is refused before the body is read', async () => {
  const server = await createTestServer();
  const key = await server.key({ scopes: ['messages:send'] });
  expect(await errorOf(upload(server, Buffer.alloc(20 * MB), { key }))).toEqual([403, 'SCOPE_DENIED', undefined]);
});

test('a refusal by the provider is MEDIA_UPLOAD_FAILED with the provider’s message', async () => {
  const server = await createTestServer();
  server.mock.faults.next({ applies_to: 'media', outcome: 'reject' });
  const { status, body } = await upload(server, PNG);
  expect([status, body.error]).toEqual([
    502,
    expect.objectContaining({
      code: 'MEDIA_UPLOAD_FAILED',
      provider_error: { code: 131053, message: expect.stringMatching(/.{5}/) },
    }),
  ]);
  expect((await upload(server, PNG)).status).toBe(201);
});

test.each(['unavailable', 'lost_reply', 'reset', 'html'] as const)(
  'a provider that is %s is PROVIDER_UNAVAILABLE',
  async (outcome) => {
    const server = await createTestServer();
    server.mock.faults.next({ applies_to: 'media', outcome });
    expect(await errorOf(upload(server, PNG))).toEqual([503, 'PROVIDER_UNAVAILABLE', undefined]);
    expect((await upload(server, PNG)).status).toBe(201);
  },
);

test('a test key’s file is checked but not uploaded', async () => {
  const server = await createTestServer();
  server.mock.faults.next({ applies_to: 'media', outcome: 'reject' });
  const { status, headers, body } = await upload(server, PNG, { key: server.testKey });
  expect([status, headers['x-service-mode'], body.data.id]).toEqual([
    201,
    'test',
    expect.stringMatching(/^med_\d{20}$/),
  ]);
  expect(await errorOf(upload(server, EXE, { key: server.testKey }))).toEqual([415, 'MEDIA_TYPE_UNSUPPORTED', 'file']);
  // The provider was not called, so its refusal is still queued.
  expect((await upload(server, PNG)).status).toBe(502);
});
