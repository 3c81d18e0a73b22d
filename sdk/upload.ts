import type { Body, OperationId } from './operation-types.ts';
import type { Call, CallOptions } from './request.ts';

/** A file: bytes, a stream of bytes, or in Node, Bun and Deno a `path`, which is read as it is sent. */
export type UploadSource =
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { path: string };

/** The fields of an upload's form, with more kinds of files than the document can say. */
export type Upload<Id extends OperationId> = Omit<Body<Id>, 'file'> & {
  /** What to upload. A stream can be read once, so an upload from one is never retried. */
  file: UploadSource;
  /** @default the name of the File or of the path, else `file` */
  filename?: string | undefined;
};

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Called as bytes are handed to the network, first to last; again from the start when the upload is retried. `total`
   * is undefined for a stream. In browsers it needs one that can stream requests, over HTTP/2.
   */
  onProgress?: ((progress: { sent: number; total: number | undefined }) => void) | undefined;
}

interface Encoded {
  /** What openapi-fetch takes, for each try; a source or an `onProgress` that throws ends the call with its own error. */
  init: Call['init'];
  /** Whether it can be sent a second time. */
  again: boolean;
  /** Lets go of a stream that was not read to its end. */
  close: () => void;
}

/** @throws {TypeError} for a path where there are no files; @throws {Error} ENOENT and the like when it cannot be read */
export async function encodeUpload(
  { file, filename, ...fields }: Upload<'uploadMedia'>,
  { onProgress }: UploadOptions,
): Promise<Encoded> {
  const source = await bytesOf(file);
  const name = filename ?? (file as File).name ?? pathOf(file)?.split(/[\\/]/).pop() ?? 'file';
  const type = (source as Blob).type || 'application/octet-stream';
  const boundary = `wigwag-${crypto.randomUUID()}`;
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const head = [
    ...Object.entries(fields).map(([field, value]) =>
      value === undefined ? '' : `${part(`name="${field}"`)}\r\n${value}\r\n`,
    ),
    `${part(`name="file"; filename="${escaped(name)}"`)}Content-Type: ${type}\r\n\r\n`,
  ].join('');
  const tail = `\r\n--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const whole = source instanceof Blob;
  return {
    again: whole,
    close: () => void (source as { destroy?(): void }).destroy?.(),
    init: (fail) => ({
      headers,
      bodySerializer: (body: unknown) => body,
      // A whole file has a length; what is counted on its way, or has no known end, is streamed.
      ...(whole && !onProgress
        ? { body: new Blob([head, source, tail]) }
        : {
            body: streamOf(counted(source, head, tail, onProgress), fail),
            duplex: 'half',
          }),
    }),
  };
}

/** As forms have it: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string) => name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));

const pathOf = (file: UploadSource) => ('path' in file ? String(file.path) : undefined);

type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
const isStream = (file: UploadSource): file is Stream => Symbol.asyncIterator in file;

/** A Blob of what is whole, read only as it is sent; a stream as it is. */
async function bytesOf(file: UploadSource): Promise<Blob | Stream> {
  if (file instanceof Blob || isStream(file)) {
    return file;
  }
  const path = pathOf(file);
  if (path === undefined) {
    return new Blob([file as ArrayBuffer]);
  }
  // Not imported: bundles for browsers would have to do without it.
  const files = (
    globalThis as { process?: { getBuiltinModule?(name: string): typeof import('node:fs') } }
  ).process?.getBuiltinModule?.('node:fs');
  if (!files) {
    throw new TypeError('There are no files to read here: pass a Blob, bytes or a stream instead of a path.');
  }
  if (!(await files.promises.stat(path)).isFile()) {
    throw new TypeError(`${path} is no file.`);
  }
  return files.openAsBlob(path);
}

async function* counted(
  source: Blob | Stream,
  head: string,
  tail: string,
  onProgress: UploadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const total = source instanceof Blob ? source.size : undefined;
  let sent = 0;
  yield encoder.encode(head);
  // Where a stream can be sent, it can be iterated.
  for await (const chunk of (source instanceof Blob ? source.stream() : source) as AsyncIterable<Uint8Array>) {
    yield chunk;
    sent += chunk.length;
    onProgress?.({ sent, total });
  }
  yield encoder.encode(tail);
}

/** Not every browser has ReadableStream.from. */
function streamOf(chunks: AsyncGenerator<Uint8Array>, fail: (error: unknown) => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        done ? controller.close() : controller.enqueue(value);
      } catch (error) {
        fail(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
