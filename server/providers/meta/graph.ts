import { type Dispatcher, FormData } from 'undici';
import { createCache } from '../../base/cache.ts';
import { hashOf } from '../../base/secrets.ts';
import type { Clock } from '../../engine/clock.ts';
import { neverLeft, problemOf } from '../../outbound/failures.ts';
import { call, type OutboundResponse } from '../../outbound/request.ts';
import type { MessageError } from '../../store/messages/messages.ts';
import type { Reach } from '../callback.ts';
import type { AppProofs } from './app-proofs.ts';
import { classOf, type GraphErrorClass, graphErrorOf, isOptOut, messageErrorOf, reachOf } from './graph-errors.ts';
import { textAt } from './values.ts';

/** The outcome of one Graph API call. */
export type GraphOutcome =
  /** Status 200 with JSON. */
  | { kind: 'answered'; body: Record<string, unknown> }
  /** Meta refused the call with an error object, whose class determines the consequence. */
  | {
      kind: 'refused';
      class: GraphErrorClass;
      reach: Reach;
      isOptOut: boolean;
      error: MessageError;
      /** What Meta says to the person who made the change. */
      userMessage?: string;
    }
  /** The call certainly never arrived. */
  | { kind: 'unreachable'; problem: string }
  /** Meta may have executed the call: the connection broke, or the response was not from the Graph API. */
  | { kind: 'lost'; problem: string };

/** A client for one of Meta's hosts, authorized by the token of a connection. */
export interface Graph {
  /** @param timeoutSeconds a shorter timeout than the default */
  get(path: string, token: string, query?: Record<string, string>, timeoutSeconds?: number): Promise<GraphOutcome>;
  /** @param timeoutSeconds a shorter timeout than the default */
  post(
    path: string,
    token: string,
    body: Record<string, unknown> | FormData,
    timeoutSeconds?: number,
  ): Promise<GraphOutcome>;
  /** Sends the bytes of a file to a session of the Resumable Upload API. @param session its ID */
  upload(session: string, token: string, bytes: Uint8Array): Promise<GraphOutcome>;
}

/** After this long, Meta's own services time out. */
const TIMEOUT_SECONDS = 30;
/** Uploads of up to 100 MB are slow. */
const UPLOAD_TIMEOUT_SECONDS = 300;
const MAX_ANSWER_BYTES = 10_000_000;
/** The parameter that proves that the caller knows the secret of its app (Meta, "Secure Graph API calls"). */
const PROOF = 'appsecret_proof';
const REMEMBERED_PROOFS = 10_000;

/** @param options.url scheme and host; `version` is, for example, `v25.0`; `count` is called for each request, `proofOf`
 * for tokens whose app requires a proof */
