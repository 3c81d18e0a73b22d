import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** These answers have no body, and `Response` insists. */
const BODILESS = [204, 205, 304];

/**
 * Does what `fetch` does for calls of the API, over node:http: the first `fetch` of a process compiles a parser of its own,
 * so that a send takes 190 ms of CPU and not 130. It follows no redirects, so that the key goes nowhere else.
 *
 * @throws what node:http throws when there is no answer
 */
export async function httpFetch(request: Request): Promise<Response> {
  const { url, method, signal } = request;
  const send = url.startsWith('https:') ? (await import('node:https')).request : httpRequest;
  const headers = Object.fromEntries(request.headers);
  // A form is streamed from the disk; anything else is small, and goes at once with its length.
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  const body = request.body === null ? undefined : isForm ? request.body : Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const call = send(url, { method, headers, signal }, (answer) => {
      const status = answer.statusCode ?? 0;
      const stream = Readable.toWeb(answer) as globalThis.ReadableStream;
      const response = new Response(BODILESS.includes(status) ? null : stream, {
        status,
        headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
      });
      resolve(Object.defineProperty(response, 'url', { value: url }));
    });
    call.on('error', (error: NodeJS.ErrnoException) => reject(error.message === '' ? new Error(error.code) : error));
    if (body === undefined || Buffer.isBuffer(body)) {
      call.end(body);
    } else {
      pipeline(Readable.fromWeb(body as ReadableStream), call).catch(reject);
    }
  });
}
