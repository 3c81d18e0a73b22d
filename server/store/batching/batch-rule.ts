import type { Tx } from '../queries.ts';

/** Work that many callers request at the same time and that one transaction does for all of them. */
export interface BatchRule<Request, Facts, Effects, Result> {
  /** Reads what the decisions depend on, for all requests together. Locks the rows that `apply` changes. */
  load(tx: Tx, requests: readonly Request[]): Promise<Facts>;
  /**
   * Decides one request, without I/O. Updates the facts, so that the next request sees its effects.
   *
   * @throws to refuse the request; the facts are then unchanged
   */
  decide(facts: Facts, request: Request): Decision<Effects, Result>;
  /** Writes the effects of all requests, with one statement for each table. */
  apply(tx: Tx, effects: readonly Effects[]): Promise<void>;
}

export interface Decision<Effects, Result> {
  effects: Effects;
  /** What the caller gets after the commit. */
  result: Result;
}

/** Runs a batch of one request in the caller's transaction. */
export async function runInTransaction<Request, Facts, Effects, Result>(
  tx: Tx,
  rule: BatchRule<Request, Facts, Effects, Result>,
  request: Request,
): Promise<Result> {
  const { effects, result } = rule.decide(await rule.load(tx, [request]), request);
  await rule.apply(tx, [effects]);
  return result;
}

/**
 * Thrown if another session has written a row since the facts were loaded. Nothing was written; the work has to run
 * again with new facts.
 */
export class StaleFacts extends Error {
  override name = 'StaleFacts';
}
