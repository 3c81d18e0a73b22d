import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Response as UndiciResponse } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createObservedClient, refusal, type SeenRequest, skipWaits, success, thrownBy } from '../testing.ts';
import type { UploadSource } from './upload.ts';

const STORED = success(201, { id: 'med_1', kind: 'document', mime_type: 'text/plain', size: 5 });
const BYTES = new TextEncoder().encode('hello');

function fileOf(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-upload-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** Parses the parts of a form as a server does. */
async function formOf({ headers, body }: SeenRequest): Promise<FormData> {
  return new Response(body as string, { headers: { 'content-type': String(headers['content-type']) } }).formData();
}

const pieces = async function* () {
  yield BYTES.slice(0, 2);
  yield BYTES.slice(2);
};

const SOURCES: Record<string, () => UploadSource> = {
  'a Blob': () => new Blob(['hello']),
  'a File': () => new File(['hello'], 'file'),
  'a Buffer': () => Buffer.from('hello'),
  'a Uint8Array': () => BYTES,
  'a Uint8Array of another realm': () => runInNewContext('Uint8Array.from(bytes)', { bytes: [...BYTES] }),
  'an ArrayBuffer of another realm': () => runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...BYTES] }),
  'a Response of another implementation': () => new UndiciResponse('hello') as unknown as Response,
  'an ArrayBuffer': () => BYTES.slice().buffer,
  'a path': () => ({ path: fileOf('file', 'hello') }),
  'a ReadableStream': () => ReadableStream.from(pieces()),
  'a stream of Node': () => createReadStream(fileOf('file', 'hello')),
  'chunks that arrive one after the other': pieces,
};

test.each(Object.keys(SOURCES))('uploads %s', async (kind) => {
  const { wigwag, requests } = await createObservedClient(STORED);
  const file = SOURCES[kind]?.() as UploadSource;
  expect(await wigwag.media.upload({ file, channel: 'whatsapp', connection_id: 'wa_1' })).toMatchObject({
    id: 'med_1',
  });
  const [request] = requests as [SeenRequest];
  const form = await formOf(request);
  expect([...form.keys()]).toEqual(['channel', 'connection_id', 'file']);
  expect([form.get('channel'), form.get('connection_id')]).toEqual(['whatsapp', 'wa_1']);
  const part = form.get('file') as File;
  expect([part.name, await part.text()]).toEqual(['file', 'hello']);
  expect(request).toMatchObject({ method: 'POST', path: '/api/v1/media' });
});

test.each([
  ['of the path', () => ({ file: { path: fileOf('invoice.pdf', 'x') } }), 'invoice.pdf'],
  ['of the file', () => ({ file: new File(['x'], 'shoe.jpg', { type: 'image/jpeg' }) }), 'shoe.jpg'],
  ['of a stream of Node', () => ({ file: createReadStream(fileOf('call.mp3', 'x')) }), 'call.mp3'],
  ['that was given', () => ({ file: { path: fileOf('a.pdf', 'x') }, filename: 'b.pdf' }), 'b.pdf'],
  [
    'with characters that need escaping',
    () => ({ file: new Blob(['x']), filename: 'a "b"\r\nç 👋.pdf' }),
    'a "b"\r\nç 👋.pdf',
  ],
])('the file keeps the name %s', async (_, upload, name) => {
  const { wigwag, requests } = await createObservedClient(STORED);
  await wigwag.media.upload(upload());
  expect(((await formOf(requests[0] as SeenRequest)).get('file') as File).name).toBe(name);
});

test('a known type and a known length are sent', async () => {
  const { wigwag, requests } = await createObservedClient(STORED);
  await wigwag.media.upload({ file: new Blob(['x'], { type: 'image/png' }) });
  expect(((await formOf(requests[0] as SeenRequest)).get('file') as File).type).toBe('image/png');
  expect(Number(requests[0]?.headers['content-length'])).toBe(String(requests[0]?.body).length);
});

test('reports its progress: with the total for a file, without it for a stream', async () => {
  const { wigwag } = await createObservedClient(STORED);
  const content = new Uint8Array(300_000);
  const told: { sent: number; total: number | undefined }[] = [];
  await wigwag.media.upload(
    { file: { path: fileOf('a', content) } },
    { onProgress: (progress) => told.push(progress) },
  );
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toEqual({ sent: 300_000, total: 300_000 });
  expect(told.map(({ sent }) => sent)).toEqual(told.map(({ sent }) => sent).sort((a, b) => a - b));
  const ofStream: unknown[] = [];
  await wigwag.media.upload({ file: pieces() }, { onProgress: (progress) => ofStream.push(progress) });
  expect(ofStream).toEqual([
    { sent: 2, total: undefined },
    { sent: 5, total: undefined },
  ]);
});

test('a file is sent again after a temporary refusal of the provider or a lost connection', async () => {
  const { logger } = skipWaits();
  for (const answer of [
    refusal('MEDIA_UPLOAD_FAILED'),
    refusal('PROVIDER_UNAVAILABLE'),
    (response: { socket: { destroy(): void } | null }) => response.socket?.destroy(),
  ]) {
    const { wigwag, requests } = await createObservedClient([answer, STORED], { logger });
    await wigwag.media.upload({ file: { path: fileOf('a.txt', 'hello') } }, { onProgress: () => {} });
    expect(requests).toHaveLength(2);
    const contents = requests.map(async (request) => ((await formOf(request)).get('file') as File).text());
    expect(await Promise.all(contents)).toEqual(['hello', 'hello']);
  }
});

test('a consumed stream is never sent again, whatever the code', async () => {
  const { logger } = skipWaits();
  for (const code of ['RATE_LIMITED', 'MEDIA_UPLOAD_FAILED', 'INTERNAL_ERROR'] as const) {
    const { wigwag, requests } = await createObservedClient([refusal(code), STORED], { logger });
    expect(await thrownBy(wigwag.media.upload({ file: pieces() }, { maxRetries: 5 }))).toMatchObject({ code });
    expect(requests).toHaveLength(1);
  }
});

test('a missing path is reported before any request', async () => {
  const { wigwag, requests } = await createObservedClient(STORED);
  const error = await thrownBy(wigwag.media.upload({ file: { path: '/no/such/file' } }));
  expect(String(error)).toMatch(/ENOENT|Unable to open file|no such/i);
  expect(requests).toHaveLength(0);
});

test('withResponse() of an upload returns its response', async () => {
  const { wigwag } = await createObservedClient(STORED);
  const { data, response } = await wigwag.media.upload({ file: new Blob(['x']) }).withResponse();
  expect([data.id, response.status]).toEqual(['med_1', 201]);
});
