import type { Schemas } from '@wigwag/sdk';
import type { admin, ServedRequest } from '@wigwag/server';
import { localIso, localTime } from '../../output/local-time.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { Theme } from '../parts/theme.ts';
import type { ListView } from './ListTab.tsx';

export type Delivery = admin.AdminOutput<'listDeliveries'>['deliveries'][number];
export type Campaign = admin.AdminOutput<'listCampaigns'>['campaigns'][number];
export type Flow = Schemas['Flow'];

const timeOf = (at: string): string => localTime(new Date(at));

/** Returns a record as indented JSON, safe for a terminal. */
const jsonOf = (record: object): string[] => JSON.stringify(record, null, 2).split('\n').map(onOneLine);

const DELIVERY_COLOURS: Record<string, keyof Theme> = {
  delivered: 'good',
  pending: 'busy',
  waiting: 'busy',
  failed: 'bad',
  missed: 'bad',
};

export const DELIVERIES: ListView<Delivery> = {
  noun: 'deliveries',
  keyOf: ({ id }) => id,
  columns: [
    { heading: 'TIME', width: 8, rank: 3, text: ({ created_at }) => timeOf(created_at) },
    { heading: 'ID', width: 25, rank: 1, cutAt: 'start', text: ({ id }) => id },
    {
      heading: 'STATE',
      width: 10,
      rank: 2,
      text: ({ state }) => state,
      colour: ({ state }) => DELIVERY_COLOURS[state],
    },
    { heading: 'HTTP', width: 4, rank: 5, text: ({ attempts }) => String(attempts.at(-1)?.status_code ?? '') },
    { heading: 'TRIES', width: 5, rank: 6, text: ({ attempts }) => String(attempts.length) },
    { heading: 'EVENT', width: 16, rank: 4, text: ({ event }) => event },
  ],
  detailsOf: (delivery) => jsonOf(delivery),
  empty: 'no deliveries yet: set a webhook address with `wigwag admin webhook set`',
};

const CAMPAIGN_COLOURS: Record<Campaign['state'], keyof Theme> = {
  loading: 'busy',
  scheduled: 'quiet',
  sending: 'busy',
  stopped: 'bad',
  done: 'good',
};

export const CAMPAIGNS: ListView<Campaign> = {
  noun: 'campaigns',
  keyOf: ({ campaign_id }) => String(campaign_id),
  columns: [
    { heading: 'ID', width: 6, rank: 1, text: ({ campaign_id }) => String(campaign_id) },
    { heading: 'STATE', width: 9, rank: 2, text: ({ state }) => state, colour: ({ state }) => CAMPAIGN_COLOURS[state] },
    { heading: 'LIST', width: 7, rank: 6, text: ({ recipients }) => String(recipients) },
    { heading: 'READ', width: 6, rank: 5, text: ({ read }) => String(read), colour: () => 'good' },
    {
      heading: 'FAILED',
      width: 6,
      rank: 4,
      text: ({ failed }) => String(failed),
      colour: ({ failed }) => (failed ? 'bad' : undefined),
    },
    { heading: 'TEMPLATE', width: 20, rank: 3, text: ({ template, language }) => `${template} (${language})` },
  ],
  detailsOf: (campaign) => jsonOf(campaign),
  empty: 'no campaigns yet: start one with `wigwag admin campaigns send`',
};

export const FLOWS: ListView<Flow> = {
  noun: 'flows',
  keyOf: ({ id }) => String(id),
  columns: [
    { heading: 'ID', width: 6, rank: 1, text: ({ id }) => String(id) },
    {
      heading: 'STATE',
      width: 8,
      rank: 3,
      text: ({ is_active }) => (is_active ? 'active' : 'inactive'),
      colour: ({ is_active }) => (is_active ? 'good' : 'quiet'),
    },
    { heading: 'STEPS', width: 5, rank: 4, text: ({ steps }) => String(steps.length) },
    { heading: 'NAME', width: 20, rank: 2, text: ({ name }) => name },
  ],
  detailsOf: (flow) => jsonOf(flow),
  empty: 'no flows yet: write one with `wigwag flows init`, then `wigwag flows create`',
};

/** Requests whose client disconnected have the status 0. */
const statusColour = ({ status }: ServedRequest): keyof Theme =>
  status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'busy' : 'good';

export const REQUESTS: ListView<ServedRequest> = {
  noun: 'requests',
  keyOf: ({ at, request_id, path }) => `${request_id ?? at} ${path}`,
  columns: [
    { heading: 'TIME', width: 8, rank: 4, text: ({ at }) => timeOf(at) },
    { heading: 'HTTP', width: 4, rank: 1, text: ({ status }) => String(status), colour: statusColour },
    { heading: 'METHOD', width: 6, rank: 3, text: ({ method }) => method },
    { heading: 'MS', width: 5, rank: 5, text: ({ ms }) => String(ms) },
    {
      heading: 'PATH',
      width: 20,
      rank: 2,
      // Few requests have an error, so it has no column that would cut every path.
      text: ({ error, path }) => (error === null ? path : `${error}  ${path}`),
      colour: ({ error }) => (error === null ? undefined : 'bad'),
    },
  ],
  detailsOf: (request) => jsonOf(request),
  empty: 'no requests yet',
};

export type Person = Schemas['Conversation'];

/** The people of `wigwag dev`, whose side the user plays. */
export const peopleView = (send: NonNullable<ListView<Person>['write']>['send']): ListView<Person> => ({
  noun: 'people',
  keyOf: ({ connection_id, phone }) => `${connection_id} ${phone}`,
  columns: [
    { heading: 'ID', width: 20, rank: 1, text: ({ phone }) => phone },
    { heading: 'CHANNEL', width: 9, rank: 3, text: ({ channel }) => channel },
    { heading: 'NAME', width: 14, rank: 2, text: ({ name, username }) => name || (username ?? '') },
  ],
  detailsOf: ({ phone, channel, connection_id, last_message }) => [
    `${onOneLine(phone)} writes on ${channel} to ${connection_id}`,
    '',
    `last message  ${localIso(last_message?.at ?? '-')}`,
    onOneLine(last_message?.text ?? ''),
  ],
  empty: 'no one has written yet: press w to write as Ada',
  write: { prompt: 'as the customer', send },
});
