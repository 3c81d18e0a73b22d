import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { REPORTED_SECTIONS, sourceOf } from '../clauses.ts';
import { PAIRS } from '../pairs.ts';
import { escaped, escapedText } from './markup.ts';
import {
  type CaseResult,
  type ClauseResult,
  type Report,
  type ShownExchange,
  type ShownStep,
  testedOf,
  totalsOf,
} from './report.ts';

const browserFile = (path: string): string =>
  readFileSync(new URL(path, import.meta.resolve('@wigwag/conformance/package.json')), 'utf8');

/** Every report contains its stylesheet and its script. */
const STYLE = browserFile('report/generated/report.css');
const SCRIPT = browserFile('report/filter.js');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page loads nothing, and runs only its own script, whatever a target's responses contain. */
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`;

export const page = (title: string, body: string, script = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${body}\n${script && `<script>${script}</script>\n`}</body>\n</html>\n`;

type ShownVerdict = ClauseResult['verdict'];

/** What to do about each verdict, in the order in which the page lists verdicts. report.css has their signs. */
const ADVICE: Record<ShownVerdict, string | undefined> = {
  error: 'The suite or the control protocol failed. Repeat the clause before you change the target.',
  fail: 'Change the target so that it does what the specification says, then repeat the clause.',
  warn: 'The target does not meet a "should". Decide whether to change it.',
  known: 'expected_failures lists this clause. Remove it from the list when the target passes.',
  pass: undefined,
  untestable: undefined,
  unobservable: undefined,
};
const ORDER = Object.keys(ADVICE) as ShownVerdict[];
const FAILING: readonly ShownVerdict[] = ['error', 'fail'];

/** Groups of failures are folded if together they have more clauses. */
const MOST_OPEN = 12;

/** Returns a time in the zone of every reader, such as `Sun, 29 Nov 2026 08:53:31 GMT`. Reports of others may have any text. */
const timeOf = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toUTCString());

const numberOf = (count: number): string => count.toLocaleString('en');

/** Returns a self-contained HTML page: the score, the failures, and all clauses in the order of the specification. */
export function htmlReport(report: Report): string {
  const { totals, clauses, target, incomplete } = report;
  const sections = REPORTED_SECTIONS.flatMap(({ section, title }) => {
    const own = clauses.filter((clause) => clause.section === section);
    return own.length === 0 ? [] : [{ section, title, clauses: own, totals: totalsOf(own) }];
  });
  const tested = testedOf(totals);
  const parts = [
    `<section class="total" aria-labelledby="title">\n<h1 id="title">Conformance of <code>${escaped(target.base_url)}</code></h1>`,
    `<p class="score"><strong>${numberOf(totals.pass)} of ${numberOf(tested)}</strong> testable clauses pass${tested > 0 ? ` (${rateOf(totals.pass / tested)})` : ''}</p>`,
    barOf(totals),
    `<ul class="legend">${legendOf(totals)}</ul>`,
    `<p class="note">Seed ${report.seed}. Started <time datetime="${escaped(report.started_at)}">${escaped(timeOf(report.started_at))}</time>, took ${(report.duration_ms / 1000).toFixed(1)} s.</p>`,
    incomplete === undefined ? '' : `<p class="incomplete"><strong>Incomplete: ${escaped(incomplete)}</strong></p>`,
    '</section>',
    filterOf(totals, clauses.length),
    '<div class="results">',
    failuresOf(report, sections),
    remarksOf(report),
    reasonsOf(clauses),
    `<section data-part aria-labelledby="sections">\n<h2 id="sections">All clauses</h2>\n<div class="folds">\n${sections.map(sectionOf).join('\n')}\n</div>\n</section>`,
    pairsOf(clauses),
    '</div>',
    pictureOf(sections),
  ];
  return page(
    `Conformance of ${target.base_url}`,
    `<main class="report">\n${parts.filter(Boolean).join('\n')}\n</main>`,
    SCRIPT,
  );
}

interface Section {
  section: string;
  title: string;
  clauses: ClauseResult[];
  totals: Report['totals'];
}

const rateOf = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

