import { CLAUSES } from './clauses.ts';
import type { CaseContext } from './context.ts';

type Phase = 'any' | 'timed' | 'stalling' | 'serial';

/** One test of one or several clauses. */
export interface Case {
  /** The first clause, and the variant that distinguishes this case from others of the clause. */
  name: string;
  clauses: readonly string[];
  /**
   * `timed` cases advance the clock by more than a few seconds. They run together, after the others. `stalling` cases
   * also make the target wait for a receiver. The target then settles slowly for all cases, so these run together,
   * without others. `serial` cases run alone.
   */
  phase: Phase;
  /** Whether the case uses an account that other such cases also use, because it changes nothing in it. */
  sharesAccount: boolean;
  /** Whether the case generates values from the seed. `--explore` repeats these cases with other seeds. */
  isGenerated: boolean;
  run: (t: CaseContext) => Promise<void>;
}

/** Every case, in the order of the files. */
export const CASES: Case[] = [];

type CaseArguments =
  | [ids: string | string[], run: Case['run']]
  | [ids: string | string[], variant: string, run: Case['run']];

function declare(
  phase: Phase,
  [ids, ...rest]: CaseArguments,
  { isGenerated = false, sharesAccount = false }: Partial<Pick<Case, 'isGenerated' | 'sharesAccount'>> = {},
): void {
  const clauses = typeof ids === 'string' ? [ids] : ids;
  for (const id of clauses) {
    if (!CLAUSES.has(id) || CLAUSES.get(id)?.unobservable !== undefined) {
      throw new Error(`a case names ${id}, which clauses/ does not list as observable`);
    }
  }
  const [variant, run] = rest.length === 2 ? rest : [undefined, rest[0]];
  CASES.push({
    name: variant === undefined ? String(clauses[0]) : `${clauses[0]} (${variant})`,
    clauses,
    phase,
    sharesAccount,
    isGenerated,
    run,
  });
}

/**
 * Declares a case of one clause, or of several that can only be observed together. Each case has separate people, and a
 * separate account if the target offers the control protocol, so cases run concurrently in any order. A variant
 * distinguishes table rows.
 */
export function clause(...declared: CaseArguments): void {
  declare('any', declared);
}

/**
 * Declares a case that leaves its account as it was, such as a refused request. It shares the account with other such
 * cases, so it makes few requests and expects no other records in lists.
 */
export function reading(...declared: CaseArguments): void {
  declare('any', declared, { sharesAccount: true });
}

/** Declares a case whose values come partly from the seed of the run. */
export function generated(...declared: CaseArguments): void {
  declare('any', declared, { isGenerated: true });
}

/** Declares a case that advances the clock by more than a few seconds. */
export function timed(...declared: CaseArguments): void {
  declare('timed', declared);
}

/** Declares a case that advances the clock while the target waits for a receiver. */
export function stalling(...declared: CaseArguments): void {
  declare('stalling', declared);
}

/** Declares a case that advances the clock while a request waits for its response, and therefore runs alone. */
export function serial(...declared: CaseArguments): void {
  declare('serial', declared);
}
