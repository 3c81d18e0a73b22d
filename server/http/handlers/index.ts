import type { Handlers } from '../operation.ts';
import { account } from './account.ts';
import { blockedNumbers } from './blocked-numbers.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { flows } from './flows.ts';
import { media } from './media.ts';
import { messages } from './messages.ts';
import { optOuts } from './opt-outs.ts';
import { reports } from './reports.ts';
import { templateLinks } from './template-links.ts';
import { templates } from './templates.ts';
import { webhooks } from './webhooks.ts';

/** Every operation of the document: one that is missing does not compile. */
export const handlers: Handlers = {
  ...account,
  ...blockedNumbers,
  ...contacts,
  ...conversations,
  ...flows,
  ...media,
  ...messages,
  ...optOuts,
  ...reports,
  ...templateLinks,
  ...templates,
  ...webhooks,
};
