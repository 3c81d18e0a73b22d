import { account } from './account/handlers.ts';
import { blockedNumbers } from './blocked-numbers/handlers.ts';
import { contacts } from './contacts/handlers.ts';
import { conversations } from './conversations/handlers.ts';
import { flows } from './flows/handlers.ts';
import { media } from './media/handlers.ts';
import { messages } from './messages/handlers.ts';
import { templateLinks } from './messages/template-links.ts';
import type { Handlers } from './operation.ts';
import { optOuts } from './opt-outs/handlers.ts';
import { reports } from './reports/handlers.ts';
import { templates } from './templates/handlers.ts';
import { webhooks } from './webhooks/handlers.ts';

/** The handlers of all operations in the API document. If one is missing, this does not compile. */
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
