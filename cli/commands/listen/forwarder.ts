import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Forwarded, LogEntry } from './entry.ts';
import { generatedSecret, headersOf } from './signed-delivery.ts';

/** The server's own timeout (§6). */
const TIMEOUT_MILLISECONDS = 10_000;
/** The number of response characters that the server keeps (§8). */
const LONGEST_ANSWER = 500;
/** The maximum number of in-flight events. The source waits when it is reached. */
const MAX_AT_ONCE = 32;

/** Codes of certificates that are self-signed, expired, or of another name or an unknown authority. */
const OF_A_CERTIFICATE = /CERT|LEAF_SIGNATURE/;

export const isTaken = ({ status = 0 }: Forwarded): boolean => status >= 200 && status < 300;

/** Functions to call for each response, and after the last one. */
interface ForwardListener {
  answered: (one: Forwarded) => void;
  done?: () => Promise<void>;
}

/** Forwards events to addresses, signed the way the server signs. */
export class Forwarder {
  readonly urls: readonly string[];
  readonly secret: string;
  /** Whether the secret was generated for this run and must be shown. The server's own secret is never shown. */
  readonly isSecretGenerated: boolean;
  readonly #skipVerify: boolean;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #aborts = new Set<AbortController>();

  /** @param skipVerify whether certificates of the addresses are not verified, such as self-signed ones */
  constructor(urls: readonly string[], known: string | undefined, skipVerify = false) {
    this.#skipVerify = skipVerify;
    this.urls = urls;
    this.secret = known ?? generatedSecret();
    this.isSecretGenerated = known === undefined;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Starts to forward an event once there is capacity. Reports each response to `answered`, and never throws. */
  async forward(entry: LogEntry, listener: ForwardListener): Promise<void> {
    while (this.#inFlight.size >= MAX_AT_ONCE) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const job = this.#toAll(entry, listener).finally(() => {
      this.#inFlight.delete(job);
      this.#waiting.shift()?.();
    });
    this.#inFlight.add(job);
  }

  /** Resolves when every address has responded to all forwarded events. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight);
    }
  }

  /** Aborts all in-flight requests. */
  leave(): void {
    for (const abort of this.#aborts) {
      abort.abort();
    }
  }

  async #toAll(entry: LogEntry, { answered, done }: ForwardListener): Promise<void> {
    entry.forwarded = this.urls.map((url) => ({ url }));
    const forwarded = entry.forwarded;
    const headers = await headersOf(entry, this.secret);
    await Promise.all(
      forwarded.map(async (one) => {
        Object.assign(one, await this.#toOne(one.url, headers, entry.rawBody));
        answered(one);
      }),
    );
    await done?.();
  }

  async #toOne(url: string, headers: Record<string, string>, body: string): Promise<Omit<Forwarded, 'url'>> {
    const began = performance.now();
    const took = () => performance.now() - began;
    const abort = new AbortController();
    this.#aborts.add(abort);
    let problem: string | undefined;
    const timer = setTimeout(() => {
      problem = 'timeout';
      abort.abort();
    }, TIMEOUT_MILLISECONDS);
    try {
      const { status, answer } = await post(url, headers, body, abort.signal, !this.#skipVerify);
      return { status, milliseconds: took(), answer };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const refused = OF_A_CERTIFICATE.test(code ?? '') ? `${code} (--skip-verify accepts this certificate)` : code;
      return { problem: problem ?? refused ?? message, milliseconds: took() };
    } finally {
      clearTimeout(timer);
      this.#aborts.delete(abort);
    }
  }
}

/**
 * Sends one POST request without following redirects. Keeps only as much of the response as is shown.
 *
 * @throws if there is no response
 */
function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
  rejectUnauthorized: boolean,
) {
  const send = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
  const length = { 'content-length': Buffer.byteLength(body) };
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const options = { method: 'POST', headers: { ...headers, ...length }, signal, rejectUnauthorized };
    const call = send(url, options, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        answer = answer.length < LONGEST_ANSWER ? (answer + text).slice(0, LONGEST_ANSWER) : answer;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, answer }));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
