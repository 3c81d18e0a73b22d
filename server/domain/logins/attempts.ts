import { LRUCache } from 'lru-cache';
import { RateLimiter, secondsUntil } from '../../app/rate-limit.ts';
import { networkOf } from '../../base/address-network.ts';

/** How many attempts of a login may fail before the next ones wait. */
const FREE_ATTEMPTS = 5;
/** The longest wait, in milliseconds. The wait doubles with each failure, from one second. */
const MAX_WAIT = 900_000;
/** After this time without a failure, in milliseconds, the count starts again. */
const FORGOTTEN_AFTER = 86_400_000;
/** How many attempts from one network may fail per minute, over all logins. */
const FAILURES_PER_MINUTE = 30;
/** How many attempts of one network may be checked at the same time, so that it cannot fill the queue of passwords. */
const MAX_AT_ONCE = 10;
/** The number of logins whose failures are counted. The one that failed longest ago is dropped. */
const MAX_COUNTED = 20_000;

interface Failures {
  count: number;
  /** The time of the last one, in milliseconds since the epoch. */
  last: number;
}

/** An attempt to log in. It counts as a failure until it ends otherwise. */
export interface Attempt {
  /** Whether the login has been used from this address before. */
  readonly isKnown: boolean;
  /** Forgets the failures, because it succeeded. */
  succeeded(): void;
  /** Does not count, because nothing was wrong so far. */
  undone(): void;
  /** Lets another attempt of the network begin. */
  ended(): void;
}

/**
 * Slows down attempts to guess a password or a one-time code. Failures count for a login and for a network, which is an
 * IPv4 address or the /64 of an IPv6 address. Those from an address that has logged in before count separately, so that
 * failures from elsewhere never slow it down.
 */
export class LoginAttempts {
  readonly #failures = new LRUCache<string, Failures>({ max: MAX_COUNTED });
  readonly #networks = new RateLimiter<string>();
  /** The number of unfinished attempts of each network. */
  readonly #open = new Map<string, number>();

  /**
   * Begins an attempt. Attempts at the same time count before they end, so that many at once are not free.
   *
   * @param now in milliseconds since the epoch
   * @returns the attempt, or how many seconds to wait
   */
  begin(
    { email, address, isKnown }: { email: string; address: string; isKnown: boolean },
    now: number,
  ): Attempt | number {
    const network = networkOf(address);
    const key = isKnown ? `${email} ${network}` : email;
    const before = this.#failuresOf(key, now);
    const freeAt = before.count < FREE_ATTEMPTS ? 0 : before.last + waitAfter(before.count);
    if (freeAt > now) {
      return secondsUntil(freeAt, now);
    }
    const wait = this.#networks.waitOf(network, FAILURES_PER_MINUTE, now);
    if (wait !== undefined) {
      return wait;
    }
    const open = this.#open.get(network) ?? 0;
    if (open >= MAX_AT_ONCE) {
      return 1;
    }
    this.#open.set(network, open + 1);
    this.#failures.set(key, { count: before.count + 1, last: now });
    return {
      isKnown,
      ended: () => this.#close(network),
      succeeded: () => void this.#failures.delete(key),
      undone: () => {
        const { count, last } = this.#failuresOf(key, now);
        this.#failures.set(key, { count: Math.max(0, count - 1), last });
      },
    };
  }

  /** Counts a failure of an address. */
  failed(address: string, now: number): void {
    this.#networks.count(networkOf(address), FAILURES_PER_MINUTE, now);
  }

  #close(network: string): void {
    const open = this.#open.get(network) ?? 0;
    if (open > 1) {
      this.#open.set(network, open - 1);
    } else {
      this.#open.delete(network);
    }
  }

  #failuresOf(key: string, now: number): Failures {
    const known = this.#failures.get(key);
    return known && now - known.last < FORGOTTEN_AFTER ? known : { count: 0, last: now };
  }
}

/** Returns how long to wait after this many failures, in milliseconds. */
const waitAfter = (count: number): number => Math.min(MAX_WAIT, 1_000 * 2 ** (count - FREE_ATTEMPTS));
