import type { Knex } from 'knex';
import { withRows } from '../../engine/drivers/dialect.ts';
import type { MessageStatus } from '../messages/messages.ts';
import type { CampaignRecipientRow, CampaignRow } from '../tables.ts';

/**
 * `loading`: the list is still being written, and nothing is sent. `scheduled`: it starts later. `stopped`: by the operator, or automatically because
 * of a `problem`.
 */
export type CampaignState = 'loading' | 'scheduled' | 'sending' | 'stopped' | 'done';

/** The state of one recipient: `waiting`, `skipped`, or the status of the message. */
export type RecipientState = 'waiting' | 'skipped' | MessageStatus;

/** An array for a POSITIONAL template, or an object with names for a NAMED one. */
export type CampaignVariables = readonly string[] | Readonly<Record<string, string>>;

/** The value of a dynamic button: the button's position among all buttons, from 0, and the end of its URL or its code. */
export interface ButtonValue {
  index: number;
  text: string;
}

export interface Campaign {
  accountId: number;
  id: number;
  templateId: number;
  templateName: string;
  language: string;
  connectionId: string;
  /** A digest of the whole request. */
  digest: string;
  /** What people call it. */
  name: string | null;
  repetition: number;
  state: CampaignState;
  problem: string | null;
  createdAt: number;
  /** When a scheduled campaign starts, in microseconds; null for one that started at once. */
  startsAt: number | null;
  finishedAt: number | null;
}

/** A campaign whose messages the provider refuses. */
export interface StoppedCampaign {
  accountId: number;
  campaignId: number;
  problem: string;
  /** A campaign that was resumed after this time does not stop. */
  since: number;
  /** The recipients whose messages have failed for this reason. */
  unsent: readonly { phone: string; messageId: string }[];
}

/** A recipient in a list. */
export interface NewRecipient {
  /** From 1, in the order of the list. */
  position: number;
  phone: string;
  name: string | null;
  variables: CampaignVariables | null;
  /** One for each dynamic button of the template. */
  buttons?: readonly ButtonValue[] | null;
}

export interface Recipient extends NewRecipient {
  state: RecipientState;
  /** Why the recipient was skipped, or why the send failed. */
  reason: string | null;
  messageId: string | null;
  /** When the message was queued, in microseconds. */
  queuedAt: number | null;
}

/** A message of a campaign to a person. */
export interface CampaignOfPerson extends Pick<Recipient, 'state' | 'reason'> {
  campaignId: number;
  templateName: string;
  /** In microseconds. */
  queuedAt: number;
}

/** The state of a recipient, who is found by the position. */
export interface RecipientChange
  extends Pick<Recipient, 'position' | 'phone' | 'state' | 'reason' | 'messageId' | 'queuedAt'> {
  accountId: number;
  campaignId: number;
}

const campaignOf = (row: CampaignRow): Campaign => ({
  accountId: row.account_id,
  id: row.id,
  templateId: row.template_id,
  templateName: row.template_name,
  language: row.language,
  connectionId: row.connection_id,
  digest: row.digest,
  name: row.name,
  repetition: row.repetition,
  state: row.state as CampaignState,
  problem: row.problem,
  createdAt: row.created_at,
  startsAt: row.starts_at === null ? null : Number(row.starts_at),
  finishedAt: row.finished_at,
});

const variablesOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as CampaignVariables));

const recipientOf = (row: CampaignRecipientRow): Recipient => ({
  position: row.position,
  phone: row.phone,
  name: row.name,
  variables: variablesOf(row.variables),
  buttons: row.buttons === null ? null : (JSON.parse(row.buttons) as ButtonValue[]),
  state: row.state as RecipientState,
  reason: row.reason,
  messageId: row.message_id,
  queuedAt: row.queued_at,
});

/** Well below SQLite's limit on values per statement. */
const ROWS_PER_INSERT = 200;

