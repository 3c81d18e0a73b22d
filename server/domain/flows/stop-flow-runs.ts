import type { App } from '../../app/app.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { FlowRun, FlowStopReason, Stopped } from '../../store/flows/flow-runs.ts';
import type { Tx } from '../../store/index.ts';

/** How many runs to stop with one statement. */
const MAX_AT_ONCE = 500;

/** Stops runs: they send nothing more, and the conversations that they drove are open again (§2.11, bot-status). */
export async function stopFlowRuns(
  app: App,
  tx: Tx,
  accountId: number,
  which: Stopped,
  reason: FlowStopReason,
): Promise<void> {
  if (which.phone !== undefined) {
    // Code that locks both must lock conversations first. Otherwise two transactions could deadlock.
    await tx.flowRuns.holdConversations(accountId, which.phone);
  }
  const at = app.monotonicNow();
  let runs: FlowRun[];
  do {
    runs = await tx.flowRuns.listToStop(accountId, which, MAX_AT_ONCE);
    if (runs.length > 0) {
      const cancelled = runs.map(({ id }) => ({ accountId, task: 'run-flow-step', subject: String(id) }) as const);
      await applyEffects(tx, [{ ...endRuns(runs.map((run) => stoppedRun(run, reason, at))), cancelled }]);
    }
  } while (runs.length === MAX_AT_ONCE);
}

/** Returns a run after it has stopped. */
export const stoppedRun = (run: FlowRun, stopReason: FlowStopReason, finishedAt: number): FlowRun => ({
  ...run,
  status: 'stopped',
  stopReason,
  finishedAt,
});

/** Returns the effects of runs that have ended. The transaction has locked them. */
export const endRuns = (runs: readonly FlowRun[]): Pick<Effects, 'runs' | 'freed'> => ({
  runs: runs.map((run) => ({ ...run, nextStepAt: null })),
  freed: runs.map(({ accountId, conversationId: id }) => ({ accountId, id })),
});
