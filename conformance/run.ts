import type { Answer } from './answer.ts';
import { Api } from './api.ts';
import { CASES, type Case } from './clause.ts';
import { CLAUSES, type Clause } from './clauses.ts';
import { Context, type Session } from './context.ts';
import { Control, ControlFault } from './control.ts';
import { ANSWER_OBSERVERS, DELIVERY_OBSERVERS, observeBody } from './observers.ts';
import { type Delivery, Hooks } from './receiver.ts';
import { type CaseResult, type ClauseResult, exchangeOf, type Report, totalsOf } from './report/report.ts';
import type { Target } from './target.ts';
import { Failure, TargetError, Untestable, type Verdict } from './verdict.ts';

export interface RunOptions {
  /** Clauses whose id begins so; all when empty. */
  only?: readonly string[];
  /** Decides the order of the cases. */
  seed?: number;
  /** Stop at the first failure. */
  bail?: boolean;
  /** How many cases run beside each other. */
  concurrency?: number;
  onProgress?: (progress: { done: number; total: number; failed: number; last: string }) => void;
}

/** How long one case may take, in real time. */
const CASE_MILLISECONDS = 60_000;
const CONCURRENCY = 6;

/** Whether a clause is meant by `4.2`, `4.2/send` or a whole id. */
export function isMeant(id: string, only: readonly string[]): boolean {
  return (
    only.length === 0 ||
    only.some((one) => id === one || id.startsWith(`${one}/`) || (one.includes('/') && id.startsWith(one)))
  );
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  return list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

interface Watched {
  seen: number;
  failures: CaseResult['failure'][];
}

/** What the observers saw, by clause. */
class Watch {
  readonly byClause = new Map<string, Watched>();

  #note(clause: string, faults: string[], answer?: Answer, got?: unknown): void {
    const watched = this.byClause.get(clause) ?? { seen: 0, failures: [] };
    this.byClause.set(clause, watched);
    watched.seen++;
    const [first] = faults;
    if (first !== undefined && watched.failures.length < 3) {
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
      const where = answer ? `${answer.what}: ` : '';
      watched.failures.push({
        message: `${where}${first}${more}`,
        ...(got !== undefined && { got }),
        ...(answer && { exchange: exchangeOf(answer) }),
      });
    }
  }

  answer(answer: Answer): void {
    for (const { clause, faults } of ANSWER_OBSERVERS) {
      const found = faults(answer);
      if (found) {
        this.#note(clause, found, answer);
      }
    }
    const body = observeBody(answer);
    if (body) {
      this.#note(body.clause, body.faults, answer);
    }
  }

  delivery(delivery: Delivery): void {
    for (const { clause, faults } of DELIVERY_OBSERVERS) {
      const found = faults(delivery);
      if (found) {
        this.#note(clause, found, undefined, {
          headers: delivery.headers,
          body: delivery.raw.toString('utf8').slice(0, 2000),
        });
      }
    }
  }
}

/** Clauses that are watched in every exchange instead of having cases of their own. */
export const WATCHED: ReadonlySet<string> = new Set([
  ...[...ANSWER_OBSERVERS, ...DELIVERY_OBSERVERS].map(({ clause }) => clause),
  ...[...CLAUSES.keys()].filter((id) => /\/body-/.test(id)),
]);

/** Beginnings of names of cases that show what is watched in every exchange, when little is asked for. */
function witnesses(id: string): string[] {
  if (id.includes('/body-')) {
    return [`${id.split('/')[0]}/`];
  }
  return id.startsWith('6/') ? ['6/status-', '6/received-', '3.3/event-'] : ['2.7/', '2.9/', '5.6/'];
}

/**
 * Judges a target, clause by clause.
 *
 * @throws {TargetError} when there is nothing to judge: no answer, no JSON, a key that is refused
 */
export async function run(target: Target, options: RunOptions = {}): Promise<Report> {
  const { only = [], seed = 1, bail = false, concurrency = CONCURRENCY, onProgress } = options;
  const startedAt = new Date();
  const unknown = only.find((one) => ![...CLAUSES.keys()].some((id) => isMeant(id, [one])));
  if (unknown !== undefined) {
    throw new TargetError(`no clause is called ${unknown}, and none begins so; --list shows them`);
  }
  const watch = new Watch();
  const hooks = new Hooks((delivery) => watch.delivery(delivery));
  await hooks.start(target.webhook?.listen);
  try {
    const api = new Api(target.base_url, (answer) => watch.answer(answer));
    const control = target.control_url === undefined ? undefined : new Control(target.control_url);
    await requireTarget(target, api, control);
    let last = control ? 0 : Date.now() % 1e7;
    const session: Session = {
      target,
      api,
      control,
      movesClock: await movesClock(control),
      hooks,
      next: () => ++last,
      shared: new Map(),
    };

    const watched = only.length === 0 ? [] : [...WATCHED].filter((id) => isMeant(id, only)).flatMap(witnesses);
    const needed = CASES.filter(
      (one) =>
        one.clauses.some((id) => isMeant(id, only)) ||
        (!one.alone && watched.some((section) => one.name.startsWith(section))),
    );
    const cases = shuffled(needed, seed);
    const results = new Map<Case, CaseResult>();
    let failed = 0;
    let stopped = false;
    const runCase = async (one: Case): Promise<void> => {
      if (stopped) {
        return;
      }
      const result = await judge(one, session);
      results.set(one, result);
      failed += result.verdict === 'fail' || result.verdict === 'error' ? 1 : 0;
      stopped ||= bail && failed > 0;
      onProgress?.({ done: results.size, total: cases.length, failed, last: one.name });
    };
    const queue = cases.filter(({ alone }) => !alone);
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let one = queue.shift(); one; one = queue.shift()) {
          await runCase(one);
        }
      }),
    );
    for (const one of cases.filter(({ alone }) => alone)) {
      await runCase(one);
    }

    const clauses = [...CLAUSES.values()]
      .filter(({ id }) => isMeant(id, only))
      .map((clause) => clauseResult(clause, results, watch, target, control !== undefined));
    const endedAt = new Date();
    return {
      suite: 'wigwag-conformance',
      version: 1,
      target: { base_url: target.base_url, control: control !== undefined, moves_clock: session.movesClock },
      started_at: startedAt.toISOString(),
      duration_ms: endedAt.getTime() - startedAt.getTime(),
      seed,
      only: [...only],
      totals: totalsOf(clauses),
      clauses,
    };
  } finally {
    await hooks.stop();
  }
}

