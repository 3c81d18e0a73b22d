import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Reach } from './coverage.ts';
import { type Mutant, STATE } from './instrument.ts';
import type { Result } from './try-mutants.ts';

const JUDGED = join(import.meta.dirname, 'judged.yaml');

/** Why a mutant may survive: it behaves the same, or the specification does not say what is right. */
interface Judgement {
  file: string;
  original: string;
  replacement: string;
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

const readJudged = (): Judgement[] =>
  existsSync(JUDGED) ? ((parse(readFileSync(JUDGED, 'utf8')) ?? []) as Judgement[]) : [];

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
const sectionOf = (clause: string): string => clause.split('/')[0] ?? '';

/** Returns the scores by folder and section, and the survivors that nobody has judged, by file. */
export function summary(mutants: readonly Mutant[], results: readonly Result[], reaches: readonly Reach[]): string {
  const judged = new Map(readJudged().map((one) => [`${one.file}\0${one.original}\0${one.replacement}`, one]));
  const byKey = new Map(results.map((one) => [one.key, one]));
  const tried = mutants.flatMap((mutant) => {
    const result = byKey.get(mutant.key);
    const judgement = judged.get(`${mutant.file}\0${mutant.original}\0${mutant.replacement}`);
    return result ? [{ ...mutant, ...result, judgement }] : [];
  });
  const rowOf = (name: string, some: typeof tried): string => {
    const [caught, allowed] = [
      some.filter(({ outcome }) => outcome === 'caught'),
      some.filter((one) => one.outcome !== 'caught' && one.judgement),
    ];
    const decided = some.length - allowed.length;
    return `${name.padEnd(34)} ${String(some.length).padStart(6)} ${String(caught.length).padStart(6)} ${String(allowed.length).padStart(6)} ${String(decided - caught.length).padStart(6)}  ${percent(caught.length, decided)}`;
  };
  const head = `${''.padEnd(34)} mutants caught judged  open  caught of what is not judged`;
  const folders = [...new Set(tried.map(({ file }) => file.split('/').slice(0, 3).join('/')))].sort();
  const sectionsOf = new Map<string, Set<string>>();
  for (const { clause, mutants: ids } of reaches) {
    for (const id of ids) {
      sectionsOf.set(id, (sectionsOf.get(id) ?? new Set()).add(sectionOf(clause)));
    }
  }
  const sections = [...new Set(reaches.map(({ clause }) => sectionOf(clause)))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const open = tried
    .filter((one) => one.outcome !== 'caught' && !one.judgement)
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
  const cut = (text: string): string => (text.length > 90 ? `${text.slice(0, 88)} …` : text).replaceAll(/\s+/g, ' ');
  return [
    head,
    rowOf('all', tried),
    rowOf(
      'reached by a clause',
      tried.filter(({ outcome }) => outcome !== 'unreached'),
    ),
    ...folders.map((folder) =>
      rowOf(
        folder,
        tried.filter(({ file }) => file.startsWith(`${folder}/`) || file === folder),
      ),
    ),
    '',
    'By section of the clauses that reach them:',
    ...sections.map((section) =>
      rowOf(
        section,
        tried.filter(({ id }) => sectionsOf.get(id)?.has(section)),
      ),
    ),
    '',
    ...open.map(
      (one) =>
        `${one.file}:${one.line} ${one.outcome === 'unreached' ? '(unreached) ' : ''}${cut(one.original)}  →  ${cut(one.replacement)}${one.by ? `  (${one.by})` : ''}`,
    ),
  ].join('\n');
}
