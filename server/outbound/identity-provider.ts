import type { Dispatcher } from 'undici';
import type { Clock } from '../engine/clock.ts';
import { call } from './request.ts';

/** How long the provider of identities may take, in seconds. */
const TIMEOUT_SECONDS = 10;
/** The longest response that is read. */
const MAX_BYTES = 1_048_576;

/** A request of the client library of OpenID Connect. */
export interface IdentityRequest {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Calls the provider of identities that the operator configured, through the operator's proxy. */
export async function callIdentityProvider(
  url: string,
  { method, headers, body }: IdentityRequest,
  dispatcher: Dispatcher,
  clock: Clock,
): Promise<Response> {
  const answer = await call({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers,
    ...(body !== undefined && body !== null && { body: String(body) }),
    dispatcher,
    clock,
    timeoutSeconds: TIMEOUT_SECONDS,
    maxBytes: MAX_BYTES,
  });
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.contentType } });
}