/** Returns the verdicts as shares of a bar. The numbers beside it say the same. */
function barOf(totals: Report['totals']): string {
  const all = ORDER.reduce((sum, verdict) => sum + totals[verdict], 0);
  let x = 0;
  const shares = (['pass', 'warn', 'known', 'fail', 'error', 'untestable', 'unobservable'] as const)
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => {
      const width = (totals[verdict] / all) * 100;
      x += width;
      return `<rect class="${verdict}" x="${(x - width).toFixed(2)}" width="${width.toFixed(2)}" height="1"/>`;
    });
  return `<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${shares.join('')}</svg>`;
}

/** Returns the share of the clauses that pass, such as `3 of 4 pass`. */
export function scoreOf(totals: Report['totals']): string {
  const tested = testedOf(totals);
  return tested > 0 ? `${numberOf(totals.pass)} of ${numberOf(tested)} pass` : 'not tested';
}

const legendOf = (totals: Report['totals']): string =>
  ORDER.filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `<li class="v ${verdict}">${numberOf(totals[verdict])} ${verdict}</li>`)
    .join('');

const filterOf = (totals: Report['totals'], count: number): string =>
  `<form id="filter" role="search">\n<input class="input" id="search" type="search" placeholder="Search clauses (/)" aria-label="Search clauses" autocomplete="off">\n<select class="input" id="verdict" aria-label="Verdict"><option value="">All verdicts</option>${ORDER.filter(
    (verdict) => totals[verdict] > 0,
  )
    .map((verdict) => `<option value="${verdict}">${verdict} (${numberOf(totals[verdict])})</option>`)
    .join(
      '',
    )}</select>\n<button class="button plain" type="reset">Clear</button>\n<span id="shown" role="status">${numberOf(count)} ${count === 1 ? 'clause' : 'clauses'}</span>\n</form>`;

function pictureOf(sections: readonly Section[]): string {
  const rows = sections.map(({ section, title, totals }) => {
    const tested = testedOf(totals);
    const rest = ORDER.filter((verdict) => verdict !== 'pass' && totals[verdict] > 0)
      .map((verdict) => `, ${totals[verdict]} ${verdict}`)
      .join('');
    return `<tr><th scope="row"><a href="#s${section}"><span class="section-number">${section}</span> <span>${escaped(title)}</span></a></th><td>${barOf(totals)}</td><td class="end">${tested > 0 ? `${totals.pass} of ${tested}` : 'not tested'}<span class="visually-hidden">${rest}</span></td></tr>`;
  });
  return `<section class="picture" aria-labelledby="picture" tabindex="0">\n<h2 id="picture">Score by section</h2>\n<table class="sections">\n<thead><tr><th scope="col">Section</th><th scope="col">Verdicts</th><th scope="col" class="end">Pass</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n</section>`;
}

function failuresOf(report: Report, sections: readonly Section[]): string {
  const failing = sections.flatMap((section) => {
    const clauses = FAILING.flatMap((verdict) => section.clauses.filter((clause) => clause.verdict === verdict));
    return clauses.length === 0 ? [] : [{ ...section, clauses }];
  });
  const count = failing.reduce((sum, { clauses }) => sum + clauses.length, 0);
  if (count === 0) {
    return report.incomplete === undefined && testedOf(report.totals) > 0
      ? '<p class="all-good">✓ No clause that could be tested fails.</p>'
      : '';
  }
  const groups = failing.map(({ section, title, clauses }, index) => {
    const open = count <= MOST_OPEN || index === 0 ? ' open' : '';
    return `<details class="group"${open}><summary>${section} ${escaped(title)} <small>${clauses.length} ${clauses.length === 1 ? 'failure' : 'failures'}</small></summary>\n${clauses.map((clause) => failureOf(report, clause)).join('\n')}\n</details>`;
  });
  return `<section id="failures" data-part aria-labelledby="failing">\n<h2 id="failing">Clauses that do not pass</h2>\n<div class="folds">\n${groups.join('\n')}\n</div>\n</section>`;
}

