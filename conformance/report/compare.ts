import { readFileSync } from 'node:fs';
import { CLAUSES, INTEGRATION, REPORTED_SECTIONS } from '../clauses.ts';
import { TargetError } from '../verdict.ts';
import { page, scoreOf } from './html.ts';
import { escaped } from './markup.ts';
import { type Report, totalsOf } from './report.ts';

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

/** Returns an HTML page of several reports: a row for each clause, a column for each target, folded by section. */
export function matrix(reports: readonly { name: string; report: Report }[]): string {
  const columns = reports.map(({ name, report }) => ({
    name,
    report,
    byId: new Map(report.clauses.map((clause) => [clause.id, clause])),
  }));
  const head = columns
    .map(
      ({ name, report }) =>
        `<th scope="col">${escaped(name)}${report.incomplete === undefined ? '' : ' (incomplete)'}<br><small>${escaped(report.target.base_url)}</small></th>`,
    )
    .join('');
  const table = (what: string, rows: readonly string[]) =>
    `<div class="frame" role="region" aria-label="${escaped(what)}" tabindex="0"><table class="rows matrix">\n<thead><tr><th scope="col">Clause</th>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>`;
  const texts = [...CLAUSES.values(), ...INTEGRATION.clauses.values()];
  const sections = REPORTED_SECTIONS.flatMap(({ section, title }) => {
    const clauses = texts.filter((clause) => clause.section === section);
    const rows = clauses.filter(({ id }) => columns.some(({ byId }) => byId.has(id)));
    const scores = columns.map(({ name, byId }) => {
      const own = rows.flatMap(({ id }) => byId.get(id) ?? []);
      return `${escaped(name)}: ${scoreOf(totalsOf(own))}`;
    });
    return rows.length === 0
      ? []
      : `<details class="group"><summary>${section} ${escaped(title)} <small>${scores.join(', ')}</small></summary>\n${table(
          `${section} ${title}`,
          rows.map(({ id, text }) => {
            const cells = columns.map(({ byId }) => cellOf(byId.get(id)?.verdict));
            return `<tr><th scope="row"><code>${escaped(id)}</code> ${escaped(text)}</th>${cells.join('')}</tr>`;
          }),
        )}\n</details>`;
  });
  const totals = columns.map(({ report }) => `<td>${report.totals.pass} pass, ${report.totals.fail} fail</td>`);
  return page(
    'Conformance matrix',
    `<main>\n<h1>Conformance matrix</h1>\n${table('All clauses', [`<tr><th scope="row">All</th>${totals.join('')}</tr>`])}\n<div class="folds">\n${sections.join('\n')}\n</div>\n</main>`,
  );
}

const cellOf = (verdict: Report['clauses'][number]['verdict'] | undefined): string =>
  verdict === undefined ? '<td>-</td>' : `<td class="v ${verdict}">${verdict}</td>`;
