import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Reach } from './coverage.ts';
import { type Mutant, STATE } from './instrument.ts';
import type { Result } from './try-mutants.ts';

const JUDGED = join(import.meta.dirname, 'judged.yaml');

/** Why mutants may survive: they behave the same, or the specification does not say what is right. */
export interface Judgement {
  file: string;
  /** The source line, without indentation. @default every line of the file */
  code?: string;
  /** The changed text. @default every text of the line */
  original?: string;
  /** The new text. @default every change of the text */
  replacement?: string;
  verdict: 'same' | 'silent';
  why: string;
}

const fileOf = (shard: string) => join(STATE, `results-${shard.replace('/', '-of-')}.jsonl`);

/** Adds one result at once, so that a run can be ended at any time. */
export const keep = (shard: string, result: Result): void =>
  appendFileSync(fileOf(shard), `${JSON.stringify(result)}\n`);

/** Returns the results of a part of the mutants. */
export function kept(shard: string): Result[] {
  const file = fileOf(shard);
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result)
    : [];
}

/** Returns the survivors that a person has judged. */
export const judgements = (): Judgement[] =>
  existsSync(JUDGED) ? ((parse(readFileSync(JUDGED, 'utf8')) ?? []) as Judgement[]) : [];

type Tried = Mutant & Result & { isJudged: boolean };

const COLUMNS = ['', 'tried', 'caught', 'judged', 'open', 'caught of those not judged'];

function row(name: string, some: readonly Tried[]): string[] {
  const caught = some.filter(({ outcome }) => outcome === 'caught').length;
  const judged = some.filter(({ outcome, isJudged }) => outcome !== 'caught' && isJudged).length;
  const decided = some.length - judged;
  const share = decided === 0 ? '-' : `${((100 * caught) / decided).toFixed(1)} %`;
  return [name, ...[some.length, caught, judged, decided - caught].map(String), share];
}

/** Returns rows as text with aligned columns: the first to the left, numbers to the right. */
function table(rows: readonly string[][]): string[] {
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  return rows.map((cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
}

const sectionOf = (clause: string): string => clause.split('/')[0] ?? '';

const MOST_CHARACTERS = 90;

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 2)} …` : line;
}

/**
 * Returns the scores by folder and by section, and the survivors that have no judgement, by file.
 *
 * @param reaches what each clause reaches; a mutant counts for each section that reaches it
 */
export function summary(
  mutants: readonly Mutant[],
  results: readonly Result[],
  reaches: readonly Reach[],
  judged: readonly Judgement[],
): string {
  const byKey = new Map(results.map((one) => [one.key, one]));
  const isJudged = (mutant: Mutant): boolean =>
    judged.some(
      ({ file, code = mutant.code, original = mutant.original, replacement = mutant.replacement }) =>
        file === mutant.file &&
        code === mutant.code &&
        original === mutant.original &&
        replacement === mutant.replacement,
    );
  const tried = mutants.flatMap((mutant): Tried[] => {
    const result = byKey.get(mutant.key);
    return result ? [{ ...mutant, ...result, isJudged: isJudged(mutant) }] : [];
  });
  const sections = Map.groupBy(reaches, ({ clause }) => sectionOf(clause));
  const folders = Map.groupBy(tried, ({ file }) => file.split('/').slice(0, 3).join('/'));
  const ofSection = ([section, some]: [string, Reach[]]): string[] => {
    const reached = new Set(some.flatMap((reach) => reach.mutants));
    return row(
      `section ${section}`,
      tried.filter(({ id }) => reached.has(id)),
    );
  };
  const open = tried
    .filter((one) => one.outcome !== 'caught' && !one.isJudged)
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
  return [
    ...table([
      COLUMNS,
      row('all', tried),
      row(
        'reached by a clause',
        tried.filter(({ outcome }) => outcome !== 'unreached'),
      ),
      ...[...folders].map(([folder, some]) => row(folder, some)).sort(),
      ...[...sections].map(ofSection),
    ]),
    '',
    ...open.map(
      ({ file, line, outcome, original, replacement, by }) =>
        `${file}:${line} ${outcome}: ${cut(original)} → ${cut(replacement)}${by === undefined ? '' : ` (${by})`}`,
    ),
  ].join('\n');
}
