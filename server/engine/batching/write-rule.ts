/** Work that one transaction does for many callers at once. */
export interface WriteRule<Tx, Request, Facts, Effects, Result> {
  /** Whether only one of its transactions runs at a time, in each process. @default false */
  isSerial?: boolean;
  /** Whether each request has a separate transaction, so that it locks rows in its own order. @default false */
  isAlone?: boolean;
  /**
   * False for work that a power failure may lose, such as a lease: the commit skips the fsync. @default true
   */
  isDurable?: boolean;
  /** Reads what the decisions depend on, for all requests together. Locks the rows that `apply` changes. */
  load(tx: Tx, requests: readonly Request[]): Promise<Facts>;
  /**
   * Decides one request, without I/O, because it runs again if the transaction fails. Updates the facts, so that the
   * next request sees its effects.
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

/** Runs requests as one batch in the caller's transaction. @throws if one of them is refused */
export async function runInTransaction<Tx, Request, Facts, Effects, Result>(
  tx: Tx,
  rule: WriteRule<Tx, Request, Facts, Effects, Result>,
  requests: readonly Request[],
): Promise<Result[]> {
  const facts = await rule.load(tx, requests);
  const decisions = requests.map((request) => rule.decide(facts, request));
  await rule.apply(
    tx,
    decisions.map(({ effects }) => effects),
  );
  return decisions.map(({ result }) => result);
}

/** Runs a batch of one request in the caller's transaction. @throws if it is refused */
export async function runOne<Tx, Request, Facts, Effects, Result>(
  tx: Tx,
  rule: WriteRule<Tx, Request, Facts, Effects, Result>,
  request: Request,
): Promise<Result> {
  const [result] = await runInTransaction(tx, rule, [request]);
  return result as Result;
}
