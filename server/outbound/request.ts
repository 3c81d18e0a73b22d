import { type Dispatcher, type FormData, request } from 'undici';
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
 * Makes one HTTP call. The timeout covers headers and body, and uses the server's clock.
 *
 * @throws if there is no response
 */
export async function call(options: Call): Promise<Answer> {
  const abort = new AbortController();
  const cancel = options.clock.setTimeout(
    () => abort.abort(new TimeoutError(`no response within ${options.timeoutSeconds} s`)),
    options.timeoutSeconds * 1000,
  );
  try {
    const response = await request(options.url, {
      method: options.method,
      headers: options.headers,
      ...(options.body !== undefined && { body: options.body }),
      dispatcher: options.dispatcher,
      signal: abort.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: response.statusCode,
      body: await beginningOf(response.body, options),
      headers: response.headers,
      contentType: String(response.headers['content-type'] ?? ''),
    };
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    cancel();
  }
}

async function beginningOf(body: AsyncIterable<Buffer>, { maxBytes, bodyMayBreak }: Call): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) {
        break; // leaving the loop destroys the body
      }
    }
  } catch (error) {
    if (!bodyMayBreak) {
      throw error;
    }
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
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
