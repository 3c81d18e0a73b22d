import { CLAUSES } from './clauses.ts';
import type { Context } from './context.ts';

/** One check of one or several clauses. */
export interface Case {
  /** The first clause, and what tells this case from others of it. */
  name: string;
  clauses: readonly string[];
  /** Whether it moves the clock far, and so runs when nothing else does. */
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
      throw new Error(`a case is about ${id}, which clauses/ does not list as observable`);
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
 * Declares a case of one clause, or of several that only show together. It works with people, and where the target offers it with
 * an account, of its own, so that cases run beside each other in any order. A variant tells the rows of a table apart.
 */
export function clause(...declared: Declared): void {
  declare(false, declared);
}

/** A case that moves the clock by more than seconds, and therefore runs alone. */
export function serial(...declared: Declared): void {
  declare(true, declared);
}
