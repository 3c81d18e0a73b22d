import { queryOptions } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import type { Tone } from '../../parts/feedback.tsx';

export type Campaign = AdminComponents['schemas']['Campaign'];
export type Recipient = AdminComponents['schemas']['Recipient'];
export type RecipientState = AdminComponents['schemas']['RecipientState'];

/** How often the progress of a campaign that sends is read, in milliseconds. */
const INTERVAL = 3_000;
/** A list of campaigns has more to read. */
const LIST_INTERVAL = 6_000;
/** A running server works on a campaign every two seconds. */
const IDLE_SECONDS = 6;

export const STATES: Readonly<Record<Campaign['state'], { text: string; tone: Tone }>> = {
  loading: { text: 'List not complete', tone: 'warn' },
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

/** Returns how many recipients a server has handled. */
export const handled = ({ recipients, waiting }: Campaign): number => recipients - waiting;

/** Returns how many messages were handed to the provider. */
export const sentOf = ({ sent, delivered, read }: Campaign): number => sent + delivered + read;

/** Returns whether the campaign has work that no server does. */
export const isIdle = ({ state, idle_seconds }: Campaign): boolean =>
  state === 'sending' && idle_seconds > IDLE_SECONDS;

/** A message that left may still be delivered, read or refused. */
const isMoving = ({ state, queued }: Campaign): boolean => state === 'sending' || queued > 0;

export const campaignQuery = (account: string, campaign: number) =>
  queryOptions({
    queryKey: ['campaigns', account, campaign],
    queryFn: () =>
      bodyOf(admin.GET('/accounts/{account}/campaigns/{campaign}', { params: { path: { account, campaign } } })),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? INTERVAL : false),
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
    refetchInterval: ({ state: { data } }) => (data?.some(isMoving) ? LIST_INTERVAL : false),
  });

/** Returns a share in percent with one decimal. */
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toLocaleString(undefined, { maximumFractionDigits: 1 })} %`;
