import type { App } from '../../app.ts';
import type { Stopped, StopReason } from '../../store/flows/flow-runs.ts';
import type { Tx } from '../../store/index.ts';

/** Stops runs: they send nothing more, and the conversations that they drove are open again (§2.11, bot-status). */
export async function stopFlowRuns(
  app: App,
  tx: Tx,
  accountId: number,
  which: Stopped,
  reason: StopReason,
): Promise<void> {
  if (which.phone !== undefined) {
    // Code that locks both must lock conversations first. Otherwise two transactions could deadlock.
    await tx.flowRuns.holdConversations(accountId, which.phone);
  }
  const stopped = await tx.flowRuns.stop(accountId, which, reason, app.monotonicNow());
  if (stopped.length > 0) {
    await tx.outbox.cancel(stopped.map(({ id }) => ({ accountId, task: 'run-flow-step', subject: String(id) })));
    await tx.flowRuns.free(stopped.map(({ conversationId: id }) => ({ accountId, id })));
  }
}
