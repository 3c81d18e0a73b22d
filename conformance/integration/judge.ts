import { INTEGRATION } from '../clauses.ts';
import { noResponse } from '../no-response.ts';
import { type Report, totalsOf } from '../report/report.ts';
import { CaseRun } from '../run/case-run.ts';
import { judgeCase } from '../run/judge-case.ts';
import { judgeClause } from '../run/judge-clause.ts';
import { shuffled } from '../run/order.ts';
import { Slots } from '../run/slots.ts';
import { isMeant, type RunOptions, requireKnown } from '../run.ts';
import { Secrets } from '../secrets.ts';
import { TargetError } from '../verdict.ts';
import { INTEGRATION_CASES } from './cases.ts';
import {
  type IntegrationCase,
  IntegrationContext,
  type IntegrationSession,
  type MockAccess,
  PHASES,
} from './context.ts';
import { GraphProxy } from './graph.ts';
import type { IntegrationTarget } from './target.ts';

const CONCURRENCY = 8;
const CASE_MILLISECONDS = 120_000;
const TIMEOUT_SECONDS = 20;

/**
 * Tests an app that speaks to Meta's Graph API. The mock plays Meta; the suite plays customers, and sees what the app
 * requests.
 *
 * @param mock a mock provider whose callback URL is the app's
 * @throws {TargetError} if the app does not respond
 */
export async function judgeIntegration(
  target: IntegrationTarget,
  mock: MockAccess,
  { only = [], seed = 1, bail = false, concurrency = CONCURRENCY, signal, onProgress }: RunOptions = {},
): Promise<Report> {
  requireKnown([...only, ...(target.expected_failures ?? [])], INTEGRATION.clauses);
  const startedAt = new Date();
  const graph = new GraphProxy(mock.url);
  await graph.start(target.graph);
  let last = 0;
  const session: IntegrationSession = {
    target,
    mock,
    graph,
    next: () => ++last,
    answers: new Map(),
    durations: [],
    slowestAnswer: 0,
  };
  const secrets = new Secrets();
  secrets.add(mock.app_secret, mock.verify_token);
  try {
    await requireApp(target.callback_url);
    const cases = shuffled(
      INTEGRATION_CASES.filter(({ clauses }) => clauses.some((id) => isMeant(id, only))),
      seed,
    );
    const caseRun = new CaseRun<IntegrationCase>(
      (one) => judgeCase(one, () => new IntegrationContext(session), CASE_MILLISECONDS),
      { total: cases.length, bail, onProgress },
    );
    const stop = () => caseRun.stop();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) {
      stop();
    }
    for (const phase of PHASES) {
      const ofPhase = cases.filter((one) => one.phase === phase);
      await caseRun.run(ofPhase, new Slots(phase === 'alone' ? 1 : concurrency));
    }
    signal?.removeEventListener('abort', stop);
    const clauses = [...INTEGRATION.clauses.values()]
      .filter(({ id }) => isMeant(id, only))
      .map((clause) => {
        const own = [...caseRun.results].filter(([one]) => one.clauses.includes(clause.id)).map(([, result]) => result);
        return judgeClause(clause, own, target.expected_failures);
      });
    return secrets.hidden<Report>({
      suite: 'wigwag-conformance',
      version: 1,
      target: { base_url: target.callback_url, control: false, moves_clock: false },
      started_at: startedAt.toISOString(),
      duration_ms: Date.now() - startedAt.getTime(),
      ...(signal?.aborted && { incomplete: 'interrupted' }),
      seed,
      only: [...only],
      totals: totalsOf(clauses),
      clauses,
    });
  } finally {
    await graph.stop();
  }
}

/** @throws {TargetError} if nothing responds at the callback URL */
async function requireApp(url: string): Promise<void> {
  try {
    await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000) });
  } catch (error) {
    throw new TargetError(
      `the app at ${url} does not respond: ${noResponse(error, TIMEOUT_SECONDS)}. Start it, or correct callback_url.`,
    );
  }
}
