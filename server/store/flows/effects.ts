import type { NumberKey } from '../../engine/drivers/dialect.ts';
import { effectKind, rareEffect } from '../rules.ts';
import type { MovedRun } from './flow-runs.ts';
import { type StoppedRuns, stopRuns } from './stop-runs.ts';

export const flowEffects = {
  /** Runs of flows that the transaction has locked. */
  runs: effectKind<MovedRun>({ write: (tx, runs) => tx.flowRuns.move(runs), needsResponse: () => true }),

  /** Conversations that a run of a flow no longer controls. */
  freed: effectKind<NumberKey>({ write: (tx, freed) => tx.flowRuns.free(freed), needsResponse: () => true }),

  stoppedRuns: rareEffect<StoppedRuns>(stopRuns),

  /** Flows that were deleted while a run of them started. */
  lostFlows: rareEffect<NumberKey>((tx, { accountId, id }) => tx.flowRuns.deleteAll(accountId, id)),
};
