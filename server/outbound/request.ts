import type { Dispatcher, FormData } from 'undici';
import type { Clock } from '../engine/clock.ts';
import { type ObservedConnection, observeConnection } from './connector.ts';

export interface OutboundResponse {
  status: number;
  /** The body, truncated to `maxBytes`. */
  body: string;
  headers: Record<string, string | string[] | undefined>;
  contentType: string;
}

interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | FormData | Uint8Array;
  dispatcher: Dispatcher;
  /**
   * Sends the request again, on a new connection, if a connection of earlier requests breaks before the response.
   * Servers close idle connections, so most such requests never arrived, but some may have been processed.
   *
   * @default the call fails
   */
  repeatOn?: Dispatcher | undefined;
  clock: Clock;
  timeoutSeconds: number;
  /** The maximum number of bytes to read from the response; the rest is discarded. */
  maxBytes: number;
  /**
   * Whether a response counts even if its body breaks off or does not end in time, since the status has arrived.
   * @default false
   */
  bodyMayBreak?: boolean;
}

/** Thrown if the other side does not respond in time. */
export class OutboundTimeoutError extends Error {
  override name = 'TimeoutError';
  readonly code = 'WIGWAG_TIMEOUT';
}

/**
 * Makes one HTTP call. The timeout covers headers and body, and uses the server's clock. It reads the response without a
 * stream, because a stream costs several times as much as a short body.
 *
 * @throws if there is no response
 */
export function call(options: OutboundRequest): Promise<OutboundResponse> {
  const { clock, method, headers, timeoutSeconds, maxBytes, bodyMayBreak = false } = options;
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(options.url);
    let controller: Dispatcher.DispatchController | undefined;
    let timeout: OutboundTimeoutError | undefined;
    let answer: Omit<OutboundResponse, 'body'> | undefined;
    const chunks: Buffer[] = [];
    let length = 0;
    const cancel = clock.setTimeout(() => {
      timeout = new OutboundTimeoutError(`no response within ${timeoutSeconds} s`);
      controller?.abort(timeout);
    }, timeoutSeconds * 1000);
    const respond = (those: Omit<OutboundResponse, 'body'>) => {
      cancel();
      resolve({ ...those, body: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8') });
    };
    const fail = (error: Error) => {
      cancel();
      if (answer && bodyMayBreak) {
        respond(answer);
      } else {
        reject(timeout ?? error);
      }
    };
    const send = (dispatcher: Dispatcher, repeatOn: Dispatcher | undefined) => {
      const connection = { isNew: false };
      let hasHeard = false;
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started) {
          controller = started;
          if (timeout) {
            started.abort(timeout);
          }
        },
        onResponseStart(_, status, received) {
          hasHeard = true;
          if (status >= 200) {
            answer = { status, headers: received, contentType: String(received['content-type'] ?? '') };
          }
        },
        onResponseData(_, chunk) {
          chunks.push(chunk);
          length += chunk.length;
          if (length >= maxBytes && answer) {
            respond(answer);
            controller?.abort(new Error('the rest of the response is not read'));
          }
        },
        onResponseEnd() {
          if (answer) {
            respond(answer);
          }
        },
        onResponseError(_, error) {
          if (repeatOn && !hasHeard && hasBroken(error, connection)) {
            send(repeatOn, undefined);
          } else {
            fail(error);
          }
        },
      };
      try {
        const request = { origin, path: pathname + search, method, headers, body: options.body ?? null };
        observeConnection(connection, () =>
          dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler),
        );
      } catch (error) {
        fail(error as Error);
      }
    };
    send(options.dispatcher, options.repeatOn);
  });
}

/** The errors of a connection that the other side closed. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Returns whether a request failed because a connection of earlier requests broke. */
export const hasBroken = (error: unknown, { isNew }: ObservedConnection): boolean =>
  !isNew && BROKEN.includes((error as { code?: string }).code ?? '');
