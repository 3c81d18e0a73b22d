import { CLAUSES } from './clauses.ts';
import type { Context } from './context.ts';

/** One test of one or several clauses. */
export interface Case {
  /** The first clause, and the variant that distinguishes this case from others of the clause. */
  name: string;
  clauses: readonly string[];
  /** Whether the case moves the clock far, and therefore runs alone. */
  serial: boolean;
  run: (t: Context) => Promise<void>;
}

/** Every case, in the order of the files. */
export const CASES: Case[] = [];

type Declared =
  | [ids: string | string[], run: Case['run']]
  | [ids: string | string[], variant: string, run: Case['run']];

function declare(alone: boolean, [ids, ...rest]: Declared): void {
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
    serial: alone,
    run,
  });
}

/**
 * Declares a case of one clause, or of several that can only be observed together. Each case has separate people, and a
 * separate account if the target offers the control protocol, so cases run concurrently in any order. A variant
 * distinguishes table rows.
 */
export function clause(...declared: Declared): void {
  declare(false, declared);
}

/** Declares a case that moves the clock by more than seconds, and therefore runs alone. */
export function serial(...declared: Declared): void {
  declare(true, declared);
}
