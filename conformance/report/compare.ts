import { readFileSync } from 'node:fs';
import { CLAUSES, INTEGRATION } from '../clauses.ts';
import { TargetError } from '../verdict.ts';
import { page } from './html.ts';
import { escaped } from './markup.ts';
import type { Report } from './report.ts';

/** Reads a report. @throws {TargetError} if the file is not a report of this suite */
export function readReport(path: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(new TextDecoder().decode(readFileSync(path)));
  } catch (error) {
    throw new TargetError(`${path} is not valid JSON: ${(error as Error).message}`);
  }
  if (!isReport(report)) {
    throw new TargetError(`${path} is not a conformance report. Run \`wigwag conformance --json FILE\` to write one.`);
  }
  return report;
}

/** Returns whether the value has the fields that are read here. */
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

/** A clause whose verdict changed. */
export interface Change {
  id: string;
  text: string;
  before: string;
  after: string;
  /** The clause passed before and no longer passes. */
  worse: boolean;
}

const BAD = ['fail', 'error'];

/** Returns the changes between two reports, in the order of the specification. */
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

/** Returns an HTML page of several reports: a row for each clause, a column for each target. */
export function matrix(reports: readonly { name: string; report: Report }[]): string {
  const texts = new Map([...CLAUSES, ...INTEGRATION.clauses]);
  const ids = [...texts.keys()].filter((id) =>
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
    return `<tr><th scope="row"><code>${escaped(id)}</code> ${escaped(texts.get(id)?.text ?? '')}</th>${cells}</tr>`;
  });
  const totals = reports
    .map(({ report }) => `<td>${report.totals.pass} pass, ${report.totals.fail} fail</td>`)
    .join('');
  return page(
    'Conformance matrix',
    `<main>\n<h1>Conformance matrix</h1>\n<table>\n<thead><tr><th scope="col">Clause</th>${head}</tr></thead>\n<tbody>\n<tr><th scope="row">All</th>${totals}</tr>\n${rows.join('\n')}\n</tbody>\n</table>\n</main>`,
  );
}
