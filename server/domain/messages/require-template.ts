import type { MediaKind } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isUserId } from '../../base/user-id.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { Template } from '../../store/templates/templates.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { requireFeature, requireProvider } from '../connections/connection.ts';
import { requireHttps, requireSendable, requireUpload, type Uploads } from '../media/media.ts';
import { requireMarketingAllowed, requireNotBlocked } from '../opt-outs/stop-lists.ts';
import { isLanguage } from '../templates/language.ts';
import { bodyText, fillTemplate } from '../templates/template-variables.ts';
import type { Accepted } from './accept-message.ts';
import type { TemplateInput } from './message-input.ts';
import { requirePerson } from './recipient.ts';
import { requireSendConnection } from './send-connection.ts';
import { loadSendFacts, type SendFacts, type SendRequest } from './send-facts.ts';

/**
 * Checks the URL of a header's file, for a message that would otherwise be accepted. This calls the network, so it runs
 * outside the transaction. The template's own sample is not checked, because the provider stores it.
 *
 * @throws {ApiError} the errors of `requireTemplateMessage`, and MEDIA_URL_INVALID, MEDIA_TOO_LARGE or
 * MEDIA_TYPE_UNSUPPORTED
 */
export async function checkTemplateMedia(app: App, caller: Caller, input: TemplateInput): Promise<void> {
  if (input.header?.url !== undefined) {
    const facts = await loadSendFacts(app.store.read, [{ app, caller, input }], false);
    const { content } = requireTemplateMessage(facts, { app, caller }, input);
    const { header } = content as FilledTemplate;
    if (header?.url !== undefined) {
      await requireSendable(app, header.url, kindOfHeader(header), 'header.url');
    }
  }
}

/**
 * Checks a template message (§2.4, §4.2) of an API request or of a campaign. The order of the checks determines which
 * error takes precedence.
 *
 * @throws {ApiError}
 */
export function requireTemplateMessage(
  facts: SendFacts,
  { app, caller, campaignId }: Pick<SendRequest, 'app' | 'caller' | 'campaignId'>,
  input: TemplateInput,
): Accepted {
  requireFeature(input.channel, 'template');
  const connection = requireSendConnection(facts, { caller, input });
  const recipient = requirePerson(facts, caller, connection, input.to);
  requireNotBlocked(facts, caller, recipient);
  const named = facts.templates.get(keyString({ accountId: caller.account.id, id: input.name })) ?? [];
  const template = requireTemplate(named, input.name, input.language);
  requireApproved(template);
  requireNumber(template, recipient);
  requireMarketingAllowed(facts, caller, recipient, template, campaignId !== undefined);
  if (input.header?.url !== undefined) {
    requireHttps(app, input.header.url, 'header.url');
  }
  const filled = fillTemplate(template, input);
  const header = filled.header && requireHeaderFile(facts.uploads, app, caller, connection, filled.header);
  requireProvider(connection, caller, app.monotonicNow());
  return {
    connection,
    recipient,
    type: 'template',
    text: bodyText(template, filled),
    content: { ...filled, ...(header && { header }) } satisfies FilledTemplate,
    ...(campaignId !== undefined && { campaignId }),
  };
}

type Header = NonNullable<FilledTemplate['header']>;

const kindOfHeader = ({ format }: Header) => format.toLowerCase() as MediaKind;

/**
 * Returns the header; if the request gives a file by ID, the header includes the provider's ID.
 *
 * @throws {ApiError} VALIDATION_FAILED
 */
function requireHeaderFile(
  uploads: Uploads,
  app: Pick<App, 'now'>,
  caller: Caller,
  connection: Connection,
  header: Header,
): Header {
  if (header.mediaId === undefined) {
    return header;
  }
  const kind = kindOfHeader(header);
  const file = requireUpload(app, uploads, caller, connection, { id: header.mediaId, kind, param: 'header.media_id' });
  const filename = header.filename ?? file.filename ?? undefined;
  return { ...header, providerMediaId: file.providerMediaId, ...(filename !== undefined && { filename }) };
}

/**
 * Returns the template in the requested language.
 *
 * @param named the template in all of its languages
 * @throws {ApiError} TEMPLATE_NOT_FOUND that lists the languages if there are any, or VALIDATION_FAILED that lists the
 * languages if the name is ambiguous
 */
export function requireTemplate(named: readonly Template[], name: string, language: string | undefined): Template {
  const matching = language === undefined ? named : inLanguage(named, language);
  const [first, second] = matching;
  if (!first) {
    const where = language !== undefined && named.length > 0 ? `${name} in ${language}` : name;
    const languages = named.map((template) => template.language);
    throw new ApiError(
      'TEMPLATE_NOT_FOUND',
      { name: where },
      languages.length > 0
        ? {
            param: 'language',
            fix: `Send a language in which the template exists: ${languages.join(', ')}.`,
            available_languages: languages,
          }
        : { param: 'name' },
    );
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

/** Returns the template in a language, in the given spelling if there are several (template-languages). */
function inLanguage(named: readonly Template[], language: string): readonly Template[] {
  const exact = named.filter((template) => template.language === language);
  return exact.length > 0 ? exact : named.filter((template) => isLanguage(template.language, language)).slice(0, 1);
}

/** @throws {ApiError} TEMPLATE_NOT_APPROVED (§2.5) */
export function requireApproved(template: Template): void {
  const { name, status } = template;
  if (status !== 'APPROVED') {
    const fix = 'Correct the template and submit it again, or use another template.';
    throw new ApiError(
      'TEMPLATE_NOT_APPROVED',
      { name, status },
      { param: 'name', ...(status === 'REJECTED' && { fix }) },
    );
  }
}

/**
 * Checks that an authentication template goes to a number. Meta refuses to send one to a user ID, with its error
 * 131062.
 *
 * @throws {ApiError} RECIPIENT_INVALID
 */
function requireNumber({ name, category }: Template, recipient: string): void {
  if (category === 'AUTHENTICATION' && isUserId(recipient)) {
    throw new ApiError(
      'RECIPIENT_INVALID',
      { to: recipient, expected: `the authentication template ${name} needs a phone number (Meta's error 131062)` },
      { param: 'to', fix: 'Ask the customer for the phone number, or use a template of another category.' },
    );
  }
}
