import { createHash } from 'node:crypto';
import { document } from '@wigwag/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { App } from '../app.ts';
import { randomText } from '../secrets.ts';
import type { Account } from '../store/accounts.ts';
import type { Campaign, CampaignVariables, NewRecipient } from '../store/campaigns.ts';
import type { Connection } from '../store/connections.ts';
import type { Tx } from '../store/index.ts';
import type { Template } from '../store/templates.ts';
import { invalidField } from './api-error.ts';
import { ownCaller, requireLicensed } from './caller.ts';
import { requireConnection } from './connection.ts';
import { requireRecipient } from './recipient.ts';
import { requireApproved, requireTemplate } from './send-template.ts';
import { bodyVariables } from './template-parts.ts';
import { fillTemplate, type GivenParts } from './template-variables.ts';

/** What goes to everybody, and over which line. */
export interface CampaignPlan {
  account: Account;
  template: Template;
  connection: Connection;
}

/** Somebody as the operator lists them, in any spelling. */
export interface Listed {
  phone: string;
  name?: string | null | undefined;
  variables?: CampaignVariables | undefined;
}

/** What is asked for, beside the list. */
export interface CampaignWish {
  template: string;
  language?: string | undefined;
  connectionId?: string | undefined;
}

/**
 * What a campaign sends, and over which line: the default one unless it is told.
 *
 * @throws {ApiError} ACCOUNT_INACTIVE, LICENSE_EXPIRED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, TEMPLATE_NOT_FOUND,
 *   TEMPLATE_NOT_APPROVED, or VALIDATION_FAILED that lists the languages
 */
export async function planCampaign(app: App, tx: Tx, accountId: number, wish: CampaignWish): Promise<CampaignPlan> {
  const account = await tx.accounts.find(accountId);
  if (!account) {
    throw new Error(`there is no account ${accountId}`);
  }
  requireLicensed(app, account);
  const caller = ownCaller(account);
  const connection = await requireConnection(tx, caller, 'whatsapp', wish.connectionId);
  const template = await requireTemplate(tx, caller, wish.template, wish.language);
  requireApproved(template);
  return { account, template, connection };
}

/** The names of a template's variables, in the order in which a list gives them. */
export const variablesOf = ({ template }: CampaignPlan): string[] => bodyVariables(template);

/**
 * One person as they are stored, checked exactly as a single send would be.
 *
 * @throws {ApiError} RECIPIENT_INVALID, TEMPLATE_VARIABLES_MISSING, TEMPLATE_VARIABLES_FORMAT, TEMPLATE_HEADER_MISSING,
 *   TEMPLATE_BUTTON_PARAM_MISSING or VALIDATION_FAILED
 */
export function requireListed({ account, template }: CampaignPlan, listed: Listed): Omit<NewRecipient, 'position'> {
  const phone = requireRecipient('whatsapp', listed.phone, account.country, 'phone');
  const { variables } = listed;
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (!takesValue(value)) {
      const rule = takesValue.errors?.[0]?.parentSchema?.['x-message'] ?? 'must not be empty';
      throw invalidField(Array.isArray(variables) ? `variable ${Number(name) + 1}` : `variable ${name}`, String(rule));
    }
  }
  fillTemplate(template, { variables: variables as GivenParts['variables'] });
  return { phone, name: listed.name || null, variables: variables ?? null };
}

/** The document's rules for a value. */
const takesValue = new Ajv2020({ strict: false, verbose: true }).compile(document.components.schemas.VariableValue);

/** Tells whether the same is asked for twice: template, line and everybody on the list, in their order. */
export function createDigest({ template, connection }: CampaignPlan) {
  const hash = createHash('sha256').update(JSON.stringify([template.name, template.language, connection.id]));
  return {
    add({ phone, name, variables }: Omit<NewRecipient, 'position'>): void {
      hash.update(JSON.stringify([phone, name, variables]));
    },
    end: (): string => hash.digest('hex'),
  };
}

/** A campaign whose list can be written down from now on; nothing is sent before `beginCampaign`. */
export async function openCampaign(
  app: App,
  tx: Tx,
  { account, template, connection }: CampaignPlan,
  { digest, repetition = 0 }: { digest: string; repetition?: number },
): Promise<number> {
  return tx.campaigns.insert({
    accountId: account.id,
    templateId: template.id,
    templateName: template.name,
    language: template.language,
    connectionId: connection.id,
    digest,
    repetition,
    state: 'loading',
    createdAt: app.stamp(),
  });
}

/** Lets a campaign whose list is complete, or that was stopped, send from now on; answers false when it does so already or is done. */
export async function beginCampaign(
  app: App,
  tx: Tx,
  { accountId, id }: Pick<Campaign, 'accountId' | 'id'>,
  from: 'loading' | 'stopped',
): Promise<boolean> {
  const begun = await tx.campaigns.move(accountId, id, [from], 'sending', { at: app.now() });
  if (begun) {
    await tx.outbox.add(accountId, 'feed-campaign', String(id), app.stamp());
  }
  return begun;
}

/** Sends nothing more until it is resumed; answers false when it was not sending. */
export const stopCampaign = (app: App, tx: Tx, { accountId, id }: Pick<Campaign, 'accountId' | 'id'>) =>
  tx.campaigns.move(accountId, id, ['sending'], 'stopped', { at: app.now() });

/**
 * A campaign to a short list, under way at once.
 *
 * @throws {ApiError} as `planCampaign`
 * @throws {Error} naming the recipient, for what `requireListed` refuses
 */
export async function createCampaign(
  app: App,
  tx: Tx,
  accountId: number,
  wish: CampaignWish,
  list: readonly Listed[],
): Promise<number> {
  const plan = await planCampaign(app, tx, accountId, wish);
  const people = list.map((listed, index) => {
    try {
      return { ...requireListed(plan, listed), position: index + 1 };
    } catch (error) {
      throw new Error(`recipients.${index}: ${(error as Error).message}`, { cause: error });
    }
  });
  // Each is a campaign of its own, even if the same is asked for twice.
  const id = await openCampaign(app, tx, plan, { digest: randomText(32) });
  await tx.campaigns.addRecipients(accountId, id, people);
  await beginCampaign(app, tx, { accountId, id }, 'loading');
  return id;
}
