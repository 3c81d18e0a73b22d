import { isBusy } from '../drivers/error-codes.ts';
import { isOutcomeUnknown, isTransient } from '../drivers/postgres-connection.ts';
import { createBatchWindow } from './batch-window.ts';
import { StaleFacts } from './stale-facts.ts';
import { type Decision, runOne, type WriteRule } from './write-rule.ts';

/** Options of one request. */
export interface RetryPolicy {
  /**
   * Set it to false if the request must not run again when it may already have taken effect, because the response to
   * its commit was lost. The request then fails with that error. @default true
   */
  isRepeatable?: boolean;
}

/** Runs a request in one transaction with other requests of the same rule. */
export type RunBatched<Tx> = <Request, Facts, Effects, Result>(
  rule: WriteRule<Tx, Request, Facts, Effects, Result>,
  request: Request,
  retryPolicy?: RetryPolicy,
) => Promise<Result>;

type AnyRule<Tx> = WriteRule<Tx, unknown, unknown, unknown, unknown>;

interface QueuedRequest {
  request: unknown;
  isRepeatable: boolean;
  /** When the caller queued it, in milliseconds of the process clock. */
  since: number;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/** The requests of one rule. */
interface RuleQueue<Tx> {
  rule: AnyRule<Tx>;
  waiting: QueuedRequest[];
  window: ReturnType<typeof createBatchWindow>;
  /** Whether a transaction is about to begin; it will take the waiting requests. */
  isBeginning: boolean;
  running: number;
}

type DecisionOutcome = { decision: Decision<unknown, unknown> } | { refusal: unknown };

/** The maximum number of requests in a transaction: a statement accepts a limited number of values. */
const MAX_REQUESTS = 128;
/**
 * A request that the locks of other sessions delay for longer than this multiple of the lock timeout is refused. It
 * does not run in a separate transaction.
 */
const MAX_LOCK_WAITS = 2.25;

/**
 * Runs requests of one rule that arrive at the same time in one transaction: one `load`, one `decide` for each request,
 * one `apply`. The requests share the cost of the commit and of the round trips. Requests that arrive while a
 * transaction runs share the next one. Under low load, a request waits only for requests that have already arrived.
 *
 * A refusal affects only its request. If the transaction fails, each of its requests runs again in a batch of one, so
 * that a request that cannot succeed does not affect the others.
 *
 * @param transact runs a transaction once
 * @param transactOne runs a transaction for one request; `hasWaitedForLock` is true if the request has already waited
 * for a lock, perhaps another request's
 * @param options.atOnce the number of concurrent transactions, of each rule and of all rules that are durable or not
 * @param options.gather the longest time that a batch waits for more requests, in milliseconds (batch-window.ts)
 * @param options.lockMilliseconds how long a statement waits for a lock
 */
export function createBatches<Tx>(
  transact: <T>(run: (tx: Tx) => Promise<T>, isDurable: boolean) => Promise<T>,
  transactOne: <T>(run: (tx: Tx) => Promise<T>, isDurable: boolean, hasWaitedForLock: boolean) => Promise<T>,
  options: { atOnce: { perRule: number; total: number }; gather: number; lockMilliseconds: number },
): RunBatched<Tx> {
  const { atOnce, lockMilliseconds } = options;
  const queues = new Map<AnyRule<Tx>, RuleQueue<Tx>>();
  /** The transactions that run, by whether they are durable: those that skip the fsync do not wait for the others. */
  const running = new Map([
    [true, 0],
    [false, 0],
  ]);
  const count = (isDurable: boolean, change: 1 | -1) => running.set(isDurable, (running.get(isDurable) ?? 0) + change);

  /** How many requests run again now, and those that wait for one of them to end. */
  let rerunning = 0;
  const waitingToRerun: (() => void)[] = [];

  /** Runs few at once: a whole failed batch would use all connections of the pool. */
  async function runAgain<T>(rerun: () => Promise<T>): Promise<T> {
    if (rerunning < atOnce.total) {
      rerunning += 1;
    } else {
      await new Promise<void>((resolve) => void waitingToRerun.push(resolve));
    }
    try {
      return await rerun();
    } finally {
      const first = waitingToRerun.shift();
      if (first) {
        first();
      } else {
        rerunning -= 1;
      }
    }
  }

  async function runBatch(queue: RuleQueue<Tx>): Promise<void> {
    const batch: QueuedRequest[] = [];
    const { outcomes, error } = await attempt(queue, batch);
    for (const [index, waiting] of batch.entries()) {
      const { request, isRepeatable, since, resolve, reject } = waiting;
      const outcome = outcomes?.[index];
      const longest = performance.now() - MAX_LOCK_WAITS * lockMilliseconds;
      if (outcome && 'refusal' in outcome) {
        reject(outcome.refusal);
      } else if (outcome && error === undefined) {
        resolve(outcome.decision.result);
      } else if (
        (outcome && isOutcomeUnknown(error) && !isRepeatable) ||
        (isBusy(error) && since < longest) ||
        (batch.length === 1 && !mayRunAgain(error))
      ) {
        reject(error);
      } else {
        const { rule } = queue;
        const rerun = () => transactOne((tx) => runOne(tx, rule, request), isDurableOf(rule), isBusy(error));
        const settled = runAgain(rerun).then(resolve, reject);
        if (rule.isSerial) {
          await settled;
        }
      }
    }
  }

  /**
   * Moves the requests that are waiting when the transaction begins into `batch`. Returns their outcomes once
   * everything is written, and the error if the transaction failed.
   */
  async function attempt(
    queue: RuleQueue<Tx>,
    batch: QueuedRequest[],
  ): Promise<{ outcomes?: DecisionOutcome[] | undefined; error?: unknown }> {
    const { rule, waiting, window } = queue;
    let outcomes: DecisionOutcome[] | undefined;
    let isOver = false;
    try {
      await transact(async (tx) => {
        if (isOver) {
          throw new Error('the transaction ended before it began');
        }
        batch.push(...waiting.splice(0, rule.isAlone ? 1 : MAX_REQUESTS));
        window.onBatch(batch.length);
        queue.isBeginning = false;
        next();
        const facts = await rule.load(
          tx,
          batch.map(({ request }) => request),
        );
        const found = batch.map(({ request }) => outcomeOf(rule, facts, request));
        await rule.apply(
          tx,
          found.flatMap((outcome) => ('decision' in outcome ? [outcome.decision.effects] : [])),
        );
        outcomes = found;
      }, isDurableOf(rule));
      return { outcomes };
    } catch (error) {
      isOver = true;
      if (batch.length === 0) {
        queue.isBeginning = false;
        refuse(waiting, error);
      }
      return { outcomes, error };
    }
  }

  /**
   * Rejects the requests whose transaction could not begin. If another session holds a lock, requests stay in the queue
   * until they have waited for the lock timeout.
   */
  function refuse(waiting: QueuedRequest[], error: unknown): void {
    const latest = performance.now() - (isBusy(error) ? lockMilliseconds : 0);
    while (waiting[0] && waiting[0].since <= latest) {
      waiting.shift()?.reject(error);
    }
  }

  /** Begins transactions, for the requests that have waited longest first. */
  function next(): void {
    const ready: RuleQueue<Tx>[] = [];
    for (const queue of queues.values()) {
      const most = queue.rule.isSerial ? 1 : atOnce.perRule;
      if (queue.waiting.length > 0 && !queue.isBeginning && queue.running < most) {
        ready.push(queue);
      }
    }
    ready.sort((left, right) => (left.waiting[0]?.since ?? 0) - (right.waiting[0]?.since ?? 0));
    for (const queue of ready) {
      const isDurable = isDurableOf(queue.rule);
      if ((running.get(isDurable) ?? 0) >= atOnce.total) {
        continue;
      }
      count(isDurable, 1);
      queue.running += 1;
      queue.isBeginning = true;
      queue.window.whenEnough(queue.waiting.length, () => {
        void runBatch(queue).finally(() => {
          count(isDurable, -1);
          queue.running -= 1;
          next();
        });
      });
    }
  }

  function queueOf(rule: AnyRule<Tx>): RuleQueue<Tx> {
    const queue = queues.get(rule) ?? {
      rule,
      waiting: [],
      window: createBatchWindow(options.gather),
      isBeginning: false,
      running: 0,
    };
    queues.set(rule, queue);
    return queue;
  }

  return <Request, Facts, Effects, Result>(
    rule: WriteRule<Tx, Request, Facts, Effects, Result>,
    request: Request,
    { isRepeatable = true }: RetryPolicy = {},
  ) =>
    new Promise<Result>((resolve, reject) => {
      const queue = queueOf(rule as AnyRule<Tx>);
      const since = performance.now();
      queue.waiting.push({ request, isRepeatable, since, resolve: resolve as QueuedRequest['resolve'], reject });
      next();
      queue.window.onArrival(queue.waiting.length);
    });
}

const isDurableOf = ({ isDurable = true }: Pick<AnyRule<never>, 'isDurable'>): boolean => isDurable;

function outcomeOf<Tx>(rule: AnyRule<Tx>, facts: unknown, request: unknown): DecisionOutcome {
  try {
    return { decision: rule.decide(facts, request) };
  } catch (refusal) {
    return { refusal };
  }
}

/** Returns whether the same request may succeed if it runs again. */
const mayRunAgain = (error: unknown): boolean =>
  isTransient(error) || isBusy(error) || isOutcomeUnknown(error) || error instanceof StaleFacts;
