import { adminDocument } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import type { Campaign } from '../../store/campaigns/campaigns.ts';
import { requireAccount } from '../accounts.ts';
import {
  addRecipients,
  checkRecipients,
  clearRecipients,
  findCampaignOfList,
  listCampaigns,
  openCampaign,
  pageOfRecipients,
  planCampaign,
  progressOf,
  requireCampaign,
  rescheduleCampaign,
  resumeCampaign,
  startCampaign,
  stopCampaign,
} from '../campaigns.ts';
import { isoOrNull, timeOf } from './times.ts';
import type { AdminInput, AdminOutput, OperationHandlers } from './types.ts';

const { default: LIMIT } = adminDocument.components.parameters.campaign_limit.schema;

/** Returns a campaign and its progress. */
async function recordOf(app: App, known: Campaign): Promise<AdminOutput<'getCampaign'>> {
  const { campaign, total, counts, idleSeconds } = await progressOf(app, known);
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    template: campaign.templateName,
    language: campaign.language,
    connection_id: campaign.connectionId,
    state: campaign.state,
    problem: campaign.problem,
    created_at: isoOf(campaign.createdAt),
    starts_at: isoOrNull(campaign.startsAt),
    finished_at: isoOrNull(campaign.finishedAt),
    recipients: total,
    ...counts,
    idle_seconds: Math.round(idleSeconds),
  };
}

type OperationInput = Pick<AdminInput<'planCampaign'>, 'template' | 'language' | 'connection_id'>;

const campaignInputOf = ({ template, language, connection_id }: OperationInput) => ({
  template,
  language,
  connectionId: connection_id,
});

const listedOf = ({ variables, buttons, ...one }: AdminInput<'addRecipients'>['recipients'][number]) => ({
  ...one,
  variables: variables ?? undefined,
  buttons: buttons ?? undefined,
});

/** Campaigns and their lists. */
export const campaignOperations: OperationHandlers<
  | 'listCampaigns'
  | 'planCampaign'
  | 'checkRecipients'
  | 'openCampaign'
  | 'getCampaign'
  | 'listRecipients'
  | 'addRecipients'
  | 'clearRecipients'
  | 'startCampaign'
  | 'rescheduleCampaign'
  | 'stopCampaign'
  | 'resumeCampaign'
> = {
  listCampaigns: async (app, { account, limit = LIMIT }) => {
    const campaigns = [];
    for (const campaign of await listCampaigns(app, await requireAccount(app, account), limit)) {
      campaigns.push(await recordOf(app, campaign));
    }
    return { campaigns };
  },

  planCampaign: async (app, { account, digest, again, ...input }) => {
    const accountId = await requireAccount(app, account);
    const { account: owner, template, connection } = await planCampaign(app, accountId, campaignInputOf(input));
    const { id, name, language, category, parameterFormat, components } = template;
    const previous = digest === undefined ? undefined : await findCampaignOfList(app, accountId, digest, again);
    return {
      account_id: String(owner.id),
      country: owner.country,
      template: {
        id,
        name,
        language,
        category,
        parameter_format: parameterFormat,
        components: components.map((one) => ({ ...one })),
      },
      connection_id: connection.id,
      previous: previous ? await recordOf(app, previous) : null,
    };
  },

  checkRecipients: async (app, { account, recipients, ...input }) =>
    checkRecipients(app, await requireAccount(app, account), campaignInputOf(input), recipients.map(listedOf)),

  openCampaign: async (app, { account, name, digest, again, ...input }) => {
    const accountId = await requireAccount(app, account);
    const plan = await planCampaign(app, accountId, campaignInputOf(input));
    const known = await findCampaignOfList(app, accountId, digest, again);
    const { id, isLoading } = await openCampaign(app, plan, digest, known, name?.trim());
    return { campaign_id: id, is_loading: isLoading };
  },

  getCampaign: async (app, { account, campaign }) =>
    recordOf(app, await requireCampaign(app, await requireAccount(app, account), campaign)),

  listRecipients: async (app, { account, campaign, after = 0, state }) => {
    const key = await requireCampaign(app, await requireAccount(app, account), campaign);
    const { recipients, isLast } = await pageOfRecipients(app, key, after, state);
    return {
      recipients: recipients.map(({ position, phone, name, state, reason, messageId, queuedAt }) => ({
        position,
        phone,
        name,
        state,
        reason,
        message_id: messageId,
        queued_at: isoOrNull(queuedAt),
      })),
      next: isLast ? null : (recipients.at(-1)?.position ?? null),
    };
  },

  addRecipients: async (app, { account, campaign, recipients }) => {
    await addRecipients(app, await requireAccount(app, account), campaign, recipients.map(listedOf));
    return { campaign_id: campaign, added: recipients.length };
  },

  clearRecipients: async (app, { account, campaign }) => {
    await clearRecipients(app, await requireAccount(app, account), campaign);
    return { campaign_id: campaign };
  },

  startCampaign: async (app, { account, campaign, recipients, at }) => {
    const startsAt = at === undefined ? undefined : timeOf('at', at);
    await startCampaign(app, await requireAccount(app, account), campaign, recipients, startsAt);
    return { campaign_id: campaign, state: startsAt === undefined ? 'sending' : 'scheduled' };
  },

  rescheduleCampaign: async (app, { account, campaign, at }) => {
    await rescheduleCampaign(app, await requireAccount(app, account), campaign, timeOf('at', at));
    return { campaign_id: campaign, state: 'scheduled' };
  },

  stopCampaign: async (app, { account, campaign }) => {
    await stopCampaign(app, await requireAccount(app, account), campaign);
    return { campaign_id: campaign, state: 'stopped' };
  },

  resumeCampaign: async (app, { account, campaign }) => {
    await resumeCampaign(app, await requireAccount(app, account), campaign);
    return { campaign_id: campaign, state: 'sending' };
  },
};
