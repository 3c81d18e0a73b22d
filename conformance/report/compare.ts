import { readFileSync } from 'node:fs';
import { CLAUSES } from '../clauses.ts';
import { TargetError } from '../verdict.ts';
import { page } from './html.ts';
import { escaped } from './markup.ts';
import type { Report } from './report.ts';

/** @throws {TargetError} when the file is no report of this suite */
export function readReport(path: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new TargetError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
  if (!isReport(report)) {
    throw new TargetError(`${path} is no report of wigwag conformance; --json FILE writes one`);
  }
  return report;
}

/** Whether it has what is read of it here. */
function isReport(value: unknown): value is Report {
  const { suite, clauses, target, totals } = (value ?? {}) as Partial<Report>;
  return (
    suite === 'wigwag-conformance' &&
    typeof target?.base_url === 'string' &&
    [totals?.pass, totals?.fail].every(Number.isInteger) &&
    Array.isArray(clauses) &&
    clauses.every((clause) => [clause?.id, clause?.text, clause?.verdict].every((one) => typeof one === 'string'))
  );
}

/** A clause whose verdict is another one than before. */
export interface Change {
  id: string;
  text: string;
  before: string;
  after: string;
  /** It held and does not hold any more. */
  worse: boolean;
}

const BAD = ['fail', 'error'];

/** What changed from one report to another, in the order of the specification. */
export function changes(before: Report, after: Report): Change[] {
  const [one, other] = [before, after].map(({ clauses }) => new Map(clauses.map((clause) => [clause.id, clause])));
  return [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])].flatMap((id) => {
    const [was, is] = [one?.get(id), other?.get(id)];
    const verdicts = { before: was?.verdict ?? 'absent', after: is?.verdict ?? 'absent' };
    const text = is?.text ?? was?.text ?? '';
    const worse = BAD.includes(verdicts.after) && !BAD.includes(verdicts.before);
    return verdicts.before === verdicts.after ? [] : [{ id, text, ...verdicts, worse }];
  });
}

/** One page over several reports: a row for each clause, a column for each target. */
export function matrix(reports: readonly { name: string; report: Report }[]): string {
  const ids = [...CLAUSES.keys()].filter((id) =>
    reports.some(({ report }) => report.clauses.some((clause) => clause.id === id)),
  );
  const verdicts = reports.map(({ report }) => new Map(report.clauses.map(({ id, verdict }) => [id, verdict])));
  const head = reports
    .map(
      ({ name, report }) =>
        `<th scope="col">${escaped(name)}${report.incomplete === undefined ? '' : ' (incomplete)'}<br><small>${escaped(report.target.base_url)}</small></th>`,
    )
    .join('');
  const rows = ids.map((id) => {
    const cells = verdicts
      .map((of) => `<td class="v ${of.get(id) ?? 'untestable'}">${of.get(id) ?? '-'}</td>`)
      .join('');
    return `<tr><th scope="row"><code>${escaped(id)}</code> ${escaped(CLAUSES.get(id)?.text ?? '')}</th>${cells}</tr>`;
  });
  const totals = reports
    .map(({ report }) => `<td>${report.totals.pass} hold, ${report.totals.fail} fail</td>`)
    .join('');
  return page(
    'Conformance matrix',
    `<main>\n<h1>Conformance matrix</h1>\n<table>\n<thead><tr><th scope="col">Clause</th>${head}</tr></thead>\n<tbody>\n<tr><th scope="row">All</th>${totals}</tr>\n${rows.join('\n')}\n</tbody>\n</table>\n</main>`,
  );
}
