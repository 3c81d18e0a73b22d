import { createHash } from 'node:crypto';
import { document } from '@wigwag/openapi';
import { digestTexts } from '@wigwag/openapi/recipient-list';
import type { App } from '../../app/app.ts';
import { compilerOf } from '../../base/json-schema.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { ButtonValue, CampaignVariables, NewRecipient } from '../../store/campaigns/campaigns.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { Template } from '../../store/templates/templates.ts';
import { requireLicensed } from '../account/caller.ts';
import { invalidField } from '../api-error.ts';
import { requireConnection } from '../connections/connection.ts';
import { requireRecipient } from '../messages/recipient.ts';
import { requireApproved, requireTemplate } from '../messages/require-template.ts';
import { type ButtonPlace, buttonPlaces } from '../templates/template-buttons.ts';
import { bodyVariables } from '../templates/template-parts.ts';
import { fillTemplate, type GivenParts } from '../templates/template-variables.ts';

/** The template and the connection of a campaign. */
export interface CampaignPlan {
  account: Pick<Account, 'id' | 'country'>;
  template: Template;
  connection: Pick<Connection, 'id'>;
}

/** A recipient from the operator's list; the phone number may have any format. */
export interface CampaignPerson {
  phone: string;
  name?: string | null | undefined;
  variables?: CampaignVariables | undefined;
  buttons?: readonly ButtonValue[] | undefined;
}

/** The parameters of a campaign, without its list. */
export interface CampaignInput {
  template: string;
  language?: string | undefined;
  connectionId?: string | undefined;
}

/**
 * Returns the template and the connection of a campaign. It uses the default connection unless the parameters name one.
 *
 * @throws {ApiError} ACCOUNT_INACTIVE, LICENSE_EXPIRED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND,
 * TEMPLATE_NOT_FOUND, TEMPLATE_NOT_APPROVED, or VALIDATION_FAILED that lists the languages
 */
export async function planCampaign(app: App, tx: Tx, accountId: number, input: CampaignInput): Promise<CampaignPlan> {
  const account = await tx.accounts.find(accountId);
  if (!account) {
    throw new Error(`account ${accountId} does not exist`);
  }
  requireLicensed(app, account);
  const connection = requireConnection(await tx.connections.listActive(accountId), 'whatsapp', input.connectionId);
  const named = await tx.templates.findByName(accountId, input.template);
  const template = requireTemplate(named, input.template, input.language);
  requireApproved(template);
  return { account, template, connection };
}

/** Returns the names of a template's variables, in the order of a list's columns. */
export const variableNamesOf = ({ template }: CampaignPlan): string[] => bodyVariables(template);

/** Returns a template's buttons that take a value; a recipient has a value for each that requires one. */
export const buttonPlacesOf = ({ template }: CampaignPlan): ButtonPlace[] => buttonPlaces(template);

/**
 * Returns a recipient in its stored form, after the same checks as for a single send.
 *
 * @throws {ApiError} RECIPIENT_INVALID, TEMPLATE_VARIABLES_MISSING, TEMPLATE_VARIABLES_FORMAT, TEMPLATE_HEADER_MISSING,
 * TEMPLATE_BUTTON_PARAM_MISSING or VALIDATION_FAILED
 */
export function requireListed(
  { account, template }: CampaignPlan,
  listed: CampaignPerson,
): Omit<NewRecipient, 'position'> {
  const phone = requireRecipient('whatsapp', listed.phone, account.country, 'phone');
  const { variables, buttons } = listed;
  for (const [name, value] of Object.entries(variables ?? {})) {
    requireValue(Array.isArray(variables) ? `variable ${Number(name) + 1}` : `variable ${name}`, value);
  }
  for (const { index, text } of buttons ?? []) {
    requireValue(`button ${index}`, text);
  }
  fillTemplate(template, {
    variables: variables as GivenParts['variables'],
    ...(buttons && { buttons: [...buttons] }),
  });
  return { phone, name: listed.name || null, variables: variables ?? null, buttons: buttons ?? null };
}

/** @throws {ApiError} VALIDATION_FAILED if the value breaks the rules of the API document */
function requireValue(what: string, value: string): void {
  const [error] = checkValue(value);
  if (error) {
    throw invalidField(what, String(error.parentSchema?.['x-message'] ?? 'must not be empty'));
  }
}

/** The rules of the API document for a value. */
const checkValue = compilerOf(document)(document.components.schemas.VariableValue);

/**
 * Creates a digest that is the same for identical campaigns: the same template, connection and recipients, in the same
 * order.
 */
export function createDigest({ template, connection }: CampaignPlan) {
  const hash = createHash('sha256').update(digestTexts.head(template, connection.id));
  return {
    add(recipient: Omit<NewRecipient, 'position'>): void {
      hash.update(digestTexts.recipient(recipient));
    },
    end: (): string => hash.digest('hex'),
  };
}
