import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/** Why campaigns of a restored database stand still. */
const PROBLEM = 'restored from a backup: some of those who wait may have got it since; see the provider, then resume';

/**
 * After a restore: what was queued when the backup was made may have left since. Nothing of it is sent again: a message waits for the
 * callback that proves it and else fails visibly, as one over which a process died; campaigns stop, and so do runs of flows.
 */
export async function holdBackSends(app: App, tx: Tx): Promise<{ messages: number; campaigns: number }> {
  const messages = await tx.outbox.countAsBegun(['send-message', 'send-campaign-message']);
  let campaigns = 0;
  for (const { id: accountId } of await tx.accounts.list()) {
    await stopFlowRuns(app, tx, accountId, {}, 'agent'); // flow-other-stops
    campaigns += await tx.campaigns.stopAll(accountId, PROBLEM);
  }
  return { messages, campaigns };
}
