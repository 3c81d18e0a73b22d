import { adminDocument, ERRORS } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { isoOf, MICROSECONDS } from '../base/time.ts';
import { ApiError } from '../domain/api-error.ts';
import { findSkipped } from '../domain/campaigns/campaign-messages.ts';
import {
  type CampaignInput,
  type CampaignPerson,
  type CampaignPlan,
  planCampaign as planIn,
  requireListed as requireListedIn,
} from '../domain/campaigns/campaign-plan.ts';
import {
  addPeople,
  beginCampaign,
  createCampaign as createIn,
  openCampaign as openIn,
  removePeople,
  rescheduleCampaign as rescheduleIn,
  resumeCampaign as resumeIn,
  stopCampaign as stopIn,
} from '../domain/campaigns/create-campaign.ts';
import type { Campaign, NewRecipient, Recipient, RecipientState } from '../store/campaigns/campaigns.ts';
import { AdminError, invalidField, missing } from './admin-error.ts';

export {
  buttonPlacesOf,
  type CampaignPerson,
  createDigest,
  variableNamesOf,
} from '../domain/campaigns/campaign-plan.ts';

/** The fields that identify a campaign. */
export type CampaignKey = Pick<Campaign, 'accountId' | 'id'>;

/**
 * How many recipients one transaction writes or one query reads. It is small, so that the server never waits long for
 * the database.
 */
const BATCH = 1_000;
/** How far ahead a campaign can be scheduled. */
const { 'x-max-days': MAX_DAYS } = adminDocument.components.schemas.StartCampaignRequest;

/** Rethrows an API error as an `AdminError` with the same text. */
function asAdminError(error: unknown): never {
  if (!(error instanceof ApiError)) {
    throw error;
  }
  if (error.code === 'TEMPLATE_NOT_FOUND') {
    throw missing(error.message.replace(/\.$/, ''), '`wigwag templates list` shows all templates');
  }
  throw new AdminError(error.message);
}

/**
 * Returns the template and the connection of a campaign. It uses the default connection unless the request names one.
 *
 * @throws {AdminError} for an account, a template or a connection that a campaign cannot use
 */
export const planCampaign = (app: App, accountId: number, input: CampaignInput): Promise<CampaignPlan> =>
  planIn(app, app.store.read, accountId, input).catch(asAdminError);

/**
 * Returns a recipient in its stored form, after the same checks as for a single send. @throws {AdminError} if a send
 * would refuse the number or the values
 */
export function requireListed(plan: CampaignPlan, listed: CampaignPerson): Omit<NewRecipient, 'position'> {
  try {
    return requireListedIn(plan, listed);
  } catch (error) {
    return asAdminError(error);
  }
}

/**
 * Creates a campaign with a short list, starts it at once, and returns its ID. @throws {Error} naming the recipient
 * that is refused
 */
export const createCampaign = (
  app: App,
  accountId: number,
  input: CampaignInput,
  recipients: readonly CampaignPerson[],
): Promise<number> => app.store.transaction((tx) => createIn(app, tx, accountId, input, recipients));

/** Returns a campaign. @throws {AdminError} 404 if the account does not have it */
export async function requireCampaign(app: App, accountId: number, id: number): Promise<Campaign> {
  const campaign = await findCampaign(app, { accountId, id });
  if (!campaign) {
    throw missing(`the account has no campaign ${id}`, '`wigwag admin campaigns list` lists them');
  }
  return campaign;
}

/** Returns the current state of a campaign; undefined if it no longer exists. */
export const findCampaign = (app: App, { accountId, id }: CampaignKey): Promise<Campaign | undefined> =>
  app.store.read.campaigns.find(accountId, id);

/** Returns the newest campaigns of an account, oldest first. */
export const listCampaigns = (app: App, accountId: number, limit: number): Promise<Campaign[]> =>
  app.store.read.campaigns.listNewest(accountId, limit);

/**
 * Returns the last campaign with this list; undefined if there is none.
 *
 * @param digest of the template, the connection and the list
 * @param again whether to send a list again
 * @throws {AdminError} if the list was already sent and `again` is false, or if its campaign is not done and `again` is
 * true
 */
export async function findCampaignOfList(
  app: App,
  accountId: number,
  digest: string,
  again: boolean,
): Promise<Campaign | undefined> {
  const known = await app.store.read.campaigns.findLatest(accountId, digest);
  if (known?.state === 'done' && !again) {
    throw new AdminError(
      `this list was already sent as campaign ${known.id}, which started ${isoOf(known.createdAt)}`,
      {
        hint: 'add --again to send it again',
      },
    );
  }
  if (known && known.state !== 'done' && again) {
    throw new AdminError(`campaign ${known.id} with this list is not done yet: leave out --again to continue it`);
  }
  return known;
}

