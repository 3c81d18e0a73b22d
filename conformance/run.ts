import { Api } from './api.ts';
import { CLAUSES } from './clauses.ts';
import { createContext, type SuiteSession } from './context.ts';
import { Control } from './control.ts';
import { CASES, type Case } from './declare-case.ts';
import { Hooks } from './receiver.ts';
import { type CaseResult, type Report, totalsOf } from './report/report.ts';
import { CaseRun, type RunProgress } from './run/case-run.ts';
import { findWebhookFault } from './run/find-webhook-fault.ts';
import { judgeCase } from './run/judge-case.ts';
import { judgeClause, resultsByClause, resultsOf } from './run/judge-clause.ts';
import { ObserverFindings, WATCHED } from './run/observer-findings.ts';
import { shuffled } from './run/order.ts';
import { latencyOf, movesClock, requireTarget } from './run/require-target.ts';
import { ClockTurn, SharedClock } from './run/shared-clock.ts';
import { Slots } from './run/slots.ts';
import { Secrets } from './secrets.ts';
import type { Target } from './target.ts';
import { TargetError } from './verdict.ts';

export interface RunOptions {
  /** Prefixes of clause IDs to test. @default all */
  only?: readonly string[];
  /** Leaves out cases of these clauses, for tests that need one of them. @default none */
  isNeeded?: (one: Case) => boolean;
  /** Determines the order of the cases. */
  seed?: number;
  /** Stop at the first failure. */
  bail?: boolean;
  /**
   * How many cases run concurrently.
   *
   * @default 6, or 24 if the target needs more than 50 ms for a response and offers separate accounts
   */
  concurrency?: number;
  /** How long a response may take. A case with a slower response has the verdict `error`. @default 60,000 ms */
  responseMilliseconds?: number;
  /** For how long to repeat the cases with generated values, each time with another seed. They then run alone. */
  exploreMilliseconds?: number;
  /** Whether to delete the accounts of the run, for a target that continues to run. */
  deleteAccounts?: boolean;
  /** Ends the run when aborted. The report then contains the results so far. */
  signal?: AbortSignal;
  onProgress?: (progress: RunProgress) => void;
}

/** Longer than any request takes on a busy machine. */
const RESPONSE_MILLISECONDS = 60_000;
const CONCURRENCY = 6;
/** The concurrency for a target with a latency above `FAR_MILLISECONDS`: most of these cases only wait. */
const FAR_CONCURRENCY = 24;
const FAR_MILLISECONDS = 50;
/**
 * How long one case may take, in real time. A busy machine, a rate limit or other cases that advance the clock can hold
 * it up for minutes.
 */
const CASE_MILLISECONDS = 600_000;

/** Returns whether a clause matches `4.2`, its parent `4`, the prefix `4.2/send`, or a whole ID. */
export function isMeant(id: string, only: readonly string[]): boolean {
  return (
    only.length === 0 ||
    only.some(
      (one) =>
        id === one || id.startsWith(`${one}/`) || (one.includes('/') ? id.startsWith(one) : id.startsWith(`${one}.`)),
    )
  );
}

/** @throws {TargetError} if one of them matches no clause */
export function requireKnown(only: readonly string[], clauses: ReadonlyMap<string, unknown> = CLAUSES): void {
  const unknown = only.find((one) => ![...clauses.keys()].some((id) => isMeant(id, [one])));
  if (unknown !== undefined) {
    throw new TargetError(`no clause is called ${unknown} or starts with it; run with --list to see all clauses`);
  }
}

/** Cases with every kind of event. */
const EVENTS = [
  '6/status-post-',
  '6/status-repeated',
  '6/received-text',
  '6/received-media-url',
  '6/received-button',
  '3.3/event-',
];
/** Cases with every kind of response: successes with and without times, a list of errors, and the errors of a key. */
const RESPONSES = [
  ...[
    '2.2/id-sent',
    '2.7/last-inbound-at-never',
    '2.7/closes-at',
    '2.9/phone-required',
    '2.9/name',
    '2.9/types-update',
  ],
  ...['4.2/get-404', '5.6/missing', '5.6/revoked', '5.6/module-flows'],
];

/** Returns name prefixes of the cases whose exchanges the observers of a clause need, if only a few clauses are run. */
function witnesses(id: string): readonly string[] {
  if (id.includes('/body-')) {
    return [`${id.split('/')[0]}/`];
  }
  return id.startsWith('6/') ? EVENTS : RESPONSES;
}

/** Returns why a run cannot continue. @throws any error that is not the target's fault */
function reasonOf(error: unknown): string {
  if (error instanceof TargetError) {
    return error.message;
  }
  throw error;
}

/** Resolves when the signal aborts. */
function interrupted(signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve) => {
    const end = () => resolve('interrupted');
    signal?.addEventListener('abort', end);
    if (signal?.aborted) {
      end();
    }
  });
}

async function concurrencyFor(api: Api, control: Control | undefined): Promise<number> {
  return control !== undefined && (await latencyOf(api)) > FAR_MILLISECONDS ? FAR_CONCURRENCY : CONCURRENCY;
}

/**
 * Tests a target and returns a verdict for each clause.
 *
 * If the target stops responding, the run ends and the report is marked as incomplete.
 *
 * @throws {TargetError} if the target cannot be tested: no response, no JSON, or a refused key
 */
