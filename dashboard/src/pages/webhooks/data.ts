import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AdminComponents, EventName } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import type { Tone } from '../../parts/feedback.tsx';

type Schemas = AdminComponents['schemas'];
export type Endpoint = Schemas['Endpoint'];
export type Delivery = Schemas['Delivery'];
export type Attempt = Schemas['Attempt'];
export type DeliveryState = Schemas['DeliveryState'];
export type DeliveryList = Schemas['DeliveryList'];

/** The states of a delivery: its word, its tone, and what it means. */
export const STATES: Readonly<Record<DeliveryState, { text: string; tone: Tone; about: string }>> = {
  delivered: { text: 'Delivered', tone: 'good', about: 'Your server accepted the event.' },
  pending: { text: 'Pending', tone: 'info', about: 'The event will be sent, or tried again.' },
  failed: { text: 'Failed', tone: 'bad', about: 'All attempts failed. Replay the event when your server works again.' },
  waiting: { text: 'Waiting', tone: 'warn', about: 'The event is sent as soon as the endpoint is enabled or resumed.' },
  missed: {
    text: 'Missed',
    tone: 'warn',
    about: 'The event happened while the endpoint was disabled. Replay it to send it.',
  },
};

/** How often a pending delivery has failed so far. */
export const failuresOf = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): number =>
  state === 'pending' ? attempts.filter(({ problem }) => problem !== null).length : 0;

/** Returns what the state of a delivery means for the receiver. */
export function meaningOf(delivery: Pick<Delivery, 'state' | 'attempts' | 'sample'>): string {
  const { state, sample } = delivery;
  if (failuresOf(delivery) > 0) {
    return 'Your server did not accept the event yet. It is tried again automatically; when your server works again, you can retry it at once.';
  }
  return sample && state === 'failed'
    ? 'All attempts failed. Samples are not replayed: send another one when your server works again.'
    : STATES[state].about;
}

/** What the list shows: a state, or pending deliveries that have failed. */
export type StateFilter = DeliveryState | 'failing';

const REPLAYABLE: readonly DeliveryState[] = ['delivered', 'failed', 'missed'];

/** Returns whether a delivery can be replayed: the others will be attempted anyway. */
export const isReplayable = ({ state, sample }: Pick<Delivery, 'state' | 'sample'>): boolean =>
  !sample && REPLAYABLE.includes(state);

/** Periods that end now, in hours. */
export const PERIODS = { '1h': 1, '24h': 24, '7d': 7 * 24 } as const;
export type Period = keyof typeof PERIODS;

/** Which deliveries are shown: the search of the page's address. */
export interface DeliveryFilter {
  state?: StateFilter;
  event?: EventName;
  period?: Period;
  /** The ID of an endpoint. */
  endpoint?: number;
}

const PAGE = 50;

/** The endpoint of the specification's one address, which every account has, perhaps without an address. */
export const FIRST_ENDPOINT = 1;

/** All endpoints, in the order of their IDs. The first one is always there. */
export const endpointsQuery = (account: string) =>
  queryOptions({
    queryKey: ['endpoints', account],
    queryFn: async () =>
      (await bodyOf(admin.GET('/accounts/{account}/endpoints', { params: { path: { account } } }))).endpoints,
  });

/** Returns whether events are sent to an endpoint now, so that a replay arrives. */
export const takesEvents = ({ url, is_enabled, is_paused }: Endpoint): boolean =>
  url !== null && is_enabled && !is_paused;

/** Returns what people call an endpoint: its name, or its address without the scheme. */
export const nameOf = ({ name, url }: Pick<Endpoint, 'name' | 'url'>): string =>
  name ?? url?.replace(/^https?:\/\//, '') ?? 'First endpoint';

/** Returns the name of an endpoint by its ID. Deliveries stay when their endpoint is removed. */
export function nameOfId(endpoints: readonly Endpoint[], id: number): string {
  const endpoint = endpoints.find((one) => one.id === id);
  return endpoint ? nameOf(endpoint) : `Removed endpoint ${id}`;
}

/** Returns the path of an endpoint for a call of the admin API. */
export const endpointPath = (account: string, endpoint: number) => ({ params: { path: { account, endpoint } } });

/** The deliveries, the newest first. Each page is older than the one before. */
export const deliveriesQuery = (account: string, { state, event, period, endpoint }: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', account, { state, event, period, endpoint }],
    queryFn: async ({ pageParam: before }) => {
      const from = period && new Date(Date.now() - PERIODS[period] * 3_600_000).toISOString();
      const query = {
        limit: PAGE,
        ...(state === 'failing' ? { failing: true } : state && { state: [state] }),
        ...(event && { event }),
        ...(endpoint !== undefined && { endpoint }),
        ...(from && { from }),
        ...(before !== undefined && { before }),
      };
      const { deliveries, next } = await bodyOf(
        admin.GET('/accounts/{account}/deliveries', { params: { path: { account }, query } }),
      );
      return { deliveries: deliveries.toReversed(), next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const rowsOf = (data: InfiniteData<DeliveryList> | undefined): Delivery[] | undefined =>
  data?.pages.flatMap(({ deliveries }) => deliveries);

export const deliveryQuery = (account: string, delivery: string) =>
  queryOptions({
    queryKey: ['delivery', account, delivery],
    queryFn: () =>
      bodyOf(admin.GET('/accounts/{account}/deliveries/{delivery}', { params: { path: { account, delivery } } })),
  });

/** Makes the next attempt of a pending delivery now. */
export const retryOne = (account: string, delivery: string) =>
  bodyOf(admin.POST('/accounts/{account}/deliveries/{delivery}/retry', { params: { path: { account, delivery } } }));

/** Replays one delivery. */
export const replayOne = (account: string, delivery: string) =>
  bodyOf(admin.POST('/accounts/{account}/deliveries/{delivery}/replay', { params: { path: { account, delivery } } }));

/** Returns what a person can do about a failed attempt; undefined if it did not fail. */
export function adviceOn({
  status_code: status,
  problem,
}: Pick<Attempt, 'status_code' | 'problem'>): string | undefined {
  if (problem === null) {
    return undefined;
  }
  if (status === null) {
    return 'Check that your server runs, responds within 10 seconds, and has a valid certificate at this address. For Redis, NATS and RabbitMQ, also check the user name and the password.';
  }
  const [, advice = 'Make the handler return a status from 200 to 299.'] =
    ADVICE.find(([matches]) => matches(status)) ?? [];
  return advice;
}

const ADVICE: readonly (readonly [matches: (status: number) => boolean, advice: string])[] = [
  [
    (status) => status === 401 || status === 403,
    'Your server refused the event. Check that it verifies the signature with the current signing secret, over the raw body.',
  ],
  [
    (status) => status === 404 || status === 405,
    'Check the path of the address: your server has no handler for POST there.',
  ],
  [(status) => status === 410, 'A 410 disables the endpoint. Return another status, then enable the endpoint again.'],
  [(status) => status === 429, 'Your server refused too many requests. Accept the event first, and process it later.'],
  [(status) => status >= 500, 'Your server failed. Find the time of the attempt in its log, and fix the handler.'],
  [(status) => status >= 300 && status < 400, 'Redirects are not followed. Set the final address as the endpoint.'],
];
