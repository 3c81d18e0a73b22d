import { type App, admin, type Campaign, type CampaignPlan } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import { pluralize } from '../../../output/pluralize.ts';
import type { Context } from '../../../program/context.ts';
import { untilStopped } from '../../../program/signals.ts';
import { buttonParameterOf } from '../../messages/message-flags.ts';
import { type AccountFlags, withAccount } from '../database.ts';
import { type CheckedList, checkList } from './check-list.ts';
import { exportRecipients } from './export-recipients.ts';
import { loadList } from './load-list.ts';
import { DESERTED, isDeserted } from './progress.ts';
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
export const sendCampaign = (context: Context, flags: SendFlags) =>
  withAccount(flags, async (app, accountId) => {
    const { template, language, connection } = flags;
    const plan: ListPlan = {
      ...(await admin.planCampaign(app, accountId, { template, language, connectionId: connection })),
      buttons: flags.button?.map(buttonParameterOf),
    };
    const list = await checkList(flags.csv, plan);
    const known = await admin.findCampaignOfList(app, accountId, list.digest, flags.again ?? false);
    context.say(`${flags.csv}: ${peopleOf(list)}, ${pluralize(list.duplicates, 'duplicate')}`);
    if (flags.dryRun) {
      return;
    }
    await requireSendingConsent(plan, list, flags.yes ?? false);
    const stopped = untilStopped();
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    const id = await begin(app, plan, flags, list, known, { say: context.say, isStopped: () => isStopped });
    if (flags.wait) {
      await watch(context, app, { accountId, id }, stopped);
    } else {
      await context.output.record({ campaign_id: id });
    }
  });

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

/** Starts a campaign for this list and returns it, or resumes the one that an earlier command started. */
async function begin(
  app: App,
  plan: ListPlan,
  flags: SendFlags,
  list: CheckedList,
  known: Campaign | undefined,
  { say, isStopped }: Pick<Context, 'say'> & { isStopped: () => boolean },
): Promise<number> {
  if (known && known.state !== 'done') {
    say(`campaign ${known.id} already has this list; resuming it`);
  }
  const { id, isLoading } = await admin.openCampaign(app, plan, list.digest, known);
  if (isLoading) {
    await loadList(app, plan, id, flags.csv, list, isStopped);
  }
  return id;
}

const COLUMNS = [
  ...['campaign_id', 'template', 'language', 'connection_id', 'state', 'problem', 'created_at', 'recipients'],
  ...['sent', 'delivered', 'read', 'skipped', 'failed', 'waiting'],
];

/** Lists the newest campaigns, newest last. */
export const listCampaigns = ({ output }: Context, flags: AccountFlags & { limit: number }) =>
  withAccount(flags, async (app, accountId) => {
    const records = [];
    for (const campaign of await admin.listCampaigns(app, accountId, flags.limit)) {
      records.push(recordOf(await admin.progressOf(app, campaign)));
    }
    await output.list(records, COLUMNS);
  });

export const showCampaign = ({ output, say }: Context, id: number, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const progress = await admin.progressOf(app, await admin.requireCampaign(app, accountId, id));
    await output.record(recordOf(progress));
    if (isDeserted(progress)) {
      say(DESERTED);
    }
  });

export const stopSending = ({ output }: Context, id: number, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    await admin.stopCampaign(app, accountId, id);
    await output.record({ campaign_id: id, state: 'stopped' });
  });

export const resumeSending = (context: Context, id: number, flags: AccountFlags & { wait: boolean }) =>
  withAccount(flags, async (app, accountId) => {
    await admin.resumeCampaign(app, accountId, id);
    if (flags.wait) {
      await watch(context, app, { accountId, id }, untilStopped());
    } else {
      await context.output.record({ campaign_id: id, state: 'sending' });
    }
  });

/** Writes the result for each recipient as CSV. */
export const exportCampaign = (_: Context, id: number, flags: AccountFlags & { file: string }) =>
  withAccount(flags, async (app, accountId) =>
    exportRecipients(app, await admin.requireCampaign(app, accountId, id), flags.file),
  );
