import { type EffectsOf, mergeEffects, writeEffects } from '../engine/batching/effect-kind.ts';
import { outboxEffects } from '../engine/outbox/effects.ts';
import { callbackEffects } from './callbacks/effects.ts';
import { campaignEffects } from './campaigns/effects.ts';
import { connectionEffects } from './connections/effects.ts';
import { contactEffects } from './contacts/effects.ts';
import { conversationEffects } from './conversations/effects.ts';
import { flowEffects } from './flows/effects.ts';
import { loginEffects } from './logins/effects.ts';
import { mediaEffects } from './media/effects.ts';
import { messageEffects } from './messages/effects.ts';
import { optOutEffects } from './opt-outs/effects.ts';
import type { Tx } from './queries.ts';
import type { Decision, WriteRule } from './rules.ts';
import { singleEffect } from './rules.ts';
import { templateEffects } from './templates/effects.ts';
import { webChatEffects } from './web-chat/effects.ts';
import { webhookEffects } from './webhooks/effects.ts';

/** The effects of each noun. Their order is that of the statements, so that two batches cannot deadlock. */
const KINDS = {
  ...contactEffects,
  ...messageEffects,
  ...webhookEffects,
  ...optOutEffects,
  ...conversationEffects,
  ...flowEffects,
  ...callbackEffects,
  ...outboxEffects,
  ...connectionEffects,
  ...templateEffects,
  ...webChatEffects,
  ...campaignEffects,
  ...loginEffects,
  ...mediaEffects,
  /** Rare work that needs more than the facts. It sees everything that the transaction has written before. */
  followUps: singleEffect<(tx: Tx) => Promise<unknown>>((tx, run) => run(tx)),
};

/** What the decision about one request changes. */
export type Effects = EffectsOf<typeof KINDS>;

export { mergeEffects };

/**
 * Returns effects that read what the transaction has written, and a function that returns what they read. Use it for a
 * response: after the commit, another transaction may already have stored the row under another name.
 */
export function readBeforeCommit<T>(read: (tx: Tx) => Promise<T>): { effects: Effects; value: () => T } {
  const values: T[] = [];
  return { effects: { followUps: [async (tx) => values.push(await read(tx))] }, value: () => values.at(-1) as T };
}

/** Writes all effects, with one statement for each table. */
export const applyEffects = (tx: Tx, all: readonly Effects[]): Promise<void> => writeEffects(tx, KINDS, all);

/**
 * Returns a rule for writes that depend on nothing. Its requests are their effects. Each call returns a different rule,
 * and only requests of the same rule share a transaction.
 */
export const effectsRule = (
  options: Pick<WriteRule<Effects, undefined, Effects, void>, 'isDurable'> = {},
): WriteRule<Effects, undefined, Effects, void> => ({
  ...options,
  load: async () => undefined,
  decide: (_, effects) => ({ effects, result: undefined }),
  apply: applyEffects,
});

/** Returns a rule whose requests each have a separate transaction, for rare writes. */
export const separateRule = <Request, Facts, Result>({
  load,
  decide,
}: {
  load(tx: Tx, request: Request): Promise<Facts>;
  decide(facts: Facts, request: Request): Decision<Effects, Result>;
}): WriteRule<Request, Facts, Effects, Result> => ({
  isAlone: true,
  load: (tx, [request]) => load(tx, request as Request),
  decide,
  apply: applyEffects,
});
