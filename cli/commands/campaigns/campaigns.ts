import {
  ApiError,
  type App,
  type Campaign,
  type CampaignPlan,
  isoOf,
  openCampaign,
  planCampaign,
  resumeCampaign,
  stopCampaign,
} from '@wigwag/server';
import { requireConsent } from '../../output/confirm.ts';
import { localIso } from '../../output/local-time.ts';
import { counted } from '../../output/pluralize.ts';
import { UsageError } from '../../program/errors.ts';
import { untilStopped } from '../../program/signals.ts';
import { type Output, print, printer, requireAccount, requireKnown, withAdmin } from '../admin/database.ts';
import { buttonParameterOf } from '../messages/message-flags.ts';
import { type CheckedList, checkList } from './check-list.ts';
import type { ListPlan } from './list-file.ts';
import { loadList } from './load-list.ts';
import { DESERTED, isDeserted, progressOf } from './progress.ts';
import { writeResults } from './results-file.ts';
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

/** `wigwag admin campaigns send`: checks a list, writes it down, and follows what the server makes of it. */
export const sendCampaign = (flags: SendFlags) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const plan: ListPlan = {
      ...(await requirePlan(app, accountId, flags)),
      buttons: flags.button?.map(buttonParameterOf),
    };
    const list = await checkList(flags.csv, plan);
    const known = await app.store.read.campaigns.findLatest(accountId, list.digest);
    requireNew(known, flags.again ?? false);
    say(`${flags.csv}: ${peopleOf(list)}, ${counted(list.duplicates, 'duplicate')}`);
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

const peopleOf = ({ people }: CheckedList): string => counted(people, 'person', 'people');

/** @throws {UsageError} for a template or a line that a campaign cannot use */
async function requirePlan(app: App, accountId: number, flags: SendFlags): Promise<CampaignPlan> {
  const { template, language, connection: connectionId } = flags;
  try {
    return await planCampaign(app, app.store.read, accountId, { template, language, connectionId });
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(error.message) : error;
  }
}

/** Nobody is sent the same twice unless that is wished for. @throws {UsageError} */
function requireNew(known: Campaign | undefined, again: boolean): void {
  if (known?.state === 'done' && !again) {
    throw new UsageError(
      `this list was sent as campaign ${known.id}, begun ${localIso(isoOf(known.createdAt))}; --again sends it once more`,
    );
  }
  if (known && known.state !== 'done' && again) {
    throw new UsageError(`campaign ${known.id} with this list is not done yet: leave out --again to go on with it`);
  }
}

/** @throws {UsageError} when the answer is no @throws {InterruptedError} when there is none */
async function requireSendingConsent(
  { template, connection }: CampaignPlan,
  list: CheckedList,
  yes: boolean,
): Promise<void> {
  const what = `${template.name} (${template.language}, ${template.category})`;
  await requireConsent(`Send ${what} over ${connection.id} to ${peopleOf(list)}?`, {
    yes,
    unchanged: 'nothing was sent',
    hint: 'add --yes to send without being asked, or --dry-run to only check the list',
  });
}

/** The campaign of this list, on its way from now on: a new one, or the one that was begun before. */
async function begin(
  app: App,
  plan: ListPlan,
  flags: SendFlags,
  list: CheckedList,
  known: Campaign | undefined,
  isStopped: () => boolean,
): Promise<number> {
  if (known && known.state !== 'done') {
    say(`campaign ${known.id} has this list already: going on with it`);
  }
  if (known?.state === 'sending') {
    return known.id;
  }
  if (known?.state === 'stopped') {
    await app.store.transaction((tx) => resumeCampaign(app, tx, known));
    return known.id;
  }
  const id =
    known?.state === 'loading'
      ? known.id
      : await app.store.transaction((tx) =>
          openCampaign(app, tx, plan, { digest: list.digest, repetition: (known?.repetition ?? -1) + 1 }),
        );
  await loadList(app, plan, id, flags.csv, list, isStopped);
  return id;
}

/** Newest last. */
export const listCampaigns = (flags: Output & { account: string; limit: number }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const campaign of await app.store.read.campaigns.listNewest(accountId, flags.limit)) {
      printNext(recordOf(await progressOf(app, campaign)));
    }
  });

type OneFlags = Output & { account: string };

/** @throws {UsageError} when the account has no such campaign */
async function requireCampaign(app: App, id: number, flags: OneFlags): Promise<Campaign> {
  const accountId = await requireAccount(app, flags.account);
  const campaign = await app.store.read.campaigns.find(accountId, id);
  if (!campaign) {
    throw new UsageError(`the account has no campaign ${id}; \`wigwag admin campaigns list\` lists them`);
  }
  return campaign;
}

export const showCampaign = (id: number, flags: OneFlags) =>
  withAdmin(async (app) => {
    const progress = await progressOf(app, await requireCampaign(app, id, flags));
    print(flags, recordOf(progress));
    if (isDeserted(progress)) {
      say(DESERTED);
    }
  });

export const stopSending = (id: number, flags: OneFlags) =>
  withAdmin(async (app) => {
    const campaign = await requireCampaign(app, id, flags);
    const isStopped = await app.store.transaction((tx) => stopCampaign(app, tx, campaign));
    if (!isStopped) {
      // Somebody else may have stopped it, or it came to its end, since it was read.
      const { state } = await requireCampaign(app, id, flags);
      throw new UsageError(`campaign ${id} is not sending: it is ${state}`);
    }
    print(flags, { campaign_id: id, state: 'stopped' });
  });

export const resumeSending = (id: number, flags: OneFlags & { wait: boolean }) =>
  withAdmin(async (app) => {
    const campaign = await requireCampaign(app, id, flags);
    if (campaign.state === 'loading') {
      throw new UsageError(
        `the list of campaign ${id} was never written down whole: send it again by \`wigwag admin campaigns send\``,
      );
    }
    requireKnown(campaign.state !== 'done', `campaign ${id} is done`);
    await app.store.transaction((tx) => resumeCampaign(app, tx, campaign));
    if (flags.wait) {
      await watch(app, campaign, untilStopped(), flags);
    } else {
      print(flags, { campaign_id: id, state: 'sending' });
    }
  });

/** What came of everybody, as CSV. */
export const exportCampaign = (id: number, flags: OneFlags & { output: string }) =>
  withAdmin(async (app) => writeResults(app, await requireCampaign(app, id, flags), flags.output));

const say = (line: string): void => void process.stderr.write(`${line}\n`);
