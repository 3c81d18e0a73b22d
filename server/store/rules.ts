import { type EffectKind, rareKind } from '../engine/batching/effect-kind.ts';
import type { WriteRule as AnyRule } from '../engine/batching/write-rule.ts';
import type { Tx } from './queries.ts';

export { type Decision, runInTransaction, runOne } from '../engine/batching/write-rule.ts';

/** A rule of the engine that reads and writes with the queries of all nouns. */
export type WriteRule<Request, Facts, Effects, Result> = AnyRule<Tx, Request, Facts, Effects, Result>;

/** Infers the type of a kind's effects. */
export const effectKind = <Effect>(kind: EffectKind<Tx, Effect>): EffectKind<Tx, Effect> => kind;

/** Returns a kind of rare effects, which are written last, one after another. */
export const rareEffect = <Effect>(write: (tx: Tx, effect: Effect) => Promise<unknown>): EffectKind<Tx, Effect> =>
  rareKind(write);
