import { httpFetch } from '../http-fetch.ts';
import type { Entry } from './entry.ts';
import { headersOf, madeUpSecret } from './signed-delivery.ts';

/** What an address answered; without `milliseconds`, not yet. */
export interface Forwarded {
  url: string;
  status?: number;
  milliseconds?: number;
  /** How the answer begins. */
  answer?: string;
  /** Why there is no answer. */
  problem?: string;
}

/** §6: as long as the server itself waits. */
const TIMEOUT_MILLISECONDS = 10_000;
/** §8: as much of an answer as the server keeps. */
const LONGEST_ANSWER = 500;
/** So many events are under way at once; the source waits with the next one. */
const MOST_AT_ONCE = 32;

export const isTaken = ({ status = 0 }: Forwarded): boolean => status >= 200 && status < 300;

/** Who hears of each answer, and of the end of all of them. */
export interface Told {
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
  readonly #left = new AbortController();

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
    this.#left.abort();
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
    const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const signal = AbortSignal.any([timeout, this.#left.signal]);
    try {
      const response = await httpFetch(new Request(url, { method: 'POST', headers, body, signal }));
      const milliseconds = took();
      return { status: response.status, milliseconds, answer: await beginningOf(response) };
    } catch (error) {
      const problem = timeout.aborted ? 'timeout' : ((error as NodeJS.ErrnoException).code ?? (error as Error).message);
      return { problem, milliseconds: took() };
    }
  }
}

/** Reads no more than is shown. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length >= LONGEST_ANSWER) {
      break;
    }
  }
  return text.slice(0, LONGEST_ANSWER);
}
