import type { admin, CampaignPlan } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import { pluralize } from '../../../output/pluralize.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { untilStopped } from '../../../program/process/signals.ts';
import { buttonParameterOf } from '../../messages/message-flags.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';
import { type CheckedList, checkList } from './check-list.ts';
import { countSkipped } from './count-skipped.ts';
import { exportRecipients } from './export-recipients.ts';
import { loadList } from './load-list.ts';
import { isIdle, NO_SERVER } from './progress.ts';
import type { ListPlan } from './read-list.ts';
import { recordOf, watch } from './watch.ts';

interface SendFlags extends AccountFlags {
  template: string;
  language?: string;
  connection?: string;
  csv: string;
  button?: string[];
  yes?: boolean;
  dryRun?: boolean;
  again?: boolean;
  wait: boolean;
}

/** `wigwag admin campaigns send`: checks a list, stores it, and follows the server's progress. */
export const sendCampaign = (context: CommandContext, flags: SendFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const { template, language, connection, again = false } = flags;
    const input = { account, template, language, connection_id: connection, again };
    const plan: ListPlan = {
      ...planOf(await call('planCampaign', input)),
      buttons: flags.button?.map(buttonParameterOf),
    };
    const list = await checkList(flags.csv, plan);
    const { previous } = await call('planCampaign', { ...input, digest: list.digest });
    const counted = `${flags.csv}: ${peopleOf(list)}, ${pluralize(list.duplicates, 'duplicate')}`;
    if (flags.dryRun) {
      const who = { account, template, language, connection_id: connection };
      const reasons = await countSkipped(call, who, flags.csv, plan);
      const skipped = [...reasons.values()].reduce((sum, one) => sum + one, 0);
      context.say(`${counted}, ${skippedOf(skipped, reasons)}`);
      if (!context.output.isDrawn) {
        const { people: recipients, duplicates } = list;
        await context.output.record({ recipients, duplicates, skipped, reasons: Object.fromEntries(reasons) });
      }
      return;
    }
    context.say(counted);
    await requireSendingConsent(plan, list, flags.yes ?? false);
    const stopped = untilStopped();
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    if (previous && previous.state !== 'done') {
      context.say(`campaign ${previous.campaign_id} already has this list; resuming it`);
    }
    const { campaign_id: campaign, is_loading } = await call('openCampaign', { ...input, digest: list.digest });
    if (is_loading) {
      await loadList(call, plan, { account, campaign }, flags.csv, list, () => isStopped);
    }
    if (flags.wait) {
      await watch(context, call, { account, campaign }, stopped);
    } else {
      await context.output.record({ campaign_id: campaign });
    }
  });

/** Converts a plan to the form that the check of a list needs. */
function planOf({ account_id, country, template, connection_id }: admin.AdminOutput<'planCampaign'>): CampaignPlan {
  const accountId = Number(account_id);
  const { parameter_format: parameterFormat, components, ...named } = template;
  return {
    account: { id: accountId, country },
    connection: { id: connection_id },
    template: {
      ...named,
      accountId,
      status: 'APPROVED', // a plan has no other templates
      rejectionReason: null,
      parameterFormat,
      components: components as unknown as CampaignPlan['template']['components'],
    },
  };
}

/** @example skippedOf(2, new Map([['opted_out', 2]])) // '2 skipped (2 opted_out)' */
function skippedOf(all: number, counts: ReadonlyMap<string, number>): string {
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
  return `${all} skipped${reasons && ` (${reasons})`}`;
}

const peopleOf = ({ people }: CheckedList): string => pluralize(people, 'person', 'people');

/** @throws {UsageError} if the answer is no @throws {InterruptedError} if there is no answer */
async function requireSendingConsent(
  { template, connection }: CampaignPlan,
  list: CheckedList,
  yes: boolean,
): Promise<void> {
  const what = `${template.name} (${template.language}, ${template.category})`;
  await requireConfirmation(`Send ${what} over ${connection.id} to ${peopleOf(list)}?`, {
    yes,
    unchanged: 'nothing was sent',
    hint: 'add --yes to send without confirmation, or --dry-run to only check the list',
  });
}

const COLUMNS = [
  ...['campaign_id', 'template', 'language', 'connection_id', 'state', 'problem', 'created_at', 'recipients'],
  ...['sent', 'delivered', 'read', 'skipped', 'failed', 'waiting'],
];

/** Lists the newest campaigns, newest last. */
export const listCampaigns = ({ output }: CommandContext, flags: AccountFlags & { limit: number }) =>
  withOperatorOf(flags, async (call, account) => {
    const { campaigns } = await call('listCampaigns', { account, limit: flags.limit });
    await output.list(campaigns.map(recordOf), COLUMNS);
  });

export const showCampaign = ({ output, say }: CommandContext, campaign: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const progress = await call('getCampaign', { account, campaign });
    await output.record(recordOf(progress));
    if (isIdle(progress)) {
      say(NO_SERVER);
    }
  });

export const stopSending = ({ output }: CommandContext, campaign: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('stopCampaign', { account, campaign })));

export const resumeSending = (context: CommandContext, campaign: number, flags: AccountFlags & { wait: boolean }) =>
  withOperatorOf(flags, async (call, account) => {
    const resumed = await call('resumeCampaign', { account, campaign });
    if (flags.wait) {
      await watch(context, call, { account, campaign }, untilStopped());
    } else {
      await context.output.record(resumed);
    }
  });

/** Writes the result for each recipient as CSV. */
export const exportCampaign = (_: CommandContext, campaign: number, flags: AccountFlags & { file: string }) =>
  withOperatorOf(flags, async (call, account) => exportRecipients(call, { account, campaign }, flags.file));
