import type { ServerResponse } from 'node:http';
import { Agent, request as undiciRequest } from 'undici';
import type { Outgoing } from '../http.ts';
import { CONNECTION_HEADERS } from './redaction-table.ts';
import type { RawMessage } from './redactor.ts';

/** The headers that a proxy does not forward. `content-length` is computed again. */
const NOT_FORWARDED = new Set([...CONNECTION_HEADERS, 'expect', 'http2-settings']);

export interface RawRequest extends RawMessage {
  method: string;
  url: URL;
}

export type RawResponse = RawMessage & { status: number };

/** Sends a request unchanged, and returns the response. */
export type SendRaw = (request: RawRequest) => Promise<RawResponse>;

export function writeResponse(outgoing: Outgoing, { status, headers, bytes }: RawResponse): void {
  // HTTP/1.1 and HTTP/2 have the same methods, but their types are not compatible.
  const http = outgoing as ServerResponse;
  http.writeHead(status, passed(headers));
  http.end(bytes);
}

/** Returns the headers that a proxy forwards. */
export function passed(headers: RawMessage['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.startsWith(':') || NOT_FORWARDED.has(name) ? [] : [[name, value]],
    ),
  );
}

/** Returns a sender over the network. The response is not compressed, so that its body can be read. */
export function overNetwork(): { send: SendRaw; close(): Promise<void> } {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const send: SendRaw = async ({ method, url, headers, bytes }) => {
    const {
      statusCode,
      headers: answered,
      body,
    } = await undiciRequest(url, {
      method: method as 'POST',
      headers: { ...passed(headers), 'accept-encoding': 'identity' },
      ...(bytes.length > 0 && { body: bytes }),
      dispatcher,
    });
    return { status: statusCode, headers: answered, bytes: new Uint8Array(await body.arrayBuffer()) };
  };
  return { send, close: () => dispatcher.destroy() };
}
