import type { components } from '@wigwag/openapi';
import type { App } from '../app.ts';
import type { Tx } from '../store/index.ts';
import type { Template } from '../store/templates.ts';
import { acceptMessage } from './accept-message.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import { requireConnection, requireFeature, requireProvider } from './connection.ts';
import { requireHttps } from './media.ts';
import { requireRecipient } from './recipient.ts';
import { requireMarketingAllowed, requireNotBlocked } from './stop-lists.ts';
import { bodyText, fillTemplate, type GivenParts } from './template-variables.ts';

/** A template to be sent, as the body of the POST or the query of the GET asks for it. */
export type TemplateDraft = Omit<components['schemas']['SendTemplateRequest'], 'variables'> &
  Pick<GivenParts, 'variables' | 'place'>;

/** Accepts a template message (§2.4, §4.2): the order of the rules is the order of precedence between errors. */
export async function sendTemplate(
  app: App,
  tx: Tx,
  caller: Caller,
  draft: TemplateDraft,
): Promise<components['schemas']['SendResult']> {
  requireFeature(draft.channel, 'template');
  const connection = await requireConnection(tx, caller, draft.channel, draft.connection_id);
  const recipient = requireRecipient(draft.channel, draft.to, caller.account.country);
  await requireNotBlocked(tx, caller, recipient);
  const template = await requireTemplate(tx, caller, draft.name, draft.language);
  requireApproved(template);
  await requireMarketingAllowed(tx, caller, recipient, template);
  if (draft.header?.url !== undefined) {
    requireHttps(app, draft.header.url, 'header.url');
  }
  const filled = fillTemplate(template, draft);
  requireProvider(connection, caller, app.stamp());
  return acceptMessage(app, tx, caller, {
    connection,
    recipient,
    type: 'template',
    text: bodyText(template, filled),
    content: filled,
  });
}

/** @throws {ApiError} TEMPLATE_NOT_FOUND, or VALIDATION_FAILED that lists the languages when the name alone is not enough */
async function requireTemplate(tx: Tx, caller: Caller, name: string, language: string | undefined): Promise<Template> {
  const named = await tx.templates.findByName(caller.account.id, name);
  const matching = language === undefined ? named : named.filter((template) => template.language === language);
  const [first, second] = matching;
  if (!first) {
    const where = language !== undefined && named.length > 0 ? `${name} in ${language}` : name;
    throw new ApiError('TEMPLATE_NOT_FOUND', { name: where }, { param: named.length > 0 ? 'language' : 'name' });
  }
  if (second) {
    const languages = matching.map((template) => template.language);
    const message = `must be given: the template ${name} exists in ${languages.join(', ')}`;
    throw new ApiError(
      'VALIDATION_FAILED',
      { problem: `language ${message}` },
      { param: 'language', errors: [{ field: 'language', message }], available_languages: languages },
    );
  }
  return first;
}

/** @throws {ApiError} TEMPLATE_NOT_APPROVED (§2.5) */
function requireApproved(template: Template): void {
  if (template.status !== 'APPROVED') {
    throw new ApiError('TEMPLATE_NOT_APPROVED', { name: template.name, status: template.status }, { param: 'name' });
  }
}