export function createGraph(options: {
  url: string;
  version: string;
  clock: Clock;
  dispatcher: Dispatcher;
  /** For another attempt of calls that may be repeated, on a new connection. */
  repeatOn?: Dispatcher;
  proofOf?: AppProofs['proofOf'];
  count?: (result: GraphOutcome['kind'], seconds: number) => void;
}): Graph {
  /** The proofs of tokens whose apps require one, by hash. */
  const proofs = createCache<string, string>(REMEMBERED_PROOFS);

  /** Repeats a call that Meta refused because it lacks the right proof: such a call had no effect. */
  async function send(
    method: 'GET' | 'POST',
    path: string,
    token: string,
    timeoutSeconds: number,
    body?: Record<string, unknown> | FormData,
  ): Promise<GraphOutcome> {
    const name = hashOf(token);
    const known = proofs.get(name);
    const outcome = await counted(method, path, token, timeoutSeconds, body, known);
    const proof = lacksProof(outcome) ? await options.proofOf?.(token) : undefined;
    if (proof === undefined || proof === known) {
      return outcome;
    }
    proofs.set(name, proof);
    return counted(method, path, token, timeoutSeconds, body, proof);
  }

  const counted: typeof attempt = async (...request) => {
    const begun = performance.now();
    const outcome = await attempt(...request);
    options.count?.(outcome.kind, (performance.now() - begun) / 1000);
    return outcome;
  };

  async function attempt(
    method: 'GET' | 'POST',
    path: string,
    token: string,
    timeoutSeconds: number,
    given?: Record<string, unknown> | FormData,
    proof?: string,
  ): Promise<GraphOutcome> {
    const body = given && proof !== undefined ? withProof(given, proof) : given;
    const isForm = body instanceof FormData;
    try {
      const answer = await call({
        method,
        // The Graph API returns full URLs for next pages.
        url: urlOf(path, given ? undefined : proof),
        headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        dispatcher: options.dispatcher,
        // A repeated lookup changes nothing, and a file that is uploaded twice is sent once. A repeated send may arrive twice.
        repeatOn: method === 'GET' || isForm ? options.repeatOn : undefined,
        clock: options.clock,
        timeoutSeconds,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return outcomeOf(answer);
    } catch (error) {
      const problem = problemOf(error);
      return neverLeft(error) ? { kind: 'unreachable', problem } : { kind: 'lost', problem };
    }
  }
  /** @param proof of a call without a body; others have it in the body, because traces contain URLs */
  function urlOf(path: string, proof: string | undefined): string {
    const url = path.startsWith('http') ? path : `${options.url}/${options.version}/${path}`;
    return proof === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${PROOF}=${proof}`;
  }

  async function upload(session: string, token: string, bytes: Uint8Array): Promise<GraphOutcome> {
    try {
      return outcomeOf(
        await call({
          method: 'POST',
          url: urlOf(session, undefined),
          // This API takes the token in another form ("Resumable Upload API").
          headers: {
            authorization: `OAuth ${token}`,
            file_offset: '0',
            'content-type': 'application/octet-stream',
          },
          body: bytes,
          dispatcher: options.dispatcher,
          repeatOn: undefined,
          clock: options.clock,
          timeoutSeconds: UPLOAD_TIMEOUT_SECONDS,
          maxBytes: MAX_ANSWER_BYTES,
        }),
      );
    } catch (error) {
      return { kind: 'lost', problem: problemOf(error) };
    }
  }

  return {
    upload,
    get: (path, token, query, timeoutSeconds = TIMEOUT_SECONDS) =>
      send('GET', query ? `${path}?${new URLSearchParams(query)}` : path, token, timeoutSeconds),
    post: (path, token, body, timeoutSeconds) =>
      send(
        'POST',
        path,
        token,
        timeoutSeconds ?? (body instanceof FormData ? UPLOAD_TIMEOUT_SECONDS : TIMEOUT_SECONDS),
        body,
      ),
  };
}

/** Meta's texts for a call without a proof or with a wrong one; the code is that of any invalid parameter. */
const PROOF_REFUSED = /require an appsecret_proof argument|Invalid appsecret_proof/i;

const lacksProof = (outcome: GraphOutcome): boolean =>
  outcome.kind === 'refused' && outcome.error.code === 100 && PROOF_REFUSED.test(outcome.error.provider_message ?? '');

function withProof(body: Record<string, unknown> | FormData, proof: string): Record<string, unknown> | FormData {
  if (body instanceof FormData) {
    body.set(PROOF, proof);
    return body;
  }
  return { ...body, [PROOF]: proof };
}

function outcomeOf(answer: OutboundResponse): GraphOutcome {
  const body = parsed(answer.body);
  const error = graphErrorOf(body);
  if (error) {
    const userMessage = textAt(error, 'error_user_msg');
    return {
      kind: 'refused',
      class: classOf(error),
      reach: reachOf(error),
      isOptOut: isOptOut(error),
      error: messageErrorOf(error),
      ...(userMessage !== null && { userMessage }),
    };
  }
  return answer.status === 200 && body !== null && typeof body === 'object'
    ? { kind: 'answered', body: body as Record<string, unknown> }
    : { kind: 'lost', problem: `the provider returned ${answer.status} without an error code` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
