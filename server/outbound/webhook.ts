import { DELIVERY_LOGGED_ANSWER_CHARACTERS, DELIVERY_TIMEOUT_SECONDS } from '@wigwag/openapi';
import { type Dispatcher, errors } from 'undici';
import type { Clock } from '../engine/clock.ts';
import { addressProblem } from './address.ts';
import { hostIsPublic, PrivateAddressError } from './agent.ts';
import { type Brokers, brokerHost, brokerProblem, isBrokerAddress } from './brokers/brokers.ts';
import { isOwnFailure, problemOf } from './failures.ts';
import { call } from './request.ts';
import type { Lookup } from './resolver.ts';
import { signatureOf, standardHeaders } from './signature.ts';

/** Where an endpoint gets its events. */
interface Destination {
  /** An http(s) address, or one of a message broker. */
  url: string;
  /** Whether it is the first endpoint of its account, which can have only an https address (§6). */
  isFirst: boolean;
}

/** One signed event for a user's address. */
export interface WebhookPost extends Destination {
  /** The password for a message broker. */
  password?: string;
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
  /** null if there was no response over HTTP. */
  statusCode: number | null;
  /** The beginning of the response over HTTP, or the acknowledgement of a message broker. */
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
  brokers: Brokers;
}

/** Returns what is wrong with a new address for events (§7: it must use https and be on the public internet). */
export async function webhookUrlProblem(
  destination: Destination,
  { allowLoopback, lookup }: AddressRules,
): Promise<{ problem?: string; isKnown: boolean }> {
  const problem = spellingProblem(destination.url) ?? destinationProblem(destination, allowLoopback);
  if (problem !== undefined) {
    return { problem, isKnown: true };
  }
  const isPublic = await hostIsPublic(brokerHost(destination.url) ?? '', allowLoopback, lookup);
  return isPublic === false ? { problem: NOT_PUBLIC, isKnown: true } : { isKnown: isPublic === true };
}

/** Returns what `URL` ignores or encodes in a new address, although its writer meant something else. */
function spellingProblem(url: string): string | undefined {
  if (/\s/.test(url)) {
    return 'it contains a space or a line break';
  }
  return url.includes('#') && !isBrokerAddress(url) ? 'it contains #, and what follows is never sent' : undefined;
}

const destinationProblem = ({ url, isFirst }: Destination, allowLoopback: boolean): string | undefined =>
  !isFirst && isBrokerAddress(url) ? brokerProblem(url, allowLoopback) : addressProblem(url, allowLoopback);

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

/** Returns the beginning of what a receiver says. PostgreSQL text cannot contain NUL. */
const loggedText = (body: string): string =>
  [...body.replaceAll('\0', '')].slice(0, DELIVERY_LOGGED_ANSWER_CHARACTERS).join('');

type Response = Pick<WebhookAnswer, 'statusCode' | 'responsePrefix' | 'problem'>;

/** Returns all headers of an event. */
const signedHeaders = (post: WebhookPost, now: number): Record<string, string> => ({
  ...post.headers,
  ...eventHeaders(post),
  'x-service-signature': signatureOf(post.secrets[0], post.rawBody, now),
  ...standardHeaders(post.secrets, post.deliveryId, post.rawBody, now),
});

/** @throws if there is no response */
async function postOverHttp(
  post: WebhookPost,
  { clock, dispatcher, repeatOn }: Pick<WebhookOptions, 'clock' | 'dispatcher' | 'repeatOn'>,
): Promise<Response> {
  const { status, body } = await call({
    method: 'POST',
    url: post.url,
    headers: signedHeaders(post, clock.now()),
    body: post.rawBody,
    dispatcher,
    repeatOn,
    clock,
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
    maxBytes: LOGGED_BYTES,
    bodyMayBreak: true,
  });
  const succeeded = status >= 200 && status < 300;
  return {
    statusCode: status,
    responsePrefix: loggedText(body),
    problem: succeeded ? null : `it returned ${status}`,
  };
}

/** @throws if the broker does not accept the event */
async function sendToBroker(post: WebhookPost, brokers: Brokers, now: number): Promise<Response> {
  const { url, password, deliveryId: id, event, rawBody: body } = post;
  const acknowledged = await brokers.send({ url, password }, { id, event, headers: signedHeaders(post, now), body });
  return { statusCode: null, responsePrefix: loggedText(acknowledged), problem: null };
}

/**
 * Sends an event and returns the outcome. Never throws. Returns undefined if the server's shutdown ended the call,
 * since that says nothing about the receiver.
 */
export async function postWebhook(
  post: WebhookPost,
  { brokers, allowLoopback, ...http }: WebhookOptions,
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
  const forbidden = destinationProblem(post, allowLoopback);
  if (forbidden !== undefined) {
    return failed(forbidden, { isForbidden: true });
  }
  try {
    const response = isBrokerAddress(post.url)
      ? await sendToBroker(post, brokers, http.clock.now())
      : await postOverHttp(post, http);
    return {
      ...response,
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
      : // A message broker can send an error of any length.
        failed(loggedText(problemOf(error).slice(0, LOGGED_BYTES)), { isOwnFailure: isOwnFailure(error) });
  }
}
