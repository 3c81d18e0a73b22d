import { queryOptions } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';

type Schemas = AdminComponents['schemas'];
export type Account = Schemas['Account'];
export type Installation = Schemas['Installation'];
export type Queue = Schemas['Queue'];
export type CallbackProblem = Schemas['CallbackProblem'];
export type Module = Schemas['Module'];

/** How often the state of the queues is read, in milliseconds. */
const QUEUES_EVERY = 10_000;

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: () => bodyOf(admin.GET('/installation')),
  refetchInterval: QUEUES_EVERY,
});

export const problemsQuery = queryOptions({
  queryKey: ['callback-problems'],
  queryFn: async () => (await bodyOf(admin.GET('/callbacks/problems'))).problems,
});

/** What the tasks of each queue do. */
export const QUEUES: Readonly<Record<string, string>> = {
  send: 'Sends of messages',
  campaign: 'Sends of campaigns',
  callback: 'Callbacks of Meta',
  deliver: 'Webhook deliveries',
  endpoint: 'Deliveries to other endpoints',
  flow: 'Flow steps',
};

/** What can be done about callbacks that could not be used. */
export const PROBLEM_FIXES: Readonly<Record<CallbackProblem['kind'], string>> = {
  not_connected: 'Connect the number, page or account, or remove its subscription in the Meta app.',
  unreadable: 'Report it with the log of the server: Meta sent something unknown.',
  unknown_message: 'Nothing, if another program also sends with this number.',
  provider_error: 'Follow what Meta says.',
  unfinished: 'Nothing: an event that should have followed never came.',
  failed: 'Look in the log of the server, and report it.',
};

export const MODULES: Readonly<Record<Module, string>> = {
  api: 'API: programs of the account may use keys',
  webhook: 'Webhooks: events are sent',
  flows: 'Flows',
};
