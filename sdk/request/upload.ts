import { checkFileChunk } from '#checks';
import { fileAt } from '#files';
import type { Body, OperationId } from '../operation-types.ts';
import { mergedHeaders } from './merged-headers.ts';
import { asItIs, type CallOptions, type OperationCall } from './request.ts';
import { LONGEST_TIMER, withTimeout } from './with-timeout.ts';

/**
 * A file: bytes, a stream of bytes, or in Node, Bun and Deno a `path`, which is read while it is sent. If the file
 * changes during the upload, the upload fails with a `NotReadableError`. The `Response` of a fetch is read into memory
 * first. The file gets the response's content type, and its name from the content disposition or the URL.
 */
export type UploadSource =
  | Blob
  | Response
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { path: string };

/** The fields of an upload's form, with more kinds of files than the document can describe. */
export type Upload<Id extends OperationId> = Omit<Body<Id>, 'file'> & {
  /** What to upload. A stream can be read only once, so an upload from one is never retried. */
  file: UploadSource;
  /** @default the name of the File or of the path, otherwise `file` */
  filename?: string | undefined;
};

/** Options for an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Called as bytes are passed to the network; starts from 0 again if the upload is retried. `total` is undefined for a
   * stream. Browsers need support for streamed requests over HTTP/2.
   */
  onProgress?: ((progress: { sent: number; total: number | undefined }) => void) | undefined;
}

interface Encoded {
  /**
   * Options for openapi-fetch, for each attempt. If the source or `onProgress` throws, the call fails with that error.
   */
  init: OperationCall['init'];
  /** Whether the upload can be sent a second time. */
  again: boolean;
  /** Closes a stream that was not read to its end. */
  close: () => void;
}

/**
 * @throws {TypeError} if `file` is of another kind, if another field is not text, or if a path is given in a runtime
 * without files
 * @throws {Error} ENOENT and the like if the file cannot be read
 */
export async function encodeUpload(
  { file, filename, ...fields }: Upload<'uploadMedia'>,
  { onProgress, headers: extra, signal }: UploadOptions,
): Promise<Encoded> {
  // Not `instanceof`: the classes of another window or `vm` context are different.
  const response = 'blob' in file ? file : undefined;
  // Read into memory, because browsers cannot send a stream over HTTP/1.1.
  const source = (response ? await withTimeout(LONGEST_TIMER, String, signal, () => response.blob()) : file) as {
    path?: string;
    name?: string;
  };
  const { path } = source;
  const stream = isStream(source) ? chunksOf(source) : undefined;
  // In some browsers a Blob also has a path.
  const whole = stream
    ? new Blob([])
    : 'stream' in source || 'byteLength' in source
      ? new Blob([source as Blob], source as Blob)
      : await fileAt(path as string);
  // The runtime writes the form with an empty file. The content is inserted at its position.
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    value === undefined || form.set(field, value);
  }
  const name = filename ?? source.name ?? (response ? nameOf(response) : path)?.split(/[\\/]/).pop();
  form.set('file', new Blob([], whole), name || 'file');
  const written = new Response(form);
  // Bun drops this header together with the body.
  const headers = mergedHeaders(extra, { 'content-type': written.headers.get('content-type') ?? undefined });
  const encoded = await written.text();
  const end = encoded.lastIndexOf('\r\n--');
  const [head, tail] = [encoded.slice(0, end), encoded.slice(end)];
  const streamed = (chunks: Chunks, fail: (error: unknown) => void): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder();
    let sent = 0;
    return new ReadableStream(
      {
        start: (controller) => controller.enqueue(encoder.encode(head)),
        async pull(controller) {
          try {
            const { done, value } = await chunks.next();
            if (done) {
              controller.enqueue(encoder.encode(tail));
              controller.close();
            } else {
              checkFileChunk(value);
              controller.enqueue(value);
              sent += value.length;
              onProgress?.({ sent, total: stream ? undefined : whole.size });
            }
          } catch (error) {
            fail(error);
          }
        },
        cancel: chunks.close,
      },
      // Reads only on request.
      { highWaterMark: 0 },
    );
  };
  return {
    again: !stream,
    close: () => stream?.close(),
    init: (fail) => ({
      headers,
      bodySerializer: asItIs,
      // A whole file has a length. An upload with progress, or from a stream of unknown length, is streamed.
      ...(stream || onProgress
        ? { body: streamed(stream ?? chunksOf(whole.stream()), fail), duplex: 'half' }
        : { body: new Blob([head, whole, tail]) }),
    }),
  };
}

type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Returns the name in the server's header, otherwise the end of the URL. */
const nameOf = ({ headers, url }: Response) =>
  /filename="?([^";]+)/i.exec(headers.get('content-disposition') ?? '')?.[1] ?? url.replace(/[?#].*/s, '');

// Not every browser can iterate over a ReadableStream.
const isStream = (file: object): file is Stream => 'getReader' in file || Symbol.asyncIterator in file;

interface Chunks {
  next: () => Promise<IteratorResult<Uint8Array, unknown>>;
  /** Closes the source at once, even during a read. */
  close: () => void;
}

function chunksOf(stream: Stream): Chunks {
  if ('getReader' in stream) {
    const reader = stream.getReader();
    return {
      next: () => reader.read() as ReturnType<Chunks['next']>,
      close: () => void reader.cancel().catch(() => {}),
    };
  }
  const { on, destroy } = stream as { on?(event: string, listener: () => void): void; destroy?(): void };
  // Without a listener, a Node stream that fails before it is read would end the process. Reading it throws the error.
  on?.call(stream, 'error', () => {});
  const iterator = stream[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    close: () => {
      destroy?.call(stream);
      iterator.return?.().catch(() => {});
    },
  };
}
