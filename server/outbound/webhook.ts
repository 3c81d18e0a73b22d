import { DELIVERY_LOGGED_ANSWER_CHARACTERS, DELIVERY_TIMEOUT_SECONDS } from '@wigwag/openapi';
import { type Dispatcher, errors } from 'undici';
import type { Clock } from '../engine/clock.ts';
import { addressProblem } from './address.ts';
import { hostIsPublic, PrivateAddressError } from './agent.ts';
import { isOwnFailure, problemOf } from './failures.ts';
import { call } from './request.ts';
import type { Lookup } from './resolver.ts';
import { signatureOf, standardHeaders } from './signature.ts';

/** One signed POST of an event to a user's address. */
export interface WebhookPost {
  url: string;
  /** The first one signs `X-Service-Signature`; all of them sign the header of Standard Webhooks. */
  secrets: readonly [string, ...string[]];
  /** The headers that the endpoint adds. */
  headers?: Readonly<Record<string, string>>;
  event: string;
  deliveryId: string;
  attempt: number;
  /** The exact bytes that are signed and sent. */
  rawBody: string;
}

export interface WebhookAnswer {
  /** null if there was no response. */
  statusCode: number | null;
  responsePrefix: string | null;
  problem: string | null;
  /**
   * True if the address itself is at fault: it does not use https or is not on the public internet. Nothing was sent.
   */
  isForbidden: boolean;
  /** True if this server's name servers, network or proxy failed. Nothing was sent. */
  isOwnFailure: boolean;
  durationMs: number;
}

/** The settings for checking an address for events. */
interface AddressRules {
  allowLoopback: boolean;
  lookup?: Lookup;
}

interface WebhookOptions extends AddressRules {
  clock: Clock;
  /** The guarded dispatcher, because users provide these addresses. */
  dispatcher: Dispatcher;
  /** The same, with a new connection for each request. Receivers recognize a repeated event by its ID (§6). */
  repeatOn?: Dispatcher;
}

/** Returns what is wrong with a new address for events (§7: it must use https and be on the public internet). */
export async function webhookUrlProblem(
  url: string,
  { allowLoopback, lookup }: AddressRules,
): Promise<{ problem?: string; isKnown: boolean }> {
  const problem = addressProblem(url, allowLoopback);
  if (problem !== undefined) {
    return { problem, isKnown: true };
  }
  const isPublic = await hostIsPublic(new URL(url).hostname, allowLoopback, lookup);
  return isPublic === false ? { problem: NOT_PUBLIC, isKnown: true } : { isKnown: isPublic === true };
}

/** Returns the headers that describe an event, in lower case. */
export const eventHeaders = ({
  event,
  deliveryId,
  attempt,
}: Pick<WebhookPost, 'event' | 'deliveryId' | 'attempt'>): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'wigwag',
  'x-service-event': event,
  'x-service-delivery-id': deliveryId,
  'x-service-attempt': String(attempt),
});

const NOT_PUBLIC = 'it does not lead to a public address';

// A character has up to four bytes in UTF-8.
const LOGGED_BYTES = DELIVERY_LOGGED_ANSWER_CHARACTERS * 4;

/**
 * Posts an event and returns the outcome. Never throws. Returns undefined if the server's shutdown ended the call,
 * since that says nothing about the receiver.
 */
export async function postWebhook(
  post: WebhookPost,
  { clock, dispatcher, repeatOn, allowLoopback }: WebhookOptions,
): Promise<WebhookAnswer | undefined> {
  const begun = performance.now();
  const failed = (
    problem: string,
    fault: Partial<Pick<WebhookAnswer, 'isForbidden' | 'isOwnFailure'>>,
  ): WebhookAnswer => ({
    statusCode: null,
    responsePrefix: null,
    problem,
    isForbidden: false,
    isOwnFailure: false,
    ...fault,
    durationMs: Math.round(performance.now() - begun),
  });
  const forbidden = addressProblem(post.url, allowLoopback);
  if (forbidden !== undefined) {
    return failed(forbidden, { isForbidden: true });
  }
  try {
    const answer = await call({
      method: 'POST',
      url: post.url,
      headers: {
        ...post.headers,
        ...eventHeaders(post),
        'x-service-signature': signatureOf(post.secrets[0], post.rawBody, clock.now()),
        ...standardHeaders(post.secrets, post.deliveryId, post.rawBody, clock.now()),
      },
      body: post.rawBody,
      dispatcher,
      repeatOn,
      clock,
      timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      maxBytes: LOGGED_BYTES,
      bodyMayBreak: true,
    });
    const succeeded = answer.status >= 200 && answer.status < 300;
    return {
      statusCode: answer.status,
      // PostgreSQL text cannot contain NUL.
      responsePrefix: [...answer.body.replaceAll('\0', '')].slice(0, DELIVERY_LOGGED_ANSWER_CHARACTERS).join(''),
      problem: succeeded ? null : `it returned ${answer.status}`,
      isForbidden: false,
      isOwnFailure: false,
      durationMs: Math.round(performance.now() - begun),
    };
  } catch (error) {
    if (error instanceof errors.ClientDestroyedError) {
      return undefined;
    }
    return error instanceof PrivateAddressError
      ? failed(NOT_PUBLIC, { isForbidden: true })
      : failed(problemOf(error), { isOwnFailure: isOwnFailure(error) });
  }
}
