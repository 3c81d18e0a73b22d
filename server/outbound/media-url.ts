import { MEDIA_URL_FRESH_SECONDS, MEDIA_URL_MAX_REDIRECTS, MEDIA_URL_TIMEOUT_SECONDS } from '@wigwag/openapi';
import type { Dispatcher } from 'undici';
import type { Clock } from '../engine/clock.ts';
import { addressProblem } from './address.ts';
import { PrivateAddressError } from './agent.ts';
import { neverLeft } from './failures.ts';
import { call, type OutboundResponse, OutboundTimeoutError } from './request.ts';

/** The type and size of a file; undefined if its server does not show them. */
export interface FileAtUrl {
  mimeType: string | undefined;
  bytes: number | undefined;
}

/** The result of checking a file's address: why it cannot be used, or its type and size. */
export type MediaUrlAnswer = { problem: string } | ({ problem?: undefined } & FileAtUrl);

interface MediaUrlOptions {
  clock: Clock;
  /** The guarded dispatcher, because users provide these addresses. */
  dispatcher: Dispatcher;
  allowLoopback: boolean;
}

/** The size of the cache of addresses. */
const MAX_REMEMBERED = 1000;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Returns a function that checks that anyone can fetch a file (§7), and caches a success for a minute. An image that is
 * sent to a thousand people is not checked a thousand times, even if all sends arrive together.
 */
export function createMediaUrlCheck(options: MediaUrlOptions): (url: string) => Promise<MediaUrlAnswer> {
  const { clock } = options;
  const known = new Map<string, { askedAt: number; answer: Promise<MediaUrlAnswer> }>();

  /**
   * Returns whether a result is less than a minute old. A virtual clock may move back, so negative ages do not count.
   */
  const isFresh = (askedAt: number) => {
    const age = clock.now() - askedAt;
    return age >= 0 && age < MEDIA_URL_FRESH_SECONDS * 1000;
  };

  return async (url) => {
    const remembered = known.get(url);
    if (remembered && isFresh(remembered.askedAt)) {
      return remembered.answer;
    }
    const entry = { askedAt: clock.now(), answer: probe(url, options) };
    known.delete(url); // moves the address to the end
    known.set(url, entry);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_REMEMBERED) {
        break;
      }
      known.delete(oldest);
    }
    const answer = await entry.answer;
    if (answer.problem !== undefined && known.get(url) === entry) {
      known.delete(url);
    }
    return answer;
  };
}

async function probe(url: string, options: MediaUrlOptions): Promise<MediaUrlAnswer> {
  const until = options.clock.now() + MEDIA_URL_TIMEOUT_SECONDS * 1000;
  let address = url;
  for (let redirects = 0; redirects <= MEDIA_URL_MAX_REDIRECTS; redirects += 1) {
    const problem = addressProblem(address, options.allowLoopback);
    if (problem !== undefined) {
      return { problem: redirects === 0 ? problem : `it redirects to ${address}: ${problem}` };
    }
    let answer: OutboundResponse;
    try {
      answer = await ask(address, until, options);
    } catch (error) {
      return { problem: problemOf(error) };
    }
    const { location } = answer.headers;
    if (!REDIRECTS.includes(answer.status) || typeof location !== 'string') {
      return verdictOn(answer);
    }
    address = URL.canParse(location, address) ? new URL(location, address).href : location;
  }
  return { problem: `it redirects more than ${MEDIA_URL_MAX_REDIRECTS} times` };
}

/**
 * Sends HEAD. If that fails, sends GET for the first byte, because some addresses, such as those signed for GET, refuse
 * HEAD.
 */
async function ask(url: string, until: number, { clock, dispatcher }: MediaUrlOptions): Promise<OutboundResponse> {
  const send = (method: 'HEAD' | 'GET') =>
    call({
      method,
      url,
      headers: { accept: '*/*', 'user-agent': 'wigwag', ...(method === 'GET' && { range: 'bytes=0-0' }) },
      dispatcher,
      clock,
      timeoutSeconds: (until - clock.now()) / 1000,
      maxBytes: 1,
    });
  try {
    const head = await send('HEAD');
    if (head.status < 400) {
      return head;
    }
  } catch (error) {
    if (neverLeft(error) || error instanceof OutboundTimeoutError) {
      throw error;
    }
  }
  return send('GET');
}

function verdictOn(answer: OutboundResponse): MediaUrlAnswer {
  const { status, headers } = answer;
  if (status === 401 || status === 403) {
    return { problem: `it returns ${status}, and must be reachable without authentication` };
  }
  if (status < 200 || status > 299) {
    return { problem: `it returns ${status}` };
  }
  const total = status === 206 ? /\/(\d+)$/.exec(String(headers['content-range']))?.[1] : headers['content-length'];
  return {
    mimeType: answer.contentType === '' ? undefined : answer.contentType,
    bytes: total === undefined ? undefined : Number(total),
  };
}

function problemOf(error: unknown): string {
  if (error instanceof OutboundTimeoutError) {
    return `it does not respond within ${MEDIA_URL_TIMEOUT_SECONDS} s`;
  }
  if (error instanceof PrivateAddressError) {
    return 'it does not lead to a public address';
  }
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  const reason = code ?? errors?.[0]?.code;
  return reason === 'ENOTFOUND' ? 'its host is not known' : `it cannot be reached${reason ? ` (${reason})` : ''}`;
}
