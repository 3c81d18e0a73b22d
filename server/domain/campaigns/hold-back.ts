import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/** Why campaigns of a restored database are stopped. */
const PROBLEM =
  'restored from a backup: some recipients may already have received it; check with the provider, then resume';

/**
 * Stops the sends of a restored database, because messages that were queued at the backup may have left since. None is
 * sent again: a message waits for the callback that proves its delivery and otherwise fails visibly, like one whose
 * process died while sending it. Campaigns and flow runs stop.
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
