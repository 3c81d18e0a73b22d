import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Entry, Forwarded } from './entry.ts';
import { headersOf, madeUpSecret } from './signed-delivery.ts';

/** §6: as long as the server itself waits. */
const TIMEOUT_MILLISECONDS = 10_000;
/** §8: as much of an answer as the server keeps. */
const LONGEST_ANSWER = 500;
/** So many events are under way at once; the source waits with the next one. */
const MOST_AT_ONCE = 32;

export const isTaken = ({ status = 0 }: Forwarded): boolean => status >= 200 && status < 300;

/** Who hears of each answer, and of the end of all of them. */
interface Told {
  answered: (one: Forwarded) => void;
  done?: () => Promise<void>;
}

/** Passes events on to addresses, signed as the server signs. */
export class Forwarder {
  readonly urls: readonly string[];
  readonly secret: string;
  /** Made up for this run, and so to be shown; the server's own is not. */
  readonly isSecretMadeUp: boolean;
  readonly #underWay = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #aborts = new Set<AbortController>();

  constructor(urls: readonly string[], known: string | undefined) {
    this.urls = urls;
    this.secret = known ?? madeUpSecret();
    this.isSecretMadeUp = known === undefined;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** Begins to pass it on, once there is room. What an address does is told to `answered`, and never thrown. */
  async forward(entry: Entry, told: Told): Promise<void> {
    while (this.#underWay.size >= MOST_AT_ONCE) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const job = this.#toAll(entry, told).finally(() => {
      this.#underWay.delete(job);
      this.#waiting.shift()?.();
    });
    this.#underWay.add(job);
  }

  /** Until every address has answered for all that was begun. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.all(this.#underWay);
    }
  }

  /** Gives up what is still under way. */
  leave(): void {
    for (const abort of this.#aborts) {
      abort.abort();
    }
  }

  async #toAll(entry: Entry, { answered, done }: Told): Promise<void> {
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
      const { status, answer } = await post(url, headers, body, abort.signal);
      return { status, milliseconds: took(), answer };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { problem: problem ?? code ?? message, milliseconds: took() };
    } finally {
      clearTimeout(timer);
      this.#aborts.delete(abort);
    }
  }
}

/** One POST that follows no redirect, and keeps no more of the answer than is shown. @throws when there is none */
function post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const length = { 'content-length': Buffer.byteLength(body) };
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const call = send(url, { method: 'POST', headers: { ...headers, ...length }, signal }, (response) => {
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