/**
 * Opens the campaign of a list: a new one, or the previous one if it is not done. A stopped campaign is resumed.
 *
 * @param known the result of `findCampaignOfList`
 * @returns its ID, and whether its recipients still have to be loaded
 */
export async function openCampaign(
  app: App,
  plan: CampaignPlan,
  digest: string,
  known?: Campaign,
  name?: string,
): Promise<{ id: number; isLoading: boolean }> {
  if (known && known.state !== 'done') {
    if (known.state === 'stopped') {
      await app.store.transaction((tx) => resumeIn(app, tx, known));
    }
    return { id: known.id, isLoading: known.state === 'loading' };
  }
  const repetition = (known?.repetition ?? -1) + 1;
  return {
    id: await app.store.transaction((tx) => openIn(app, tx, plan, { digest, repetition, name })),
    isLoading: true,
  };
}

/** Empties the list of a campaign that is loading, because an interrupted load leaves rows in it. */
export async function clearRecipients(app: App, accountId: number, id: number): Promise<void> {
  await requireLoading(app, accountId, id);
  while (await app.store.transaction((tx) => removePeople(tx, { accountId, id }, BATCH))) {
    // The next transaction removes the next part.
  }
}

/** @throws {AdminError} if the list of the campaign is complete */
async function requireLoading(app: App, accountId: number, id: number): Promise<Campaign> {
  const campaign = await requireCampaign(app, accountId, id);
  if (campaign.state !== 'loading') {
    throw new AdminError(`campaign ${id} is not loading: it is ${campaign.state}`);
  }
  return campaign;
}

/** Checks a part of a list. @throws {AdminError} if a send would refuse a recipient */
const requirePeople = (plan: CampaignPlan, listed: readonly (CampaignPerson & { position: number })[]) =>
  listed.map(({ position, ...one }) => ({ ...requireListed(plan, one), position }));

/**
 * Adds a part of the list to a campaign that is loading. A recipient who is already on the list is skipped.
 *
 * @throws {AdminError} if the list is complete, or if a send would refuse a recipient
 */
export async function addRecipients(
  app: App,
  accountId: number,
  id: number,
  listed: readonly (CampaignPerson & { position: number })[],
): Promise<void> {
  const { templateName: template, language, connectionId } = await requireLoading(app, accountId, id);
  const plan = await planCampaign(app, accountId, { template, language, connectionId });
  const people = requirePeople(plan, listed);
  if (!(await app.store.transaction((tx) => addPeople(tx, { accountId, id }, people)))) {
    await requireLoading(app, accountId, id);
  }
}

/** A row of a list that cannot be used. */
export interface InvalidRow {
  position: number;
  /** The field that is wrong. */
  field: string | null;
  problem: string;
  /** What to do instead. */
  fix: string | null;
}

/** Returns what is wrong with a row of a list. The message of VALIDATION_FAILED already says what to do. */
export const invalidRowOf = (position: number, { code, message, details }: ApiError): InvalidRow => ({
  position,
  field: details.param ?? null,
  problem: message,
  fix: details.fix ?? (code === 'VALIDATION_FAILED' ? null : ERRORS[code].fix),
});

/** Fields that are the same for all recipients: without them, no send is possible. */
const SHARED_FIELDS: readonly (string | undefined)[] = ['name', 'header'];

/**
 * Returns the recipients that a campaign would skip now, with the reason, and those that a send would refuse.
 *
 * @throws {AdminError} if a send would refuse the whole campaign
 */
export async function checkRecipients(
  app: App,
  accountId: number,
  input: CampaignInput,
  listed: readonly (CampaignPerson & { position: number })[],
): Promise<{ skipped: { position: number; reason: string }[]; invalid: InvalidRow[]; phones: (string | null)[] }> {
  const plan = await planCampaign(app, accountId, input);
  const invalid: InvalidRow[] = [];
  const people: NewRecipient[] = [];
  const phones = listed.map(({ position, ...one }) => {
    try {
      const person = requireListedIn(plan, one);
      people.push({ ...person, position });
      return person.phone;
    } catch (error) {
      if (!(error instanceof ApiError) || SHARED_FIELDS.includes(error.details.param)) {
        return asAdminError(error);
      }
      invalid.push(invalidRowOf(position, error));
      return null;
    }
  });
  const { template, connection } = plan;
  const campaign = { connectionId: connection.id, templateName: template.name, language: template.language };
  return { skipped: await findSkipped(app, accountId, campaign, people).catch(asAdminError), invalid, phones };
}

