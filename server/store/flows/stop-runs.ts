import type { Tx } from '../queries.ts';
import type { FlowRun, FlowStopReason, Stopped } from './flow-runs.ts';

/** Runs to stop: they send nothing more, and the conversations that they drove are open again (§2.11, bot-status). */
export interface StoppedRuns extends Stopped {
  accountId: number;
  reason: FlowStopReason;
  /** In microseconds since the epoch. */
  at: number;
}

/** How many runs to stop with one statement. */
const MAX_AT_ONCE = 500;

/** Stops runs, and cancels their tasks. */
export async function stopRuns(tx: Tx, { accountId, reason, at, ...which }: StoppedRuns): Promise<void> {
  if (which.phone !== undefined) {
    // Code that locks both must lock conversations first. Otherwise two transactions could deadlock.
    await tx.flowRuns.lockConversations(accountId, which.phone);
  }
  let runs: FlowRun[];
  do {
    runs = await tx.flowRuns.listToStop(accountId, which, MAX_AT_ONCE);
    await tx.flowRuns.move(runs.map((run) => stoppedRun(run, reason, at)));
    await tx.flowRuns.free(runs.map(({ conversationId: id }) => ({ accountId, id })));
    await tx.outbox.cancel(runs.map(({ id }) => ({ accountId, task: 'run-flow-step', subject: String(id) })));
  } while (runs.length === MAX_AT_ONCE);
}

/** Returns a run after it has stopped. */
export const stoppedRun = (run: FlowRun, stopReason: FlowStopReason, finishedAt: number): FlowRun => ({
  ...run,
  status: 'stopped',
  stopReason,
  nextStepAt: null,
  finishedAt,
});
