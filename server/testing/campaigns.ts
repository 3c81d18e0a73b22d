import type { App } from '../app/app.ts';
import { decideNext, loadNext } from '../domain/campaigns/campaign-messages.ts';
import type { Campaign } from '../store/campaigns/campaigns.ts';
import { applyEffects } from '../store/effects.ts';
import type { Tx } from '../store/index.ts';

/** Creates the next messages of a campaign in the caller's transaction, and returns their number. */
export async function queueNext(app: App, tx: Tx, campaign: Campaign, most: number): Promise<{ queued: number }> {
  const { effects, queued } = decideNext(await loadNext(app, tx, campaign, most));
  await applyEffects(tx, [effects]);
  return { queued };
}
