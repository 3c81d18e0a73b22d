import type { Change } from '../mutants/mutant.ts';

/** Something that a correct server may do otherwise than ours. */
export interface Variation extends Change {
  /** Clauses, or beginnings of their ids, that look at what is different, and must hold all the same. */
  near: string[];
}