export async function run(target: Target, options: RunOptions = {}): Promise<Report> {
  const { only = [], seed = 1, bail = false, signal, onProgress, exploreMilliseconds = 0 } = options;
  const startedAt = new Date();
  requireKnown(only);
  const unheard = target.expected_failures?.find((id) => !CLAUSES.has(id));
  if (unheard !== undefined) {
    throw new TargetError(`expected_failures: no clause is called ${unheard}; run with --list to see all clauses`);
  }
  const secrets = new Secrets();
  secrets.add(...Object.values(target.keys ?? {}), target.webhook?.secret);
  const observed = new ObserverFindings();
  const hooks = new Hooks((delivery) => observed.delivery(delivery));
  await hooks.start(target.webhook?.listen);
  try {
    const control = target.control_url === undefined ? undefined : new Control(target.control_url, secrets);
    hooks.onHeld = async (attempt) => control?.hold(attempt);
    const api = new Api(target.base_url, (answer) => observed.answer(answer), control === undefined);
    let webhookFault: string | undefined;
    const look = async (): Promise<void> => {
      await requireTarget(target, api, control);
      webhookFault = control ? undefined : await findWebhookFault(target, api, hooks);
    };
    await Promise.race([look(), interrupted(signal)]);
    if (signal?.aborted) {
      throw new TargetError('interrupted before the target responded');
    }
    api.timeoutMilliseconds = options.responseMilliseconds ?? RESPONSE_MILLISECONDS;
    const concurrency = options.concurrency ?? (await concurrencyFor(api, control));
    let last = control ? 0 : Date.now() % 1e7;
    const session: SuiteSession = {
      target,
      api,
      control,
      movesClock: await movesClock(control),
      hooks,
      webhookFault,
      next: () => ++last,
      seed,
      explores: exploreMilliseconds > 0,
      sharedAccount: undefined,
      shared: new Map(),
    };

    const watched = only.length === 0 ? [] : [...WATCHED].filter((id) => isMeant(id, only)).flatMap(witnesses);
    const needed = CASES.filter(
      (one) =>
        (exploreMilliseconds === 0 || one.isGenerated) &&
        (options.isNeeded?.(one) ?? true) &&
        (one.clauses.some((id) => isMeant(id, only)) ||
          (one.phase === 'any' && watched.some((section) => one.name.startsWith(section)))),
    );
    const cases = shuffled(needed, seed);
    // Only cases with separate accounts can share a clock.
    const clock = control && session.movesClock ? new SharedClock(control, concurrency) : undefined;
    const sharesClock = ({ phase }: Case) => phase === 'timed' || phase === 'stalling';
    const judge = async (one: Case): Promise<CaseResult> => {
      if (!clock || !sharesClock(one)) {
        return judgeCase(one, () => createContext(session, one.sharesAccount), CASE_MILLISECONDS);
      }
      const turn = new ClockTurn(clock);
      try {
        return await judgeCase(one, () => createContext({ ...session, turn }), CASE_MILLISECONDS);
      } finally {
        await turn.end();
      }
    };
    const caseRun = new CaseRun<Case>(judge, { total: cases.length, bail, onProgress });
    const { results } = caseRun;
    const runAll = async (): Promise<void> => {
      const ofPhase = (phase: Case['phase']) => cases.filter((one) => one.phase === phase);
      await caseRun.run(ofPhase('any'), new Slots(concurrency));
      await caseRun.run(ofPhase('timed'), clock?.slots ?? new Slots(1));
      await caseRun.run(ofPhase('stalling'), clock?.slots ?? new Slots(1));
      await caseRun.run(ofPhase('serial'), new Slots(1));
    };
    const explore = async (): Promise<void> => {
      const end = Date.now() + exploreMilliseconds;
      for (; ; session.seed++) {
        session.shared.clear();
        await runAll();
        if (Date.now() >= end || caseRun.failed > 0 || signal?.aborted) {
          return;
        }
      }
    };
    const incomplete = await Promise.race([
      (exploreMilliseconds > 0 ? explore() : runAll()).catch(reasonOf),
      interrupted(signal),
    ]);
    const unfinished = incomplete ? 'needs a run that completes' : 'needs a run without --bail';
    caseRun.stop();
    for (const one of cases.filter((one) => !results.has(one))) {
      results.set(one, { name: one.name, verdict: 'untestable', duration_ms: 0, reason: unfinished });
    }

    const byClause = resultsByClause(results);
    const clauses = [...CLAUSES.values()]
      .filter(({ id }) => isMeant(id, only))
      .map((clause) =>
        judgeClause(
          clause,
          resultsOf(clause.id, byClause, observed),
          target.expected_failures,
          control ? undefined : 'needs the control protocol',
        ),
      );
    const endedAt = new Date();
    if (options.deleteAccounts) {
      await control?.deleteCreated();
    }
    return secrets.hidden<Report>({
      suite: 'wigwag-conformance',
      version: 1,
      target: { base_url: target.base_url, control: control !== undefined, moves_clock: session.movesClock },
      started_at: startedAt.toISOString(),
      duration_ms: endedAt.getTime() - startedAt.getTime(),
      ...(incomplete && { incomplete }),
      // The seed of the last round, which repeats a failure.
      seed: session.seed,
      only: [...only],
      totals: totalsOf(clauses),
      clauses,
    });
  } catch (error) {
    throw error instanceof TargetError ? new TargetError(secrets.hidden(error.message)) : error;
  } finally {
    await hooks.stop();
  }
}
