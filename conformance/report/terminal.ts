import { REPORTED_SECTIONS, sourceOf } from '../clauses.ts';
import { printable } from './markup.ts';
import type { ClauseResult, Report, ShownStep } from './report.ts';

const WIDTH = 400;
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}...` : text;
};

const NAMES = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  untestable: 'untestable',
  error: 'error',
  known: 'known',
  unobservable: 'unobservable',
} as const;

/** Returns the counts that are not zero, such as `12 pass, 1 fail`. */
export function countsOf(totals: Report['totals']): string {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${totals[verdict]} ${NAMES[verdict]}`)
    .join(', ');
}

/** Returns the terminal report: the sections, then each clause that does not pass, then the totals. */
export function terminalReport(report: Report): string {
  const lines: string[] = [];
  const width = Math.max(5, ...report.clauses.map(({ section }) => section.length));
  for (const { section, title } of REPORTED_SECTIONS) {
    const clauses = report.clauses.filter((clause) => clause.section === section);
    if (clauses.length > 0) {
      const of = (verdict: ClauseResult['verdict']) => clauses.filter((clause) => clause.verdict === verdict).length;
      const judged = clauses.length - of('unobservable');
      const rest = (['fail', 'error', 'warn', 'known', 'untestable'] as const)
        .filter((verdict) => of(verdict) > 0)
        .map((verdict) => `${of(verdict)} ${NAMES[verdict]}`)
        .join(', ');
      lines.push(
        `${section.padEnd(width)} ${title.padEnd(36)} ${String(of('pass')).padStart(4)} of ${judged}${rest && `  ${rest}`}`,
      );
    }
  }
  for (const verdict of ['error', 'known', 'warn', 'fail'] as const) {
    for (const clause of report.clauses.filter((one) => one.verdict === verdict)) {
      lines.push('', ...clauseLines(clause, report));
    }
  }
  const passing = report.clauses.filter(({ unexpected_pass }) => unexpected_pass).map(({ id }) => id);
  if (passing.length > 0) {
    lines.push('', `Listed in expected_failures, but passing: ${passing.join(', ')}`);
  }
  const reasons = Map.groupBy(
    report.clauses.filter((one) => one.verdict === 'untestable'),
    ({ reason }) => reason ?? '',
  );
  if (reasons.size > 0) {
    lines.push('', 'Untestable with this target:');
    for (const [reason, clauses] of reasons) {
      lines.push(`  ${String(clauses.length).padStart(4)}  ${reason}`);
    }
  }
  lines.push(
    '',
    `${report.target.base_url}: ${countsOf(report.totals)}; seed ${report.seed}, ${(report.duration_ms / 1000).toFixed(1)} s`,
  );
  if (report.incomplete !== undefined) {
    lines.push(`INCOMPLETE: ${report.incomplete}`);
  }
  return `${lines.map(printable).join('\n')}\n`;
}

/** Returns one line for a step, such as `POST /messages -> 202`. */
function stepLine({ kind, request, status, outcome }: ShownStep): string {
  const path = request.url.replace(/^https?:\/\/[^/]+/, '');
  const name = kind === 'webhook' ? `webhook ${request.headers['x-service-event'] ?? ''}` : `${request.method} ${path}`;
  return `${kind === 'control' ? 'control ' : ''}${name} -> ${outcome ?? status}${request.body === undefined ? '' : ` ${request.body.slice(0, 120)}`}`;
}

/** At most this many steps are printed. The other reports have all of them. */
const STEPS = 12;

function clauseLines(
  { id, section, verdict, text, spec, why, cases }: ClauseResult,
  { seed }: Pick<Report, 'seed'>,
): string[] {
  const lines = [`${verdict.toUpperCase()} ${id}: ${text}`, `  ${shown(sourceOf({ section, spec }))}`];
  if (why !== undefined) {
    lines.push(`  should, not must: ${why}`);
  }
  for (const { name, failure } of cases) {
    if (failure) {
      lines.push(`  ${name}: ${failure.message}`);
      // The message of a condition says already what was expected.
      if (failure.expected !== undefined && !failure.message.endsWith(shown(failure.expected))) {
        lines.push(`    expected ${shown(failure.expected)}`);
      }
      if (failure.got !== undefined) {
        lines.push(`    got      ${shown(failure.got)}`);
      }
      if (failure.exchange) {
        lines.push(`    again    ${shown(failure.exchange.curl)}`);
      }
      const steps = failure.steps ?? [];
      if (steps.length > 0) {
        const skipped = Math.max(0, steps.length - STEPS);
        lines.push(`    steps${skipped > 0 ? ` (the last ${STEPS} of ${steps.length})` : ''}`);
        lines.push(...steps.slice(skipped).map((step, at) => `      ${skipped + at + 1}. ${stepLine(step)}`));
      }
    }
  }
  lines.push(`  repeat: wigwag conformance --clause ${id} --seed ${seed}`);
  return lines;
}
