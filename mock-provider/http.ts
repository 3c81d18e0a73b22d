import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: only types; the simulator starts no proxy.
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** Reads a whole request. @throws if the client closes the connection, or the URL is invalid */
export async function readRequest(incoming: Incoming, scheme: 'http' | 'https') {
  const bytes = await bytesOf(incoming);
  const host = incoming.headers[':authority'] ?? incoming.headers.host ?? 'localhost';
  const target = incoming.url ?? '/';
  // A client that does not tunnel sends the whole URL to a proxy.
  const url = target.startsWith('/') ? new URL(`${scheme}://${host}${target}`) : new URL(target);
  const headers: IncomingHttpHeaders = incoming.headers;
  return { method: incoming.method ?? 'GET', url, headers, bytes };
}

/** Returns the body. Events cost less than `for await`. */
function bytesOf(incoming: Incoming): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => incoming.readableEnded || reject(new Error('The client closed the connection')));
  });
}

/** Ends the connection, or with HTTP/2 the stream, without a response. */
export function breakOff(outgoing: Outgoing): void {
  if ('stream' in outgoing) {
    outgoing.stream.close(INTERNAL_ERROR);
  } else {
    outgoing.destroy();
  }
}

/** RFC 9113, section 7: the error code of a stream. */
const INTERNAL_ERROR = 2;
