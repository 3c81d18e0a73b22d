import type { ApiOperationId, Handlers } from '../operation.ts';
import { account } from './account.ts';
import { media } from './media.ts';
import { messages } from './messages.ts';

/** Operations of the document that are not built yet; they answer 404 NOT_FOUND. The list only shrinks. */
export const PENDING = [
  'sendTemplateByQuery',
  'sendTemplateByPathKey',
  'listTemplates',
  'getWindow',
  'listContacts',
  'upsertContact',
  'getContact',
  'updateContact',
  'listOptOuts',
  'addOptOut',
  'removeOptOut',
  'listBlockedNumbers',
  'blockNumber',
  'unblockNumber',
  'listConversations',
  'getConversation',
  'listConversationMessages',
  'updateConversation',
  'listFlows',
  'createFlow',
  'getFlow',
  'updateFlow',
  'deleteFlow',
  'listFlowRuns',
  'getFlowStats',
  'testFlow',
  'getStats',
  'listLabels',
  'listAgents',
  'testWebhook',
] as const satisfies readonly ApiOperationId[];

type Built = Omit<Handlers, (typeof PENDING)[number]>;

/** Every built operation: one that is neither here nor pending does not compile. */
export const handlers: Built = { ...account, ...media, ...messages };
