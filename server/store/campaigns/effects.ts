import type { NumberKey } from '../../engine/drivers/dialect.ts';
import { effectKind, singleEffect } from '../rules.ts';
import type { RecipientChange, RecipientState, StoppedCampaign } from './campaigns.ts';

/** The result of one message of a campaign. */
export interface RecipientResult {
  accountId: number;
  campaignId: number;
  phone: string;
  state: RecipientState;
  reason: string | null;
}

/** A campaign that starts, stops, or has sent all of its messages. */
export interface MovedCampaign extends NumberKey {
  from: 'scheduled' | 'sending';
  state: 'sending' | 'done' | 'stopped';
  /** In microseconds since the epoch. */
  at: number;
  problem?: string;
}

export const campaignEffects = {
  /** Recipients whose turn has come. The transaction has locked their campaigns. */
  recipients: effectKind<RecipientChange>({ write: (tx, changes) => tx.campaigns.updateRecipients(changes) }),

  /** Campaigns in new states, unless they are no longer in the state `from`. */
  movedCampaigns: singleEffect<MovedCampaign>((tx, { accountId, id, from, state, ...change }) =>
    tx.campaigns.move(accountId, id, [from], state, change),
  ),

  results: singleEffect<RecipientResult>((tx, { accountId, campaignId, phone, state, reason }) =>
    tx.campaigns.setState(accountId, campaignId, phone, state, reason),
  ),

  stoppedCampaigns: effectKind<StoppedCampaign>({
    async write(tx, stops) {
      for (const stopped of stoppedOnce(stops)) {
        await tx.campaigns.stopRefused(stopped);
      }
    },
    isLast: true,
  }),
};

/** Returns one stop for each campaign, in a fixed order, so that two batches cannot deadlock. */
function stoppedOnce(stops: readonly StoppedCampaign[]): StoppedCampaign[] {
  const byCampaign = Map.groupBy(stops, ({ campaignId }) => campaignId);
  return [...byCampaign]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, own]) =>
      own.slice(0, 1).map((first) => ({
        ...first,
        since: Math.max(...own.map(({ since }) => since)),
        unsent: own.flatMap(({ unsent }) => unsent),
      })),
    );
}
