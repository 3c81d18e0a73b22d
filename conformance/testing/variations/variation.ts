import type { Mutation } from '../mutants/mutant.ts';

/** A valid difference from our server. */
export interface Variation extends Mutation {
  /** Clauses, or prefixes of their IDs, that the difference affects. They must still pass. */
  near: string[];
}