/**
 * Starts a campaign whose list is complete.
 *
 * @param people the number of different recipients
 * @param startsAt when it starts, in microseconds; now if omitted
 * @throws {AdminError} if the list does not have this many, for example because another process is still loading it
 */
export async function startCampaign(
  app: App,
  accountId: number,
  id: number,
  people: number,
  startsAt?: number,
): Promise<void> {
  await requireLoading(app, accountId, id);
  if (startsAt !== undefined) {
    requireSoon(app, startsAt);
  }
  if (!(await app.store.transaction((tx) => beginCampaign(app, tx, { accountId, id }, people, startsAt)))) {
    throw new AdminError(
      `campaign ${id} does not have ${people} recipients: its list is not complete, or another process is also loading it`,
      {
        hint: `\`wigwag admin campaigns show ${id}\` shows its progress`,
      },
    );
  }
}

/** @throws {AdminError} for a time that is past or too far ahead */
function requireSoon(app: App, startsAt: number): void {
  const now = app.now();
  if (startsAt <= now || startsAt > now + MAX_DAYS * MICROSECONDS.day) {
    throw invalidField('at', `must be in the next ${MAX_DAYS} days`);
  }
}

/**
 * Changes when a scheduled campaign starts, in microseconds.
 *
 * @throws {AdminError} if it is not scheduled, or for a time that is past or too far ahead
 */
export async function rescheduleCampaign(app: App, accountId: number, id: number, startsAt: number): Promise<void> {
  const campaign = await requireCampaign(app, accountId, id);
  requireSoon(app, startsAt);
  if (!(await app.store.transaction((tx) => rescheduleIn(tx, campaign, startsAt)))) {
    const { state } = await requireCampaign(app, accountId, id);
    throw new AdminError(`campaign ${id} is not scheduled: it is ${state}`);
  }
}

/** Stops a campaign until it is resumed. @throws {AdminError} if it is not sending */
export async function stopCampaign(app: App, accountId: number, id: number): Promise<void> {
  const campaign = await requireCampaign(app, accountId, id);
  if (!(await app.store.transaction((tx) => stopIn(app, tx, campaign)))) {
    // The campaign may have ended since it was read, or another process may have stopped it.
    const { state } = await requireCampaign(app, accountId, id);
    throw new AdminError(`campaign ${id} is not sending: it is ${state}`);
  }
}

/** Resumes a stopped campaign. @throws {AdminError} if its list is not complete, or if it is done */
export async function resumeCampaign(app: App, accountId: number, id: number): Promise<void> {
  const campaign = await requireCampaign(app, accountId, id);
  if (campaign.state === 'loading') {
    throw new AdminError(
      `the list of campaign ${id} was never completely stored: send it again with \`wigwag admin campaigns send\``,
    );
  }
  if (campaign.state === 'done' || campaign.state === 'scheduled') {
    throw new AdminError(`campaign ${id} is ${campaign.state}`);
  }
  await app.store.transaction((tx) => resumeIn(app, tx, campaign));
}

/** The progress of a campaign. */
export interface CampaignProgress {
  campaign: Campaign;
  total: number;
  counts: Record<RecipientState, number>;
  /** How many seconds ago a server last worked on it; 0 if a server is working on it now. */
  idleSeconds: number;
}

const NO_RECIPIENTS: CampaignProgress['counts'] = {
  waiting: 0,
  skipped: 0,
  queued: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
};

/** Returns the progress of a campaign. */
export async function progressOf(app: App, campaign: Campaign): Promise<CampaignProgress> {
  const { campaigns, outbox } = app.store.read;
  const counts = { ...NO_RECIPIENTS, ...(await campaigns.count(campaign.accountId, campaign.id)) };
  const [queue] = await outbox.levels(['campaign'], app.now());
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { campaign, total, counts, idleSeconds: queue?.oldestDueSeconds ?? 0 };
}

/** Returns the recipients of a campaign after a position, in the order of the list, and whether there may be more. */
export async function pageOfRecipients(
  app: App,
  { accountId, id }: CampaignKey,
  after: number,
  states?: readonly RecipientState[],
): Promise<{ recipients: Recipient[]; isLast: boolean }> {
  const recipients = await app.store.read.campaigns.listRecipients(accountId, id, after, BATCH, states);
  return { recipients, isLast: recipients.length < BATCH };
}
