import type { ApiOperationId, Handlers } from '../operation.ts';
import { account } from './account.ts';
import { blockedNumbers } from './blocked-numbers.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { media } from './media.ts';
import { messages } from './messages.ts';
import { optOuts } from './opt-outs.ts';
import { reports } from './reports.ts';
import { templateLinks } from './template-links.ts';
import { templates } from './templates.ts';
import { webhooks } from './webhooks.ts';

/** Operations of the document that are not built yet; they answer 404 NOT_FOUND. The list only shrinks. */
export const PENDING = [
  'listFlows',
  'createFlow',
  'getFlow',
  'updateFlow',
  'deleteFlow',
  'listFlowRuns',
  'getFlowStats',
  'testFlow',
] as const satisfies readonly ApiOperationId[];

type Built = Omit<Handlers, (typeof PENDING)[number]>;

/** Every built operation: one that is neither here nor pending does not compile. */
export const handlers: Built = {
  ...account,
  ...blockedNumbers,
  ...contacts,
  ...conversations,
  ...media,
  ...messages,
  ...optOuts,
  ...reports,
  ...templateLinks,
  ...templates,
  ...webhooks,
};
