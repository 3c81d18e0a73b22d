import { readFileSync } from 'node:fs';
import { REPORTED_SECTIONS, sourceOf } from '../clauses.ts';
import { escaped } from './markup.ts';
import type { CaseResult, ClauseResult, Report } from './report.ts';
import { countsOf } from './terminal.ts';

/** Every report contains its stylesheet. */
const STYLE = readFileSync(
  new URL('report/generated/report.css', import.meta.resolve('@wigwag/conformance/package.json')),
  'utf8',
);

export const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;

/** Returns a self-contained HTML page: the clauses in the order of the specification, each with its verdict. */
export function htmlReport(report: Report): string {
  const sections = REPORTED_SECTIONS.map(({ section, title }) => {
    const clauses = report.clauses.filter((clause) => clause.section === section);
    return clauses.length === 0
      ? ''
      : `<h2 id="s${section}">${section} ${escaped(title)}</h2>\n<table>\n<thead><tr><th scope="col">Verdict</th><th scope="col">Clause</th></tr></thead>\n<tbody>\n${clauses.map(rowOf).join('\n')}\n</tbody>\n</table>`;
  });
  const failing = report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const links = failing.map(({ id }) => `<li><a href="#${escaped(id)}">${escaped(id)}</a></li>`).join('');
  return page(
    `Conformance of ${report.target.base_url}`,
    `<main>\n<h1>Conformance of <code>${escaped(report.target.base_url)}</code></h1>\n<p>${countsOf(report.totals)}. Seed ${report.seed}, ${escaped(report.started_at)}, ${(report.duration_ms / 1000).toFixed(1)} s.</p>\n${report.incomplete === undefined ? '' : `<p><strong>Incomplete: ${escaped(report.incomplete)}</strong></p>\n`}${links && `<h2>Clauses that do not pass</h2>\n<ul>${links}</ul>`}\n${sections.filter(Boolean).join('\n')}\n</main>`,
  );
}

function rowOf({ id, section, text, spec, why, level, verdict, reason, unexpected_pass, cases }: ClauseResult): string {
  const isDisputable = ['fail', 'warn', 'known'].includes(verdict);
  const notes = [
    isDisputable && `<br><small>${escaped(sourceOf({ section, spec }))}</small>`,
    isDisputable && why && `<br><small>Should, not must: ${escaped(why)}</small>`,
    reason && `<br><small>${escaped(reason)}</small>`,
    unexpected_pass && '<br><small>listed in expected_failures, but passes</small>',
    ...cases.filter(({ failure }) => failure).map(failureOf),
  ];
  return `<tr id="${escaped(id)}"><td class="v ${verdict}">${verdict}</td><td><code>${escaped(id)}</code> ${escaped(text)}${level === 'should' ? ' <small>(should)</small>' : ''}${notes.filter(Boolean).join('')}</td></tr>`;
}

const json = (value: unknown): string => escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function failureOf({ name, failure }: CaseResult): string {
  const { message = '', expected, got, exchange } = failure ?? {};
  const parts = [
    expected !== undefined && `expected ${json(expected)}`,
    got !== undefined && `got      ${json(got)}`,
    exchange &&
      escaped(
        `${exchange.request.method} ${exchange.request.url}\n${headerLines(exchange.request.headers)}\n${exchange.request.body ?? ''}`,
      ),
    exchange &&
      escaped(`${exchange.response.status}\n${headerLines(exchange.response.headers)}\n\n${exchange.response.body}`),
    exchange && escaped(exchange.curl),
  ];
  return `<details open><summary>${escaped(name)}: ${escaped(message)}</summary>${parts
    .filter(Boolean)
    .map((part) => `<pre>${part}</pre>`)
    .join('')}</details>`;
}

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
