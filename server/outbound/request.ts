import type { Dispatcher, FormData } from 'undici';
import type { Clock } from '../clock.ts';

export interface Answer {
  status: number;
  /** The body, truncated to `maxBytes`. */
  body: string;
  headers: Record<string, string | string[] | undefined>;
  contentType: string;
}

interface Call {
  method: 'GET' | 'HEAD' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  dispatcher: Dispatcher;
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
export class TimeoutError extends Error {
  override name = 'TimeoutError';
  readonly code = 'WIGWAG_TIMEOUT';
}

/**
 * Makes one HTTP call. The timeout covers headers and body, and uses the server's clock. It reads the response without a
 * stream, because a stream costs several times as much as a short body.
 *
 * @throws if there is no response
 */
export function call(options: Call): Promise<Answer> {
  const { clock, dispatcher, method, headers, timeoutSeconds, maxBytes, bodyMayBreak = false } = options;
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(options.url);
    let controller: Dispatcher.DispatchController | undefined;
    let timeout: TimeoutError | undefined;
    let answer: Omit<Answer, 'body'> | undefined;
    const chunks: Buffer[] = [];
    let length = 0;
    const cancel = clock.setTimeout(() => {
      timeout = new TimeoutError(`no response within ${timeoutSeconds} s`);
      controller?.abort(timeout);
    }, timeoutSeconds * 1000);
    const respond = (those: Omit<Answer, 'body'>) => {
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
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (timeout) {
          started.abort(timeout);
        }
      },
      onResponseStart(_, status, received) {
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
      onResponseError: (_, error) => fail(error),
    };
    try {
      const request = { origin, path: pathname + search, method, headers, body: options.body ?? null };
      dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler);
    } catch (error) {
      fail(error as Error);
    }
  });
}

const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'WIGWAG_PRIVATE_ADDRESS',
]);

/**
 * Returns a short reason why a call failed. If all addresses of a name fail, the error has no message, but contains
 * their errors.
 */
export function problemOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  return message || (errors?.[0] ? problemOf(errors[0]) : (code ?? String(error)));
}

/** Returns whether a failed call certainly never reached the other side, so that a retry cannot repeat its effect. */
export function neverLeft(error: unknown): boolean {
  const { code, errors } = error as { code?: string; errors?: unknown[] };
  // If all addresses of a name fail, the error contains all their errors.
  return errors?.length ? errors.every(neverLeft) : code !== undefined && NEVER_LEFT.has(code);
}