export const campaignQueries = (db: Knex) => {
  const recipients = (accountId: number, campaignId: number) =>
    db('campaign_recipients').where({ account_id: accountId, campaign_id: campaignId });
  /** Messages that are queued but not yet sent. */
  const leaving = (accountId: number, campaignId: number) =>
    db('messages')
      .where({ account_id: accountId, campaign_id: campaignId })
      .whereRaw("status = 'queued' and sent_at is null"); // the same condition as the partial index

  return {
    /**
     * Inserts a campaign and returns its ID. Two identical concurrent requests get the ID of the first, and both write
     * the same list.
     */
    async insert(
      campaign: Omit<Campaign, 'id' | 'name' | 'problem' | 'startsAt' | 'finishedAt'> & Partial<Pick<Campaign, 'name'>>,
    ): Promise<number> {
      const [row] = await db('campaigns')
        .insert({
          account_id: campaign.accountId,
          template_id: campaign.templateId,
          template_name: campaign.templateName,
          language: campaign.language,
          connection_id: campaign.connectionId,
          digest: campaign.digest,
          name: campaign.name ?? null,
          repetition: campaign.repetition,
          state: campaign.state,
          created_at: campaign.createdAt,
        })
        .onConflict(['account_id', 'digest', 'repetition'])
        .merge(['digest'])
        .returning('id');
      return Number(row?.id);
    },

    async find(accountId: number, id: number): Promise<Campaign | undefined> {
      const row = await db('campaigns').where({ account_id: accountId, id }).first();
      return row && campaignOf(row);
    },

    /** Like `find`, but locks the row until the transaction ends. */
    async findHeld(accountId: number, id: number): Promise<Campaign | undefined> {
      const row = await db('campaigns').where({ account_id: accountId, id }).forUpdate().first();
      return row && campaignOf(row);
    },

    /** Returns the last campaign that an identical request created. */
    async findLatest(accountId: number, digest: string): Promise<Campaign | undefined> {
      const row = await db('campaigns').where({ account_id: accountId, digest }).orderBy('repetition', 'desc').first();
      return row && campaignOf(row);
    },

    /** Returns the most recent campaigns, in order of creation. */
    async listNewest(accountId: number, limit: number): Promise<Campaign[]> {
      const rows = await db('campaigns').where({ account_id: accountId }).orderBy('id', 'desc').limit(limit);
      return rows.map(campaignOf).reverse();
    },

    /**
     * Changes the state if it is still one of `from`, and returns whether it changed. `at` is now, or the time at which a
     * `scheduled` campaign starts.
     */
    async move(
      accountId: number,
      id: number,
      from: readonly CampaignState[],
      to: CampaignState,
      { at, problem = null }: { at: number; problem?: string | null },
    ): Promise<boolean> {
      const moved = await db('campaigns')
        .where({ account_id: accountId, id })
        .whereIn('state', from)
        .update({
          state: to,
          problem,
          finished_at: to === 'done' ? at : null,
          ...(to === 'sending' && { resumed_at: at }),
          ...(to === 'scheduled' && { starts_at: at }),
        });
      return moved > 0;
    },

    /**
     * Stops a campaign because the provider would refuse every message, and lets the recipients whose messages have
     * failed wait for another one. A campaign that is done also stops if it has such a recipient.
     */
    async stopRefused({ accountId, campaignId: id, problem, since, unsent }: StoppedCampaign): Promise<void> {
      const campaign = await db('campaigns').where({ account_id: accountId, id }).forUpdate().first();
      let returned = 0;
      for (const { phone, messageId } of unsent) {
        returned += await recipients(accountId, id)
          .where({ phone, message_id: messageId })
          .update({ state: 'waiting', reason: null, message_id: null, queued_at: null });
      }
      // Failures of earlier messages may be reported after the operator has corrected the problem.
      const isStale = (campaign?.resumed_at ?? 0) > since;
      const stops =
        (campaign?.state === 'sending' && !isStale) ||
        (campaign?.state === 'done' && returned > 0) ||
        (campaign?.state === 'stopped' && campaign.problem === null && !isStale);
      if (stops) {
        await db('campaigns')
          .where({ account_id: accountId, id })
          .update({ state: 'stopped', problem, finished_at: null });
      }
    },

    /** Stops all campaigns that send or will send, for the same reason, and returns how many. */
    stopAll: (accountId: number, problem: string): Promise<number> =>
      db('campaigns')
        .where({ account_id: accountId })
        .whereIn('state', ['scheduled', 'sending'])
        .update({ state: 'stopped', problem }),

    /** Adds recipients; skips people who are already on the list. */
    async addRecipients(accountId: number, campaignId: number, people: readonly NewRecipient[]): Promise<void> {
      const rows = people.map(({ position, phone, name, variables, buttons }) => ({
        account_id: accountId,
        campaign_id: campaignId,
        position,
        phone,
        name,
        variables: variables && JSON.stringify(variables),
        buttons: buttons ? JSON.stringify(buttons) : null,
        state: 'waiting',
      }));
      for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
        await db('campaign_recipients')
          .insert(rows.slice(start, start + ROWS_PER_INSERT))
          .onConflict()
          .ignore();
      }
    },

    /** Removes the first recipients of a list and returns how many. */
    async removeRecipients(accountId: number, campaignId: number, limit: number): Promise<number> {
      const first = recipients(accountId, campaignId).select('position').orderBy('position').limit(limit);
      return recipients(accountId, campaignId).whereIn('position', first).delete();
    },

    /** Returns the recipients after a position, in order, or those of them in some states. */
    async listRecipients(
      accountId: number,
      campaignId: number,
      after: number,
      limit: number,
      states?: readonly RecipientState[],
    ): Promise<Recipient[]> {
      const listed = recipients(accountId, campaignId).where('position', '>', after).orderBy('position').limit(limit);
      const rows = await (states ? listed.whereIn('state', states) : listed);
      return rows.map(recipientOf);
    },

    /** Returns the next waiting recipients. */
    async listWaiting(accountId: number, campaignId: number, limit: number): Promise<Recipient[]> {
      const rows = await recipients(accountId, campaignId).where({ state: 'waiting' }).orderBy('position').limit(limit);
      return rows.map(recipientOf);
    },

    /** Returns the number of recipients in each state; states without recipients are left out. */
    async count(accountId: number, campaignId: number): Promise<Partial<Record<RecipientState, number>>> {
      const rows: { state: string; count: number | string }[] = await recipients(accountId, campaignId)
        .select('state')
        .count({ count: '*' })
        .groupBy('state');
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    },

    /** Returns how many messages are queued but not yet sent. */
    async countLeaving(accountId: number, campaignId: number): Promise<number> {
      const row = await leaving(accountId, campaignId).count({ count: '*' }).first();
      return Number(row?.count);
    },

    /** Returns the IDs of the messages that are queued but not yet sent, of which there are few. */
    async listLeaving(accountId: number, campaignId: number): Promise<string[]> {
      const ids: string[] = await leaving(accountId, campaignId).pluck('id');
      return ids.sort(); // SQLite would read all messages of the account in this order
    },

    /** Returns which of these names a campaign lists. */
    listNames: async (accountId: number, campaignId: number, names: readonly string[]): Promise<string[]> =>
      names.length === 0 ? [] : recipients(accountId, campaignId).whereIn('phone', names).pluck('phone'),

    /** Returns the newest messages of campaigns to a person with any of these names. */
    async listOf(accountId: number, phones: readonly string[], limit: number): Promise<CampaignOfPerson[]> {
      const rows = await db('campaign_recipients as r')
        .join('campaigns as c', (join) => join.on('c.account_id', 'r.account_id').andOn('c.id', 'r.campaign_id'))
        .where('r.account_id', accountId)
        .whereIn('r.phone', phones)
        .whereNotNull('r.queued_at')
        .orderBy('r.queued_at', 'desc')
        .limit(limit)
        .select('r.campaign_id', 'c.template_name', 'r.state', 'r.reason', 'r.queued_at');
      return rows.map((row) => ({
        campaignId: Number(row.campaign_id),
        templateName: row.template_name,
        state: row.state as RecipientState,
        reason: row.reason,
        queuedAt: Number(row.queued_at),
      }));
    },

    /** Records that recipients have messages or are skipped, and the names of the people. */
    async updateRecipients(changes: readonly RecipientChange[]): Promise<void> {
      await withRows(
        db,
        {
          accountId: 'integer',
          campaignId: 'integer',
          position: 'integer',
          phone: 'text',
          state: 'text',
          reason: 'text',
          messageId: 'text',
          queuedAt: 'bigint',
        },
        changes,
        `update campaign_recipients set phone = given.phone, state = given.state, reason = given.reason,
           message_id = given.messageId, queued_at = given.queuedAt
         from given where campaign_recipients.account_id = given.accountId
           and campaign_recipients.campaign_id = given.campaignId and campaign_recipients.position = given.position`,
      );
    },

    /** Records the state of a recipient. */
    async setState(
      accountId: number,
      campaignId: number,
      phone: string,
      state: RecipientState,
      reason: string | null,
    ): Promise<void> {
      await recipients(accountId, campaignId).where({ phone }).update({ state, reason });
    },

    /**
     * Returns the name and the values that the last campaign with this template used for a person; undefined if no such
     * campaign reached the person.
     *
     * @param since in microseconds since the epoch
     */
    async latestRecipient(
      accountId: number,
      phone: string,
      templateId: number,
      since: number,
    ): Promise<{ name: string | null; variables: CampaignVariables | null } | undefined> {
      const row = await db('campaign_recipients as r')
        .join('campaigns as c', (join) => join.on('c.account_id', 'r.account_id').andOn('c.id', 'r.campaign_id'))
        .where({ 'r.account_id': accountId, 'r.phone': phone, 'c.template_id': templateId })
        .whereNotIn('r.state', ['skipped', 'failed'])
        .where('r.queued_at', '>=', since)
        .orderBy('r.queued_at', 'desc')
        .first('r.name', 'r.variables');
      return row && { name: row.name, variables: variablesOf(row.variables) };
    },
  };
};
