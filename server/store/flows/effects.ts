import type { NumberKey } from '../../engine/drivers/dialect.ts';
import { effectKind, singleEffect } from '../rules.ts';
import type { MovedRun } from './flow-runs.ts';
import type { Flow } from './flows.ts';
import { type StoppedRuns, stopRuns } from './stop-runs.ts';

export const flowEffects = {
  /** Runs of flows that the transaction has locked. */
  runs: effectKind<MovedRun>({ write: (tx, runs) => tx.flowRuns.move(runs), needsResponse: () => true }),

  /** Conversations that a run of a flow no longer controls. */
  freed: effectKind<NumberKey>({ write: (tx, freed) => tx.flowRuns.free(freed), needsResponse: () => true }),

  stoppedRuns: singleEffect<StoppedRuns>(stopRuns),

  newFlows: singleEffect<Flow>((tx, flow) => tx.flows.insert(flow)),

  changedFlows: singleEffect<Flow>((tx, flow) => tx.flows.update(flow)),

  /** Flows whose waiting steps may be due earlier or later. */
  rescheduledFlows: singleEffect<NumberKey & { at: number }>((tx, { accountId, id, at }) =>
    tx.flowRuns.runNow(accountId, id, at),
  ),

  /** Deleted flows that still have runs. */
  lostFlows: singleEffect<NumberKey>((tx, { accountId, id }) => tx.flowRuns.deleteAll(accountId, id)),

  /** Flows to delete, whose rows the transaction has locked. */
  deletedFlows: singleEffect<NumberKey>((tx, { accountId, id }) => tx.flows.delete(accountId, id)),
};
