import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Boom, badRequest, notFound } from '@hapi/boom';
import type { Server } from '@hapi/hapi';
import { ERRORS, HEAD_MAX_KIBIBYTES, messageOf } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { withoutKeys } from '../../base/secrets.ts';
import { ApiError } from '../../domain/api-error.ts';
import { DEFAULT_RATE, docsOf, errorEnvelope } from './envelope.ts';
import { cutOffLater } from './linger.ts';
import { newRequestId } from './request-id.ts';

/** The codes for a URL and headers that are too large (head-limit). */
type HeadCode = 'URL_TOO_LONG' | 'HEADERS_TOO_LARGE';

/** The errors with which a listener responds to requests that reach no route. */
interface Refusals {
  /** Returns the error for a request that is not valid HTTP; `problem` completes "The request is not valid HTTP: ". */
  invalid(problem: string): Boom;
  /** Returns the error for a request whose URL and headers are too large. */
  tooLarge(code: HeadCode): Boom;
  /** Returns the error for a request whose target cannot match a route. */
  noRoute(target: string): Boom;
  /** Returns the headers and the body of a response that bypasses hapi. */
  written(error: Boom): { headers?: Record<string, string | number>; body: object };
}

const notHttp = (problem: string): string => `The request is not valid HTTP: ${problem}.`;

/** Responds with the envelope (§2.1), for the listener of the API. */
export const envelopeRefusals = (app: App): Refusals => ({
  invalid: (problem) =>
    boomOf(
      new ApiError(
        'INVALID_JSON',
        { problem },
        {
          message: notHttp(problem),
          reason: 'The server cannot process the request.',
          fix: 'Send the request with an HTTP client library.',
        },
      ),
    ),
  tooLarge: (code) => boomOf(new ApiError(code, { kibibytes: HEAD_MAX_KIBIBYTES })),
  noRoute: (target) => boomOf(new ApiError('NOT_FOUND', { path: withoutKeys(target) })),
  written(error) {
    const apiError = error as unknown as ApiError;
    const requestId = newRequestId();
    return {
      headers: {
        'X-Request-Id': requestId,
        'X-RateLimit-Limit': DEFAULT_RATE.limit,
        'X-RateLimit-Remaining': DEFAULT_RATE.remaining,
        'X-RateLimit-Burst': DEFAULT_RATE.burst,
      },
      body: errorEnvelope(apiError, docsOf(app, apiError.code), requestId),
    };
  },
});

/** The constructor of `ApiError` boomifies it. */
const boomOf = (error: ApiError): Boom => error as unknown as Boom;

/** Responds without an envelope, for the other listeners. */
export const plainRefusals = (bodyOf: (error: Boom) => object): Refusals => ({
  invalid: (problem) => badRequest(notHttp(problem)),
  tooLarge: (code) => new Boom(messageOf(code, { kibibytes: HEAD_MAX_KIBIBYTES }), { statusCode: ERRORS[code].http }),
  noRoute: (target) => notFound(`There is no endpoint ${target}.`),
  written: (error) => ({ body: bodyOf(error) }),
});

/** An error of Node's parser of requests. */
interface ParseError extends NodeJS.ErrnoException {
  /** The bytes that arrived last, often the whole URL and all headers. */
  rawPacket?: Buffer;
}

/**
 * Returns the code for a URL and headers that are too large, depending on which of the two is larger. If they arrive in
 * several packets, only the last one is known. It is part of the URL if no white space comes before `HTTP/`.
 */
function largestPart({ rawPacket }: ParseError, { bytesRead }: Socket): HeadCode {
  const packet = rawPacket?.toString('latin1') ?? '';
  const [, method, url = ''] = /^([A-Z]+ )?(\S+)(?: HTTP\/|$)/.exec(packet) ?? [];
  const before = method === undefined && url !== '' ? bytesRead - packet.length : 0;
  return before + url.length > (HEAD_MAX_KIBIBYTES * 1024) / 2 ? 'URL_TOO_LONG' : 'HEADERS_TOO_LARGE';
}

/** Returns whether no client waits for a response: the connection broke, or no byte has arrived. */
const isGone = (socket: Socket, { code }: NodeJS.ErrnoException): boolean =>
  !socket.writable || socket.bytesRead === 0 || code === 'ECONNRESET';

/**
 * Responds in the listener's own format to every request that Node or hapi would refuse with an empty response, or
 * without one. hapi's own listener would send a second response to the running request of the connection. If the first
 * response is already being sent, the second one crashes the process. A Content-Length that counts characters instead of
 * bytes was enough to trigger this.
 */
export function addClientErrors(server: Server, refusals: Refusals): void {
  const { listener } = server;
  const running = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  for (const event of ['request', 'checkContinue']) {
    listener.prependListener(event, (request: IncomingMessage, response: ServerResponse) => {
      running.set(request.socket, { request, response });
      response.once('close', () => running.delete(request.socket));
    });
  }
  const refuse = (socket: Socket, error: Boom) => {
    socket.end(responseOf(error, refusals.written(error)));
    cutOffLater(socket);
  };
  listener.removeAllListeners('clientError');
  listener.on('clientError', (error: ParseError, socket: Socket) => {
    if (running.get(socket)?.request.complete) {
      // The bytes after the request are invalid, not the request itself. Its own response comes first.
      return;
    }
    if (isGone(socket, error)) {
      socket.destroy(error);
    } else {
      const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
      refuse(
        socket,
        isTooLarge ? refusals.tooLarge(largestPart(error, socket)) : refusals.invalid(error.code ?? error.message),
      );
    }
  });
  // If there is no listener, Node closes the connection of a CONNECT request.
  listener.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const before = running.get(socket)?.response;
    const answer = () => refuse(socket, refusals.noRoute(url));
    if (before) {
      before.once('close', answer);
    } else {
      answer();
    }
  });
  server.ext('onRequest', ({ raw: { req } }, h) => {
    const problem = hostProblem(req);
    if (problem !== undefined) {
      throw refusals.invalid(problem);
    }
    return h.continue;
  });
}

/** Returns why the Host header of a request is invalid (RFC 9112, 3.2); undefined if it is valid. */
function hostProblem({ httpVersion, headersDistinct }: IncomingMessage): string | undefined {
  const hosts = headersDistinct.host ?? [];
  const [host = ''] = hosts;
  if (hosts.length > 1) {
    return 'it has more than one Host header';
  }
  if (hosts.length === 0 && httpVersion === '1.1') {
    return 'it has no Host header';
  }
  return host === '' || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`))
    ? undefined
    : 'its Host header is not a host name';
}

/** Returns a complete response, for a connection on which hapi does not respond. */
function responseOf({ output }: Boom, { headers, body }: ReturnType<Refusals['written']>): string {
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return [
    `HTTP/1.1 ${output.statusCode} ${STATUS_CODES[output.statusCode]}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n');
}
