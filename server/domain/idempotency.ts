import { IDEMPOTENCY_HOURS } from '@wigwag/openapi';
import { hashOf } from '../secrets.ts';
import type { Tx } from '../store/index.ts';
import { MICROSECONDS } from '../time.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';

/** The request that must not happen twice. */
export interface OnceRequest {
  caller: Caller;
  /** Method and path. */
  operation: string;
  /** The caller's Idempotency-Key; without one the request is simply run. */
  key: string | undefined;
  body: unknown;
  requestId: string;
  /** Microseconds since the epoch. */
  now: number;
}

/** What `run` gave, now or the first time. */
export interface Once<T> {
  data: T;
  /** The request id of the first response, when this is a replay of it. */
  replayOf?: string;
}

/** JSON with sorted keys: two bodies that mean the same are the same request. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    node !== null && typeof node === 'object' && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([left], [right]) => (left < right ? -1 : 1)))
      : node,
  );
}

const keyOf = ({ caller, operation }: OnceRequest, key: string) => ({
  accountId: caller.account.id,
  scope: `${caller.key.id} ${operation}`,
  key,
});

/** Whether the first request of this key is known, so that `once` will not run this one. */
export const isRepeat = async (tx: Tx, request: OnceRequest): Promise<boolean> =>
  request.key !== undefined && tx.idempotency.has(keyOf(request, request.key), request.now);

/**
 * Runs a send once per key and gives its first result again for 24 h (§4.2, §8). The reservation stands in the send's own
 * transaction: a send that fails leaves nothing behind, and of two equal requests at once the second waits for the first.
 *
 * @throws {ApiError} IDEMPOTENCY_CONFLICT when the key stands for another body
 */
export async function once<T>(tx: Tx, request: OnceRequest, run: () => Promise<T>): Promise<Once<T>> {
  if (request.key === undefined) {
    return { data: await run() };
  }
  const key = keyOf(request, request.key);
  const hash = hashOf(canonical(request.body));
  const expiresAt = request.now + IDEMPOTENCY_HOURS * MICROSECONDS.hour;
  if (await tx.idempotency.reserve(key, hash, request.requestId, request.now, expiresAt)) {
    const data = await run();
    await tx.idempotency.keep(key, 202, data);
    return { data };
  }
  const first = await tx.idempotency.find(key);
  if (!first || first.requestHash !== hash) {
    throw new ApiError('IDEMPOTENCY_CONFLICT', { hours: IDEMPOTENCY_HOURS }, { param: 'Idempotency-Key' });
  }
  return { data: first.data as T, replayOf: first.requestId };
}
