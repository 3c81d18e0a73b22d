import { isExtension } from '../clauses.ts';
import type { Exchange } from '../exchange.ts';
import type { Step } from '../steps.ts';
import type { Verdict } from '../verdict.ts';

/** One request and its response as reports show them, without secrets. */
export interface ShownExchange {
  request: { method: string; url: string; headers: Record<string, string>; body?: string };
  response: { status: number; headers: Record<string, string>; body: string };
  /** A command that repeats the request, with the key in $KEY. */
  curl: string;
}

/**
 * A step as reports show it. A value that an earlier response returned, such as an ID or a key, is written as
 * `${3.data.id}`: the field `data.id` of the response to step 3. So a script can repeat the steps.
 */
export interface ShownStep {
  kind: Step['kind'];
  request: { method: string; url: string; headers: Record<string, string>; body?: string };
  status?: number;
  response?: string;
  outcome?: string;
}

export interface CaseResult {
  name: string;
  verdict: Verdict;
  duration_ms: number;
  /** Why the case could not be tested. */
  reason?: string;
  failure?: {
    message: string;
    expected?: unknown;
    got?: unknown;
    /** The exchange that matters most. */
    exchange?: ShownExchange;
    /** Everything that the case did, in order. */
    steps?: ShownStep[];
    stack?: string;
  };
}

export interface ClauseResult {
  id: string;
  section: string;
  level: 'must' | 'should';
  text: string;
  /** The words of the specification that ask for it. */
  spec: string;
  /** Why the clause is only a `should`. */
  why?: string;
  /** `unobservable`: it cannot be observed over HTTP. */
  verdict: Verdict | 'unobservable';
  /** Why the clause is untestable or unobservable. */
  reason?: string;
  /** Whether the clause passes although `expected_failures` lists it. */
  unexpected_pass?: true;
  cases: CaseResult[];
}

/** The result of a run, as described by report.schema.json. */
export interface Report {
  suite: 'wigwag-conformance';
  version: 1;
  target: { base_url: string; control: boolean; moves_clock: boolean };
  started_at: string;
  duration_ms: number;
  /** Why the run ended early. */
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

/** Returns how many clauses could be tested. */
export const testedOf = ({ untestable, unobservable, ...judged }: Totals): number =>
  Object.values(judged).reduce((sum, count) => sum + count, 0);

/**
 * Returns 0: all testable clauses pass; 1: a clause fails; 2: the run ended early; 3: with `strict`, a clause of the
 * specification is untestable.
 */
export function exitCodeOf({ totals, incomplete, clauses }: Report, strict: boolean): number {
  if (incomplete !== undefined) {
    return 2;
  }
  if (totals.fail > 0 || totals.error > 0) {
    return 1;
  }
  const isMissing = clauses.some(({ verdict, section }) => verdict === 'untestable' && !isExtension(section));
  return strict && isMissing ? 3 : 0;
}

const LONGEST_BODY = 4000;

/** A key in a path or query, which two operations accept (§5.4). */
const KEY_IN_LINK = /([?&]api_key=)[^&]+|(\/messages\/template\/)[^?/]+/g;
const redactedUrl = (url: string): string => url.replace(KEY_IN_LINK, (_, query, path) => `${query ?? path}REDACTED`);

/** Returns an Authorization header without its key. */
export const redactedAuthorization = (header: string): string => header.replace(/\S+$/, 'REDACTED');

/** Returns an exchange for a report, without keys. */
export function exchangeOf({ request, status, headers, text }: Exchange): ShownExchange {
  const { authorization, ...others } = request.headers;
  const shown = {
    ...others,
    ...(authorization !== undefined && { authorization: redactedAuthorization(authorization) }),
  };
  const url = redactedUrl(request.url);
  const line = [
    'curl -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    quoted(url),
    ...Object.entries(others).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(authorization === undefined ? [] : ['-H "authorization: Bearer $KEY"']),
    ...(request.body === undefined ? [] : [`--data-binary ${quoted(request.body)}`]),
  ];
  return {
    request: { method: request.method, url, headers: shown, ...(request.body !== undefined && { body: request.body }) },
    response: { status, headers, body: cut(text) },
    curl: line.join(' '),
  };
}

/** Returns a copy of the start of a text, because a slice would keep the whole text in memory. */
export const cut = (text: string): string => Buffer.from(text.slice(0, LONGEST_BODY)).toString();

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
