import type { components, MediaKind } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { Template } from '../../store/templates/templates.ts';
import { isUserId } from '../../user-id.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { requireConnection, requireFeature, requireProvider } from '../connections/connection.ts';
import { requireHttps, requireReachable, requireUpload } from '../media/media.ts';
import { requireMarketingAllowed } from '../opt-outs/stop-lists.ts';
import { bodyText, fillTemplate, type GivenParts } from '../templates/template-variables.ts';
import { type Accepted, acceptMessage } from './accept-message.ts';
import { requireAllowedRecipient } from './recipient.ts';

/** A template to send, from the body of the POST or the query of the GET. */
export type TemplateDraft = Omit<components['schemas']['SendTemplateRequest'], 'variables'> &
  Pick<GivenParts, 'variables' | 'place'>;

/** Accepts a template message (§2.4, §4.2) of an API request or of a campaign. */
export async function sendTemplate(
  app: App,
  tx: Tx,
  caller: Caller,
  draft: TemplateDraft,
  campaign: Pick<Accepted, 'campaignId'> = {},
): Promise<components['schemas']['SendResult']> {
  return acceptMessage(app, tx, caller, {
    ...(await requireSendable(app, tx, caller, draft, campaign.campaignId !== undefined)),
    ...campaign,
  });
}

/**
 * Checks the URL of a header's file, for a message that would otherwise be accepted. This calls the network, so it runs
 * outside the transaction. The template's own sample is not checked, because the provider stores it.
 *
 * @throws {ApiError} the errors of `sendTemplate`, and MEDIA_URL_INVALID, MEDIA_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED
 */
export async function checkTemplateMedia(app: App, caller: Caller, draft: TemplateDraft): Promise<void> {
  if (draft.header?.url !== undefined) {
    const { content } = await requireSendable(app, app.store.read, caller, draft);
    const { header } = content as FilledTemplate;
    if (header?.url !== undefined) {
      await requireReachable(app, header.url, kindOfHeader(header), 'header.url');
    }
  }
}

/** The order of the checks determines which error takes precedence. */
async function requireSendable(
  app: App,
  tx: Tx,
  caller: Caller,
  draft: TemplateDraft,
  isCampaign = false,
): Promise<Accepted> {
  requireFeature(draft.channel, 'template');
  const connection = await requireConnection(tx, caller, draft.channel, draft.connection_id);
  const { person: recipient } = await requireAllowedRecipient(tx, caller, connection, draft.to);
  const template = await requireTemplate(tx, caller, draft.name, draft.language);
  requireApproved(template);
  requireNumber(template, recipient);
  await requireMarketingAllowed(tx, caller, recipient, template, isCampaign);
  if (draft.header?.url !== undefined) {
    requireHttps(app, draft.header.url, 'header.url');
  }
  const filled = fillTemplate(template, draft);
  const header = filled.header && (await requireHeaderFile(tx, app, caller, connection, filled.header));
  requireProvider(connection, caller, app.monotonicNow());
  return {
    connection,
    recipient,
    type: 'template',
    text: bodyText(template, filled),
    content: { ...filled, ...(header && { header }) } satisfies FilledTemplate,
  };
}

type Header = NonNullable<FilledTemplate['header']>;

const kindOfHeader = ({ format }: Header) => format.toLowerCase() as MediaKind;

/**
 * Returns the header; if the request gives a file by ID, the header includes the provider's ID.
 *
 * @throws {ApiError} VALIDATION_FAILED
 */
async function requireHeaderFile(
  tx: Tx,
  app: App,
  caller: Caller,
  connection: Connection,
  header: Header,
): Promise<Header> {
  if (header.mediaId === undefined) {
    return header;
  }
  const kind = kindOfHeader(header);
  const file = await requireUpload(app, tx, caller, connection, { id: header.mediaId, kind, param: 'header.media_id' });
  const filename = header.filename ?? file.filename ?? undefined;
  return { ...header, providerMediaId: file.providerMediaId, ...(filename !== undefined && { filename }) };
}

/** @throws {ApiError} TEMPLATE_NOT_FOUND, or VALIDATION_FAILED that lists the languages if the name is ambiguous */
export async function requireTemplate(
  tx: Tx,
  caller: Caller,
  name: string,
  language: string | undefined,
): Promise<Template> {
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
 * Checks that an authentication template goes to a number. Meta refuses to send one to a user ID, with its error 131062.
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
