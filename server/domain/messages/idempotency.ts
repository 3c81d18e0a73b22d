import { IDEMPOTENCY_HOURS } from '@wigwag/openapi';
import { hashOf } from '../../base/secrets.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import { idempotencyKeyString, type Reservation } from '../../store/messages/idempotency.ts';
import type { Decision } from '../../store/rules.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';

/** A request that must not run twice. */
export interface IdempotentRequest {
  caller: Caller;
  /** Method and path. */
  operation: string;
  /** The caller's idempotency key. */
  key: string | undefined;
  /** The name of the field with the key. @default 'Idempotency-Key' */
  keyField?: string;
  /**
   * How long an identical request without a key counts as a repeat, in seconds. @default 0: each one is a separate
   * request
   */
  repeatSeconds?: number;
  /** Everything that must be equal for two requests to be identical. */
  body: unknown;
  requestId: string;
  /** The current time, in microseconds since the epoch. */
  now: number;
}

/** The result of `run`, from this or the first call. */
export interface IdempotentResult<T> {
  data: T;
  /** The request ID of the first response, if this is a replay of it. */
  replayOf?: string;
}

/** Returns JSON with sorted keys, so that bodies with the same meaning become the same text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    node !== null && typeof node === 'object' && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([left], [right]) => (left < right ? -1 : 1)))
      : node,
  );
}

/** Returns whether a repeat of this request is recognized and gets the first result. */
export const isIdempotent = ({ key, repeatSeconds = 0 }: Pick<IdempotentRequest, 'key' | 'repeatSeconds'>): boolean =>
  key !== undefined || repeatSeconds > 0;

/** Where the first response to a request is stored: under which key and until when. */
type ReservationKey = Pick<Reservation, 'key' | 'requestHash' | 'expiresAt'>;

/** The stored responses of requests that must not run twice, by `idempotencyKeyString`. */
export interface Reserved {
  reserved: Map<string, Reservation>;
}

/** Returns where the response is stored; undefined for a request without protection against repeats. */
function reservationKeyOf(request: IdempotentRequest): ReservationKey | undefined {
  if (!isIdempotent(request)) {
    return undefined;
  }
  const { caller, operation, key, repeatSeconds = 0, body, now } = request;
  const requestHash = hashOf(canonical(body));
  const accountId = caller.account.id;
  const scope = `${caller.key.id} ${operation}`;
  return key !== undefined
    ? { key: { accountId, scope, key }, requestHash, expiresAt: now + IDEMPOTENCY_HOURS * MICROSECONDS.hour }
    : {
        // A separate scope, so that no caller's key can equal the hash of a request.
        key: { accountId, scope: `${scope} repeated`, key: requestHash },
        requestHash,
        expiresAt: now + repeatSeconds * MICROSECONDS.second,
      };
}

/** Returns whether the response to an identical request is stored, so that `decideIdempotent` will not run this one. */
export async function isRepeat(tx: Tx, request: IdempotentRequest): Promise<boolean> {
  const reservation = reservationKeyOf(request);
  return reservation !== undefined && tx.idempotency.has(reservation.key, request.now);
}

/** Loads the stored responses to identical requests. */
export async function loadReservations(tx: Tx, requests: readonly IdempotentRequest[]): Promise<Reserved> {
  const keys = requests.flatMap((request) => reservationKeyOf(request)?.key ?? []);
  const found = await tx.idempotency.list(keys);
  return { reserved: new Map(found.map((reservation) => [idempotencyKeyString(reservation.key), reservation])) };
}

/**
 * Decides a send once and returns its first result to repeats. A repeat has the same key within 24 h, or it is an
 * identical request without a key within `repeatSeconds` (§4.2, §8). The reservation is part of the send's own
 * transaction. A failed send therefore leaves nothing behind, and the second of two concurrent identical requests waits
 * for the first.
 *
 * @throws {ApiError} IDEMPOTENCY_CONFLICT if the key was used with a different body
 */
export function decideIdempotent<T>(
  { reserved }: Reserved,
  request: IdempotentRequest | undefined,
  decide: () => Decision<Effects, T>,
): Decision<Effects, IdempotentResult<T>> {
  const wanted = request && reservationKeyOf(request);
  if (!wanted) {
    const { effects, result } = decide();
    return { effects, result: { data: result } };
  }
  const { now, requestId, keyField = 'Idempotency-Key' } = request;
  const name = idempotencyKeyString(wanted.key);
  const first = reserved.get(name);
  if (!first || first.expiresAt < now) {
    const { effects, result: data } = decide();
    const reservation = { ...wanted, requestId, status: 202, data };
    reserved.set(name, reservation);
    return { effects: mergeEffects(effects, { reservations: [{ ...reservation, now }] }), result: { data } };
  }
  if (first.requestHash !== wanted.requestHash) {
    throw new ApiError('IDEMPOTENCY_CONFLICT', { hours: IDEMPOTENCY_HOURS }, { param: keyField });
  }
  return { effects: {}, result: { data: first.data as T, replayOf: first.requestId } };
}
