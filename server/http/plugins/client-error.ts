import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { ApiError } from '../../domain/api-error.ts';
import { DEFAULT_RATE, docsOf, errorEnvelope } from './envelope.ts';
import { cutOffLater } from './linger.ts';
import { newRequestId } from './request-id.ts';

/**
 * Answers what is no HTTP. hapi's own listener gives the running request of the connection a second answer, which ends the process
 * when the first is on its way: a Content-Length that counts characters instead of bytes was enough for that.
 */
export function addClientErrors(server: Server, app: App): void {
  const { listener } = server;
  const running = new WeakMap<Socket, IncomingMessage>();
  listener.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    running.set(request.socket, request);
    response.once('close', () => running.delete(request.socket));
  });
  listener.removeAllListeners('clientError');
  listener.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const request = running.get(socket);
    if (request?.complete) {
      // It is the bytes behind it that cannot be read; its own answer comes first.
      return;
    }
    if (socket.writable && socket.bytesRead > 0 && error.code !== 'ECONNRESET') {
      socket.end(refusal(app, error));
      cutOffLater(socket);
    } else {
      socket.destroy(error);
    }
  });
}

function refusal(app: App, { code, message }: NodeJS.ErrnoException): string {
  const requestId = newRequestId();
  const error = new ApiError('INVALID_JSON', { problem: `it is not readable as HTTP (${code ?? message})` });
  const body = JSON.stringify(errorEnvelope(error, docsOf(app, error.code), requestId));
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    `X-RateLimit-Limit: ${DEFAULT_RATE.limit}`,
    `X-RateLimit-Remaining: ${DEFAULT_RATE.remaining}`,
    `X-RateLimit-Burst: ${DEFAULT_RATE.burst}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
