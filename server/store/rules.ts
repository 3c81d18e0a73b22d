import { kindsFor } from '../engine/batching/effect-kind.ts';
import type { WriteRule as AnyRule } from '../engine/batching/write-rule.ts';
import type { Tx } from './queries.ts';

export { type Decision, runInTransaction, runOne } from '../engine/batching/write-rule.ts';

/** A rule of the engine that reads and writes with the queries of all nouns. */
export type WriteRule<Request, Facts, Effects, Result> = AnyRule<Tx, Request, Facts, Effects, Result>;

/** They declare kinds of effects that are written with the queries of all nouns. */
export const { effectKind, singleEffect } = kindsFor<Tx>();
