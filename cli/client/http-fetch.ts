import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** `Response` refuses a body for these statuses. */
const BODILESS = [204, 205, 304];

/** Methods that may be sent twice (RFC 9110, section 9.2.2), as far as the API has them. */
const REPEATABLE = ['GET', 'HEAD', 'DELETE', 'PUT'];

/**
 * Calls the API like `fetch`, but over node:http. The first `fetch` of a process compiles its own HTTP parser, which
 * raises the CPU time of a send from 130 ms to 190 ms. Redirects are not followed, so that the key never leaves the
 * configured server.
 *
 * A server may close an idle connection at the moment at which a request is sent on it. Like browsers, this then sends
 * a request that may be repeated on another connection.
 *
 * @throws the error of node:http if there is no response
 */
export async function httpFetch(request: Request): Promise<Response> {
  const { url, method, signal } = request;
  const send = url.startsWith('https:') ? (await import('node:https')).request : httpRequest;
  const headers = Object.fromEntries(request.headers);
  // A form is streamed from disk. Any other body is small, so it is sent at once with its length.
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  const body = request.body === null ? undefined : isForm ? request.body : Buffer.from(await request.arrayBuffer());
  const isRepeatable = REPEATABLE.includes(method) || request.headers.has('idempotency-key');
  return new Promise((resolve, reject) => {
    const attempt = (agent?: false) => {
      const call = send(url, { method, headers, signal, agent }, (answer) => {
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
      call.on('error', (error: NodeJS.ErrnoException) => {
        if (isRepeatable && !isForm && call.reusedSocket && error.code === 'ECONNRESET') {
          attempt(false);
        } else {
          reject(error.message === '' ? new Error(error.code) : error);
        }
      });
      if (body === undefined || Buffer.isBuffer(body)) {
        call.end(body);
      } else {
        pipeline(Readable.fromWeb(body as ReadableStream), call).catch(reject);
      }
    };
    attempt();
  });
}