/** The least that a target must do to be judged at all. */
async function requireTarget(target: Target, api: Api, control: Control | undefined): Promise<void> {
  let answer: Answer;
  try {
    answer = await api.call('GET', '/me', { key: target.keys?.live ?? 'none' });
  } catch (error) {
    throw new TargetError(`${target.base_url} cannot be judged: ${(error as Error).message}`);
  }
  if (answer.body === undefined) {
    const type = answer.headers['content-type'] ?? 'no Content-Type';
    throw new TargetError(
      `${target.base_url}/me answered ${answer.status} with ${type} and no JSON; is base_url right, and does it end in /v1?`,
    );
  }
  const code = answer.body?.error?.code;
  if (!control && answer.status === 401) {
    throw new TargetError(`${target.base_url}/me refused keys.live: ${answer.status} ${code ?? ''}`);
  }
  if (control) {
    try {
      const { now } = await control.call('getClock');
      if (Number.isNaN(Date.parse(now))) {
        throw new ControlFault(`GET /clock answered now: ${now}`);
      }
    } catch (error) {
      throw new TargetError(
        `control_url ${target.control_url} does not serve the control protocol: ${(error as Error).message}`,
      );
    }
  }
}

async function movesClock(control: Control | undefined): Promise<boolean> {
  try {
    await control?.call('advanceClock', { seconds: 0 });
    return control !== undefined;
  } catch (error) {
    if (error instanceof ControlFault && error.status !== undefined) {
      return false;
    }
    throw error;
  }
}

async function judge(one: Case, session: Session): Promise<CaseResult> {
  const context = new Context(session);
  const begun = performance.now();
  const ended = (verdict: Verdict, more: Partial<CaseResult> = {}): CaseResult => ({
    name: one.name,
    verdict,
    duration_ms: Math.round(performance.now() - begun),
    ...more,
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Failure(`the case did not end within ${CASE_MILLISECONDS / 1000} s`)),
      CASE_MILLISECONDS,
    );
  });
  try {
    await Promise.race([one.run(context), late]);
    return ended('pass');
  } catch (error) {
    if (error instanceof TargetError) {
      throw error;
    }
    if (error instanceof Untestable) {
      return ended('untestable', { reason: error.message });
    }
    // Reading something that an answer does not have is the answer's fault; anything else unforeseen is the suite's.
    const isFailure = error instanceof Failure || (error instanceof TypeError && context.answers.length > 0);
    const answer = (error instanceof Failure && error.answer) || context.answers.at(-1);
    const { expected, got } = error as Failure;
    return ended(isFailure ? 'fail' : 'error', {
      failure: {
        message: error instanceof Error ? error.message : String(error),
        ...(expected !== undefined && { expected }),
        ...(got !== undefined && { got }),
        ...(answer && { exchange: exchangeOf(answer) }),
        ...(!(error instanceof Failure) && error instanceof Error && { stack: error.stack }),
      },
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The worst of its cases decides; a part that could not be tested is never hidden by one that passed. */
const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'warn', 'untestable', 'pass'];

function clauseResult(
  clause: Clause,
  results: ReadonlyMap<Case, CaseResult>,
  watch: Watch,
  target: Target,
  hasControl: boolean,
): ClauseResult {
  const { id, section, level, text, unobservable } = clause;
  const frame = { id, section, level, text };
  if (unobservable !== undefined) {
    return { ...frame, verdict: 'unobservable', reason: unobservable, cases: [] };
  }
  const cases = [...results].filter(([{ clauses }]) => clauses.includes(id)).map(([, result]) => result);
  if (WATCHED.has(id)) {
    cases.push(watchedResult(id, watch.byClause.get(id)));
  }
  const worst = WORST_FIRST.find((verdict) => cases.some((one) => one.verdict === verdict)) ?? 'untestable';
  const isExpected = target.expected_failures?.includes(id) ?? false;
  const verdict = worst === 'fail' ? (isExpected ? 'known' : level === 'should' ? 'warn' : 'fail') : worst;
  const reason =
    cases.find((one) => one.verdict === 'untestable')?.reason ??
    (cases.length === 0 ? 'no case of it was run' : undefined);
  return {
    ...frame,
    verdict,
    ...(verdict === 'untestable' && { reason: reason ?? (hasControl ? 'no case' : 'needs the control protocol') }),
    ...(isExpected && verdict === 'pass' && { unexpected_pass: true }),
    cases,
  };
}

function watchedResult(id: string, watched: Watched | undefined): CaseResult {
  const name = `${id} (every exchange)`;
  if (!watched) {
    return { name, verdict: 'untestable', duration_ms: 0, reason: 'nothing of the kind was exchanged' };
  }
  const [failure] = watched.failures;
  return failure ? { name, verdict: 'fail', duration_ms: 0, failure } : { name, verdict: 'pass', duration_ms: 0 };
}
