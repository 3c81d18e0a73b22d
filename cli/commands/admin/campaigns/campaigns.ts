import { type App, admin, type Campaign, type CampaignPlan } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import { pluralize } from '../../../output/pluralize.ts';
import { untilStopped } from '../../../program/signals.ts';
import { buttonParameterOf } from '../../messages/message-flags.ts';
import { type Output, print, printer, withAdmin } from '../database.ts';
import { type CheckedList, checkList } from './check-list.ts';
import { exportRecipients } from './export-recipients.ts';
import { loadList } from './load-list.ts';
import { DESERTED, isDeserted } from './progress.ts';
import type { ListPlan } from './read-list.ts';
import { recordOf, watch } from './watch.ts';

interface SendFlags extends Output {
  account: string;
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
export const sendCampaign = (flags: SendFlags) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const { template, language, connection } = flags;
    const plan: ListPlan = {
      ...(await admin.planCampaign(app, accountId, { template, language, connectionId: connection })),
      buttons: flags.button?.map(buttonParameterOf),
    };
    const list = await checkList(flags.csv, plan);
    const known = await admin.findCampaignOfList(app, accountId, list.digest, flags.again ?? false);
    say(`${flags.csv}: ${peopleOf(list)}, ${pluralize(list.duplicates, 'duplicate')}`);
    if (flags.dryRun) {
      return;
    }
    await requireSendingConsent(plan, list, flags.yes ?? false);
    const stopped = untilStopped();
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    const id = await begin(app, plan, flags, list, known, () => isStopped);
    if (flags.wait) {
      await watch(app, { accountId, id }, stopped, flags);
    } else {
      print(flags, { campaign_id: id });
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
  isStopped: () => boolean,
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

/** Lists the newest campaigns, newest last. */
export const listCampaigns = (flags: Output & { account: string; limit: number }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const campaign of await admin.listCampaigns(app, accountId, flags.limit)) {
      printNext(recordOf(await admin.progressOf(app, campaign)));
    }
  });

type OneFlags = Output & { account: string };

const requireCampaign = async (app: App, id: number, flags: OneFlags): Promise<Campaign> =>
  admin.requireCampaign(app, await admin.requireAccount(app, flags.account), id);

export const showCampaign = (id: number, flags: OneFlags) =>
  withAdmin(async (app) => {
    const progress = await admin.progressOf(app, await requireCampaign(app, id, flags));
    print(flags, recordOf(progress));
    if (isDeserted(progress)) {
      say(DESERTED);
    }
  });

export const stopSending = (id: number, flags: OneFlags) =>
  withAdmin(async (app) => {
    await admin.stopCampaign(app, await admin.requireAccount(app, flags.account), id);
    print(flags, { campaign_id: id, state: 'stopped' });
  });

export const resumeSending = (id: number, flags: OneFlags & { wait: boolean }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    await admin.resumeCampaign(app, accountId, id);
    if (flags.wait) {
      await watch(app, { accountId, id }, untilStopped(), flags);
    } else {
      print(flags, { campaign_id: id, state: 'sending' });
    }
  });

/** Writes the result for each recipient as CSV. */
export const exportCampaign = (id: number, flags: OneFlags & { output: string }) =>
  withAdmin(async (app) => exportRecipients(app, await requireCampaign(app, id, flags), flags.output));

const say = (line: string): void => void process.stderr.write(`${line}\n`);
