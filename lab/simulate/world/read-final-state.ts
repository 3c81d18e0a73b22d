import type { App } from '../../../server/index.ts';
import { QUEUES } from '../../../server/store/tasks.ts';
import type { FinalState } from '../oracle/final-state.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { ChangedPerson, FlowState, VisitorPage } from '../oracle/records.ts';
import { server } from '../system.ts';
import type { SimulatedAccount } from './accounts.ts';
import type { SimulatedInstallation } from './installation.ts';
import type { Meta } from './meta.ts';

interface FinalStateOptions {
  ledger: Ledger;
  meta: Meta;
  installation: SimulatedInstallation;
  accounts: readonly SimulatedAccount[];
  /** The first day of the simulation, such as 2026-06-01. */
  since: string;
  /** Microseconds since the epoch. */
  now: () => number;
}

/** Reads the final state through the API and from the database. Undefined, with a problem, if the first server does not run. */
export async function readFinalState(options: FinalStateOptions): Promise<FinalState | undefined> {
  const { ledger, meta, installation, accounts, since, now } = options;
  const messages = await readMessages(ledger, accounts);
  const [place] = installation.places;
  const app = place?.running?.app;
  if (app === undefined || place?.process === undefined) {
    ledger.problem('stuck: the first server does not run though all faults have ended');
    return undefined;
  }
  const counted: FinalState['counted'][number][] = [];
  for (const { client } of accounts) {
    const stats = await client.call({ method: 'GET', path: `/stats?from=${since}` });
    counted.push(stats?.body.data.messages as FinalState['counted'][number]);
  }
  const flows: FlowState[] = [];
  const news: (string | undefined)[] = [];
  const usernames: FinalState['usernames'][number][] = [];
  for (const { client } of accounts) {
    news.push(await client.newsStatus());
    flows.push(...(await client.readFlows()));
    usernames.push(...(await client.readUsernames()));
  }
  const pages: VisitorPage[] = [];
  for (const { visitors } of accounts) {
    for (const visitor of visitors) {
      const page = await visitor.readAll();
      if (page) {
        pages.push(page);
      }
    }
  }
  const changed: ChangedPerson[] = [];
  for (const { client } of accounts) {
    changed.push(...(await client.readChanged()));
  }
  for (const { client } of accounts) {
    await client.downloadAll();
  }
  const files = await meta.readSentFiles();
  const { stored, campaigns, tasks } = await place.process.run(() => readStore(app, accounts));
  return {
    provider: meta.mock.sends(),
    assets: meta.businesses.map(
      ({ whatsapp, messenger, instagram }) =>
        new Set([whatsapp.phone_number_id, messenger.page_id, instagram.account_id]),
    ),
    messages,
    tasks,
    now: now() / 1000,
    stored,
    counted,
    flows,
    news,
    usernames,
    pages,
    changed,
    files,
    campaigns,
  };
}

async function readMessages(ledger: Ledger, accounts: readonly SimulatedAccount[]): Promise<FinalState['messages']> {
  const messages = new Map<string, { status: string; error: { code: string } | null }>();
  for (const { account, ids, isTest } of ledger.outbound) {
    for (const id of ids) {
      const { client } = accounts[account] as SimulatedAccount;
      const reply = await client.call({ method: 'GET', path: `/messages/${id}`, isTest });
      if (reply?.status === 200) {
        messages.set(id, reply.body.data as { status: string; error: { code: string } | null });
      }
    }
  }
  return messages;
}

/** Reads what the API does not show. */
async function readStore(
  app: App,
  accounts: readonly SimulatedAccount[],
): Promise<Pick<FinalState, 'stored' | 'campaigns' | 'tasks'>> {
  const stored: string[][] = [];
  const campaigns: string[] = [];
  for (const [account, { id: accountId }] of accounts.entries()) {
    const { events } = app.store.read;
    const end = await events.end(accountId);
    const ids: string[] = [];
    for (let after = 0; after < end.seq; ) {
      const page = await events.list(accountId, after, end.seq, {}, 100);
      ids.push(...page.map(({ id }) => id));
      after = page.at(-1)?.seq ?? end.seq;
    }
    stored.push(ids);
    for (const campaign of await server.admin.listCampaigns(app, accountId, 1000)) {
      const recipients = await app.store.read.campaigns.listRecipients(accountId, campaign.id, 0, 1000);
      // campaign-down: an expired token stops the campaign, and its messages wait.
      if (recipients.some(({ reason }) => reason?.startsWith('190'))) {
        campaigns.push(`lost: campaign ${campaign.id} of account ${account} failed because its token had expired`);
      }
      const { counts } = await server.admin.progressOf(app, campaign);
      const unfinished = counts.waiting + counts.queued;
      if (unfinished > 0) {
        campaigns.push(`stuck: ${unfinished} recipients of campaign ${campaign.id} of account ${account} wait`);
      }
    }
  }
  let tasks = 0;
  for (const { due, running } of await app.store.read.outbox.levels(QUEUES, app.now())) {
    tasks += due + running;
  }
  return { stored, campaigns, tasks };
}
