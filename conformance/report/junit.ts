import { REPORTED_SECTIONS, sourceOf } from '../clauses.ts';
import { escaped } from './markup.ts';
import type { ClauseResult, Report } from './report.ts';

const details = ({ section, spec, why, cases }: ClauseResult): string =>
  [
    `${sourceOf({ section, spec })}${why === undefined ? '' : `\nshould, not must: ${why}`}`,
    ...cases
      .filter(({ failure }) => failure)
      .map(({ name, failure }) =>
        [
          `${name}: ${failure?.message}`,
          ...(failure?.expected === undefined ? [] : [`expected ${JSON.stringify(failure.expected)}`]),
          `got ${JSON.stringify(failure?.got)}`,
          failure?.exchange?.curl ?? '',
        ].join('\n'),
      ),
  ].join('\n\n');

/** Returns a JUnit report for CI systems: a suite for each section, a test for each clause. */
export function junitReport(report: Report): string {
  const suites = REPORTED_SECTIONS.flatMap(({ section, title }) => {
    const clauses = report.clauses.filter((clause) => clause.section === section);
    const count = (...verdicts: string[]) => clauses.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return clauses.length === 0
      ? []
      : [
          `  <testsuite name="${escaped(`${section} ${title}`)}" tests="${clauses.length}" failures="${count('fail')}" errors="${count('error')}" skipped="${count('untestable', 'unobservable', 'known')}">`,
          ...clauses.map((clause) => testOf(clause)),
          '  </testsuite>',
        ];
  });
  const early = report.incomplete === undefined ? 0 : 1;
  if (report.incomplete !== undefined) {
    suites.push(
      '  <testsuite name="The run" tests="1" failures="0" errors="1" skipped="0">',
      `    <testcase classname="run" name="completes" time="0"><error message="${escaped(report.incomplete)}"/></testcase>`,
      '  </testsuite>',
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="wigwag conformance" tests="${report.clauses.length + early}" failures="${report.totals.fail}" errors="${report.totals.error + early}" time="${report.duration_ms / 1000}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function testOf(clause: ClauseResult): string {
  const { id, section, text, verdict, reason, cases } = clause;
  const seconds = cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
  const open = `    <testcase classname="${escaped(section)}" name="${escaped(`${id}: ${text}`)}" time="${seconds}"`;
  const message = escaped(cases.find(({ failure }) => failure)?.failure?.message ?? '');
  switch (verdict) {
    case 'fail':
      return `${open}><failure message="${message}">${escaped(details(clause))}</failure></testcase>`;
    case 'error':
      return `${open}><error message="${message}">${escaped(details(clause))}</error></testcase>`;
    case 'known':
      return `${open}><skipped message="known: ${message}"/></testcase>`;
    case 'untestable':
    case 'unobservable':
      return `${open}><skipped message="${escaped(reason ?? verdict)}"/></testcase>`;
    case 'warn':
      return `${open}><system-out>${escaped(details(clause))}</system-out></testcase>`;
    default:
      return `${open}/>`;
  }
}