/** Returns the warnings and the known failures. */
function remarksOf(report: Report): string {
  const clauses = (['warn', 'known'] as const).flatMap((verdict) =>
    report.clauses.filter((clause) => clause.verdict === verdict),
  );
  const surprising = report.clauses.filter(({ unexpected_pass }) => unexpected_pass);
  const passing =
    surprising.length === 0
      ? ''
      : `<p>Remove from <code>expected_failures</code>, because they pass: ${surprising.map(({ id }) => `<code>${escaped(id)}</code>`).join(', ')}</p>`;
  return clauses.length === 0 && passing === ''
    ? ''
    : `<section data-part aria-labelledby="remarks">\n<h2 id="remarks">Warnings and known failures</h2>\n${passing}${
        clauses.length === 0
          ? ''
          : `<details class="group"><summary>${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'}</summary>\n${clauses.map((clause) => failureOf(report, clause)).join('\n')}\n</details>`
      }\n</section>`;
}

/** Returns why clauses could not be tested, the most frequent reason first. */
function reasonsOf(clauses: readonly ClauseResult[]): string {
  const reasons = Map.groupBy(
    clauses.filter(({ verdict }) => verdict === 'untestable'),
    ({ reason }) => reason ?? '',
  );
  if (reasons.size === 0) {
    return '';
  }
  const rows = [...reasons]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([reason, own]) => `<tr><td>${escaped(reason)}</td><td class="number">${numberOf(own.length)}</td></tr>`);
  const count = [...reasons.values()].reduce((sum, { length }) => sum + length, 0);
  return `<section data-part aria-labelledby="reasons">\n<h2 id="reasons">Not testable with this target</h2>\n<p class="note">Offer what a reason names, in the target or in its description, to test these clauses also.</p>\n<details class="group reasons"><summary>${numberOf(count)} clauses, ${reasons.size} ${reasons.size === 1 ? 'reason' : 'reasons'}</summary>\n<table class="rows">\n<thead><tr><th scope="col">Reason</th><th scope="col">Clauses</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n</details>\n</section>`;
}

/** Returns the pairs of features, with the verdicts of the clauses that test them together or the reason for none. */
function pairsOf(clauses: readonly ClauseResult[]): string {
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  // A run of a few clauses has no table. The reports of other judges have none of these clauses.
  const rows = PAIRS.filter(({ clauses: ids, reason }) => reason !== undefined || ids.some((id) => byId.has(id)));
  if (rows.filter(({ reason }) => reason === undefined).length < 2) {
    return '';
  }
  const cellOf = (id: string): string => {
    const verdict = byId.get(id)?.verdict ?? 'untestable';
    return `<a href="#${escaped(id)}"><code>${escaped(id)}</code></a> <span class="v ${verdict}">${verdict}</span>`;
  };
  const lines = rows.map(
    ({ features, clauses: ids, reason }) =>
      `<tr><th scope="row">${escaped(features.join(' and '))}</th><td>${
        reason === undefined
          ? ids
              .filter((id) => byId.has(id))
              .map(cellOf)
              .join('<br>')
          : escaped(reason)
      }</td></tr>`,
  );
  return `<section data-part aria-labelledby="pairs">\n<h2 id="pairs">Pairs of features</h2>\n<details class="group"><summary>${rows.length} pairs</summary>\n<table class="rows">\n<thead><tr><th scope="col">Features</th><th scope="col">Tested together by, or the reason for no clause</th></tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>\n</details>\n</section>`;
}

function sectionOf({ section, title, clauses, totals }: Section): string {
  return `<details class="group" id="s${section}"><summary>${section} ${escaped(title)} <small>${scoreOf(totals)}</small></summary>\n<table class="rows clauses">\n<thead><tr><th scope="col">Verdict</th><th scope="col">Clause</th></tr></thead>\n<tbody>\n${clauses.map(rowOf).join('\n')}\n</tbody>\n</table>\n</details>`;
}

const hasFailure = ({ verdict }: ClauseResult): boolean => !['pass', 'untestable', 'unobservable'].includes(verdict);

const levelOf = ({ level }: ClauseResult): string => (level === 'should' ? ' <span class="note">(should)</span>' : '');

function rowOf(clause: ClauseResult): string {
  const { id, text, verdict, reason, unexpected_pass } = clause;
  const name = hasFailure(clause)
    ? `<a href="#${escaped(id)}"><code>${escaped(id)}</code></a>`
    : `<code>${escaped(id)}</code>`;
  const notes = [
    reason && `<small>${escapedText(reason)}</small>`,
    unexpected_pass && '<small>listed in expected_failures, but passes</small>',
  ];
  return `<tr${hasFailure(clause) ? '' : ` id="${escaped(id)}"`} data-verdict="${verdict}"><td class="v ${verdict}">${verdict}</td><td>${name} ${escapedText(text)}${levelOf(clause)}${notes.filter(Boolean).join('')}</td></tr>`;
}

/** Returns a clause that does not pass: what the specification says, what happened, and how to repeat it. */
function failureOf({ seed }: Report, clause: ClauseResult): string {
  const { id, section, text, spec, why, verdict, reason, cases } = clause;
  const parts = [
    `<blockquote>${escaped(sourceOf({ section, spec }))}</blockquote>`,
    why && `<p class="note">Should, not must: ${escaped(why)}</p>`,
    reason && `<p class="note">${escaped(reason)}</p>`,
    ...cases.filter(({ failure }) => failure).map((one) => caseOf(one, cases.length === 1)),
    `<p><strong>What to do:</strong> ${escapedText(ADVICE[verdict] ?? '')}</p>`,
    commandOf('Repeat the clause', `wigwag conformance --target target.yaml --clause ${id} --seed ${seed}`),
  ];
  return `<details class="failure" id="${escaped(id)}" data-verdict="${verdict}"><summary><span class="v ${verdict}">${verdict}</span> <code>${escaped(id)}</code> ${escapedText(text)}${levelOf(clause)}</summary>\n<div class="failure-body">${parts.filter(Boolean).join('\n')}</div></details>`;
}

const commandOf = (title: string, command: string): string =>
  `<div class="command"><h3>${title}</h3><pre>${escapedText(command)}</pre></div>`;

/** Shows JSON over several lines, and any other text unchanged. */
function shown(value: unknown): string {
  if (typeof value !== 'string') {
    return escapedText(JSON.stringify(value, null, 2));
  }
  try {
    return escapedText(JSON.stringify(JSON.parse(value), null, 2));
  } catch {
    return escapedText(value);
  }
}

function caseOf({ name, failure }: CaseResult, isOnly: boolean): string {
  const { message = '', expected, got, exchange, steps = [] } = failure ?? {};
  const pair = [
    expected !== undefined && `<div class="expected"><h3>Expected</h3><pre>${shown(expected)}</pre></div>`,
    got !== undefined && `<div class="got"><h3>Got</h3><pre>${shown(got)}</pre></div>`,
  ].filter(Boolean);
  return `${isOnly ? '' : `<h3>${escapedText(name)}</h3>\n`}<p>${escapedText(message)}</p>\n${pair.length > 0 ? `<div class="pair">${pair.join('')}</div>` : ''}${exchange ? exchangeOf(exchange) : ''}${exchange && steps.length === 1 ? '' : stepsOf(steps)}`;
}

/** Returns everything that the case did, in order: requests, calls of the control protocol and webhooks. */
function stepsOf(steps: readonly ShownStep[]): string {
  const rows = steps.map(
    ({ kind, request, status, response, outcome }) =>
      `<li><p><code>${escapedText(`${kind === 'request' ? '' : `${kind} `}${request.method} ${request.url}`)}</code> ${escapedText(String(outcome ?? status ?? ''))}</p>${request.body === undefined ? '' : `<pre>${shown(request.body)}</pre>`}${response ? `<pre>${shown(response)}</pre>` : ''}</li>`,
  );
  return rows.length === 0
    ? ''
    : `<details class="headers"><summary>${rows.length === 1 ? 'The step' : `All ${rows.length} steps, in order`}</summary><ol>${rows.join('\n')}</ol></details>`;
}

function exchangeOf({ request, response, curl }: ShownExchange): string {
  const body = (text: string | undefined) => (text ? `\n\n${shown(text)}` : '');
  return `<div class="pair">
<div><h3>Request</h3><pre>${escapedText(`${request.method} ${request.url}`)}${body(request.body)}</pre>${headersOf(request.headers)}</div>
<div><h3>Response</h3><pre>${response.status}${body(response.body)}</pre>${headersOf(response.headers)}</div>
</div>
${commandOf('Send the request again, with the key in $KEY', curl)}`;
}

function headersOf(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0
    ? ''
    : `<details class="headers"><summary>${lines.length} ${lines.length === 1 ? 'header' : 'headers'}</summary><pre>${escapedText(lines.join('\n'))}</pre></details>`;
}
