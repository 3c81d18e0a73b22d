import type { App } from '../../app/app.ts';
import { stopRuns } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';

/** The reason that is stored for stopped campaigns of a restored database. */
const PROBLEM =
  'restored from a backup: some recipients may already have received it; check with the provider, then resume';

/**
 * Stops the sends of a restored database, because messages that were queued at the time of the backup may have been
 * sent since. None is sent again. As after a crash during a send, each message waits for the callback that proves its
 * delivery, and is otherwise marked as failed. Campaigns and flow runs stop.
 */
export async function holdBackSends(app: App, tx: Tx): Promise<{ messages: number; campaigns: number }> {
  const messages = await tx.outbox.countAsBegun(['send-message', 'send-campaign-message']);
  let campaigns = 0;
  for (const { id: accountId } of await tx.accounts.list()) {
    await stopRuns(tx, { accountId, reason: 'other', at: app.monotonicNow() }); // flow-other-stops
    campaigns += await tx.campaigns.stopAll(accountId, PROBLEM);
  }
  return { messages, campaigns };
}
