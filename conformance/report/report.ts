import type { Exchange } from '../exchange.ts';
import type { Verdict } from '../verdict.ts';

/** One request and its answer as reports show them, without secrets. */
export interface ShownExchange {
  request: { method: string; url: string; headers: Record<string, string>; body?: string };
  response: { status: number; headers: Record<string, string>; body: string };
  /** A line that asks the same again; the key stands in $KEY. */
  curl: string;
}

export interface CaseResult {
  name: string;
  verdict: Verdict;
  duration_ms: number;
  /** Why it could not be tested. */
  reason?: string;
  failure?: { message: string; expected?: unknown; got?: unknown; exchange?: ShownExchange; stack?: string };
}

export interface ClauseResult {
  id: string;
  section: string;
  level: 'must' | 'should';
  text: string;
  /** `unobservable`: nothing on the wire can show it. */
  verdict: Verdict | 'unobservable';
  /** Why it is untestable or unobservable. */
  reason?: string;
  /** It is listed in `expected_failures` and passes. */
  unexpected_pass?: true;
  cases: CaseResult[];
}

/** What a run found; report.schema.json describes it. */
export interface Report {
  suite: 'wigwag-conformance';
  version: 1;
  target: { base_url: string; control: boolean; moves_clock: boolean };
  started_at: string;
  duration_ms: number;
  /** Why the run ended before all of it was judged. */
  incomplete?: string;
  seed: number;
  only: string[];
  totals: Totals;
  clauses: ClauseResult[];
}

export type Totals = Record<ClauseResult['verdict'], number>;

export function totalsOf(clauses: readonly ClauseResult[]): Totals {
  const totals: Totals = { pass: 0, fail: 0, warn: 0, untestable: 0, error: 0, known: 0, unobservable: 0 };
  for (const { verdict } of clauses) {
    totals[verdict]++;
  }
  return totals;
}

/** 0: all that could be tested holds; 1: something does not; 2: it ended early; 3: with `strict`, something could not be tested. */
export function exitCodeOf({ totals, incomplete }: Report, strict: boolean): number {
  if (incomplete !== undefined) {
    return 2;
  }
  if (totals.fail > 0 || totals.error > 0) {
    return 1;
  }
  return strict && totals.untestable > 0 ? 3 : 0;
}

const LONGEST_BODY = 4000;

/** A key in a path or query, where two operations take it (§5.4). */
const KEY_IN_LINK = /([?&]api_key=)[^&]+|(\/messages\/template\/)[^?/]+/g;
const redactedUrl = (url: string): string => url.replace(KEY_IN_LINK, (_, query, path) => `${query ?? path}REDACTED`);

/** An answer for a report: keys are taken out. */
export function exchangeOf({ asked, status, headers, text }: Exchange): ShownExchange {
  const { authorization, ...others } = asked.headers;
  const shown = {
    ...others,
    ...(authorization !== undefined && { authorization: authorization.replace(/\S+$/, 'REDACTED') }),
  };
  const url = redactedUrl(asked.url);
  const line = [
    'curl -i',
    ...(asked.method === 'GET' ? [] : [`-X ${asked.method}`]),
    quoted(url),
    ...Object.entries(others).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(authorization === undefined ? [] : ['-H "authorization: Bearer $KEY"']),
    ...(asked.body === undefined ? [] : [`--data-binary ${quoted(asked.body)}`]),
  ];
  return {
    request: { method: asked.method, url, headers: shown, ...(asked.body !== undefined && { body: asked.body }) },
    response: { status, headers, body: cut(text) },
    curl: line.join(' '),
  };
}

/** The beginning of a text, as a copy: a slice would keep the whole of it in memory. */
const cut = (text: string): string => Buffer.from(text.slice(0, LONGEST_BODY)).toString();

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
