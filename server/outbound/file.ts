import type { Readable } from 'node:stream';
import { MEDIA_URL_MAX_REDIRECTS } from '@wigwag/openapi';
import { type Dispatcher, request } from 'undici';
import type { Clock } from '../engine/clock.ts';
import { addressProblem } from './address.ts';
import { PrivateAddressError } from './agent.ts';
import { observeConnection } from './connector.ts';
import { problemOf } from './failures.ts';
import { hasBroken, OutboundTimeoutError } from './request.ts';

/** The result of opening a customer's file. */
export type FileOutcome =
  | { kind: 'open'; body: Readable; contentType: string | undefined; bytes: number | undefined }
  /** The file no longer exists and will not return. */
  | { kind: 'gone'; problem: string }
  | { kind: 'unavailable'; problem: string };

interface FileOptions {
  clock: Clock;
  /** The origins (scheme, host and port) of the provider's hosts, which the operator configured. */
  providerOrigins: readonly string[];
  provider: Dispatcher;
  /** Used for all other hosts. */
  guarded: Dispatcher;
  /** The same, with a new connection for each request. */
  providerOnce: Dispatcher;
  guardedOnce: Dispatcher;
  allowLoopback: boolean;
}

/** How long the start of the response and each pause in it may take, in milliseconds. */
const TIMEOUT = 30_000;
const REDIRECTS = [301, 302, 303, 307, 308];
/**
 * The status codes of Meta for expired files. Its public file hosts sign their links and refuse expired ones with 403.
 */
const GONE = [403, 404, 410];

/** WhatsApp's file hosts. Only they and the host of the Graph API may receive a token. */
const TOKEN_HOST = /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net)$/;

/**
 * Opens a file at a provider as a stream. It follows redirects, checks each new address, and sends no token to it.
 *
 * @param token sent only to the provider's hosts
 */
export async function openFile(url: string, token: string | undefined, options: FileOptions): Promise<FileOutcome> {
  let address = url;
  let credentials = token;
  for (let redirects = 0; redirects <= MEDIA_URL_MAX_REDIRECTS; redirects += 1) {
    const isProvider = URL.canParse(address) && options.providerOrigins.includes(new URL(address).origin);
    const problem = isProvider ? undefined : addressProblem(address, options.allowLoopback);
    if (problem !== undefined) {
      return { kind: 'gone', problem };
    }
    let answer: Dispatcher.ResponseData;
    try {
      const mayKnow = isProvider || TOKEN_HOST.test(new URL(address).hostname);
      answer = await get(address, mayKnow ? credentials : undefined, isProvider, options);
    } catch (error) {
      const kind = error instanceof PrivateAddressError ? 'gone' : 'unavailable';
      return { kind, problem: problemOf(error) };
    }
    const { location } = answer.headers;
    if (!REDIRECTS.includes(answer.statusCode) || typeof location !== 'string' || !URL.canParse(location, address)) {
      return outcomeOf(answer);
    }
    drop(answer.body);
    address = new URL(location, address).href;
    credentials = undefined;
  }
  return { kind: 'unavailable', problem: `it redirects more than ${MEDIA_URL_MAX_REDIRECTS} times` };
}

/** @throws if no response begins in time */
async function get(
  url: string,
  token: string | undefined,
  isProvider: boolean,
  { clock, provider, guarded, providerOnce, guardedOnce }: FileOptions,
): Promise<Dispatcher.ResponseData> {
  const abort = new AbortController();
  const cancel = clock.setTimeout(
    () => abort.abort(new OutboundTimeoutError(`no response within ${TIMEOUT / 1000} s`)),
    TIMEOUT,
  );
  const connection = { isNew: false };
  const send = (dispatcher: Dispatcher) =>
    request(url, {
      headers: {
        // No encoding, because the client may not support it.
        'accept-encoding': 'identity',
        'user-agent': 'wigwag',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      dispatcher,
      signal: abort.signal,
      headersTimeout: 0,
      bodyTimeout: TIMEOUT,
    });
  try {
    return await observeConnection(connection, () => send(isProvider ? provider : guarded)).catch((error) => {
      if (!hasBroken(error, connection)) {
        throw error;
      }
      return send(isProvider ? providerOnce : guardedOnce);
    });
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    cancel();
  }
}

/** Discards a body. undici emits an error if a body is destroyed before its end. */
const drop = (body: Readable): Readable => body.on('error', () => {}).destroy();

function outcomeOf({ statusCode, headers, body }: Dispatcher.ResponseData): FileOutcome {
  if (statusCode !== 200) {
    drop(body);
    return { kind: GONE.includes(statusCode) ? 'gone' : 'unavailable', problem: `the provider returned ${statusCode}` };
  }
  const { 'content-type': type, 'content-length': length } = headers;
  return {
    kind: 'open',
    body,
    contentType: typeof type === 'string' ? type : undefined,
    bytes: typeof length === 'string' ? Number(length) : undefined,
  };
}
