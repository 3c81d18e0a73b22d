import { queryOptions } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import type { Tone } from '../../parts/feedback.tsx';

export type Campaign = AdminComponents['schemas']['Campaign'];
export type Recipient = AdminComponents['schemas']['Recipient'];
export type RecipientState = AdminComponents['schemas']['RecipientState'];

/** How often a campaign that sends is read, in milliseconds. Its statuses are no events (section 6). */
const INTERVAL = 3_000;
/** How often a campaign is read that people still receive and read. A list of campaigns has more to read. */
const SLOW_INTERVAL = 10_000;
/** How long after its end most people have received and read a campaign, in milliseconds. */
const SETTLES = 3_600_000;
/** A running server works on a campaign every two seconds. */
const IDLE_SECONDS = 6;

export const STATES: Readonly<Record<Campaign['state'], { text: string; tone: Tone }>> = {
  loading: { text: 'List not complete', tone: 'warn' },
  scheduled: { text: 'Scheduled', tone: 'info' },
  sending: { text: 'Sending', tone: 'info' },
  stopped: { text: 'Stopped', tone: 'warn' },
  done: { text: 'Done', tone: 'good' },
};

export const RECIPIENT_STATES: Readonly<Record<RecipientState, { text: string; tone: Tone }>> = {
  waiting: { text: 'Waiting', tone: 'neutral' },
  queued: { text: 'Queued', tone: 'neutral' },
  sent: { text: 'Sent', tone: 'info' },
  delivered: { text: 'Delivered', tone: 'good' },
  read: { text: 'Read', tone: 'good' },
  skipped: { text: 'Skipped', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
};

/** What the reasons mean that campaigns give for recipients without a message. */
export const REASONS: Readonly<Record<string, string>> = {
  opted_out: 'Opted out of marketing',
  blocked: 'On the block list',
  recipient_invalid: 'Cannot receive this message',
};

/** Returns what people call a campaign. */
export const titleOf = ({ name, template }: Campaign): string => name ?? template;

/** Returns the number of people to whom the campaign is to be sent: the base of its percentages. */
export const addressed = ({ recipients, skipped }: Campaign): number => recipients - skipped;

/** Returns how many of them a server has handled. */
export const handled = (campaign: Campaign): number => addressed(campaign) - campaign.waiting;

/** Returns how many messages were handed to the provider. */
export const sentOf = ({ sent, delivered, read }: Campaign): number => sent + delivered + read;

/** Returns whether the campaign has work that no server does. */
export const isIdle = ({ state, starts_at, idle_seconds }: Campaign): boolean =>
  idle_seconds > IDLE_SECONDS &&
  (state === 'sending' || (state === 'scheduled' && isDue(starts_at, IDLE_SECONDS * 1_000)));

/** Returns whether the start was this many milliseconds ago. */
const isDue = (startsAt: string | null, ago: number): boolean =>
  startsAt !== null && Date.parse(startsAt) + ago < Date.now();

/** Returns when a campaign is read again. */
function intervalOf(campaign: Campaign | undefined): number | false {
  if (!campaign) {
    return false;
  }
  const { state, starts_at, queued, finished_at } = campaign;
  if (state === 'scheduled') {
    return isDue(starts_at, 0) ? INTERVAL : SLOW_INTERVAL;
  }
  if (state === 'sending' || queued > 0) {
    return INTERVAL;
  }
  const isFresh = finished_at !== null && Date.now() - Date.parse(finished_at) < SETTLES;
  return isFresh && campaign.read < sentOf(campaign) ? SLOW_INTERVAL : false;
}

export const campaignQuery = (account: string, campaign: number) =>
  queryOptions({
    queryKey: ['campaigns', account, campaign],
    queryFn: () =>
      bodyOf(admin.GET('/accounts/{account}/campaigns/{campaign}', { params: { path: { account, campaign } } })),
    refetchInterval: ({ state: { data } }) => intervalOf(data),
  });

export const campaignsQuery = (account: string, limit: number) =>
  queryOptions({
    queryKey: ['campaigns', account, 'list', limit],
    queryFn: async () => {
      const path = { account };
      const { campaigns } = await bodyOf(
        admin.GET('/accounts/{account}/campaigns', { params: { path, query: { limit } } }),
      );
      return campaigns.toReversed(); // newest first
    },
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data } }) => (data?.some((one) => intervalOf(one) !== false) ? SLOW_INTERVAL : false),
  });
