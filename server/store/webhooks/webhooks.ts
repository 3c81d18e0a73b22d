import type { Knex } from 'knex';
import { amongValues, withRows } from '../../engine/drivers/dialect.ts';
import { type Account, accountOf } from '../account/accounts.ts';
import type { AccountRow, WebhookRow } from '../tables.ts';

export interface Webhook {
  accountId: number;
  url: string | null;
  events: readonly string[];
  /** Encrypted. */
  secret: string;
  isEnabled: boolean;
  consecutiveFailures: number;
}

/** An account, and its webhook if it has one. */
export interface Receiver {
  account: Account;
  webhook: Webhook | undefined;
}

/** The failures of an address after one more attempt. */
export interface AttemptCount {
  accountId: number;
  /** A response from an old address does not count for the new one. */
  url: string;
  consecutiveFailures: number;
  /** Whether the attempt disables the address. */
  disables: boolean;
}

export const webhookOf = (row: WebhookRow): Webhook => ({
  accountId: row.account_id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  secret: row.secret,
  isEnabled: Boolean(row.is_enabled),
  consecutiveFailures: row.consecutive_failures,
});

export const webhookQueries = (db: Knex) => ({
  async insert(webhook: Webhook): Promise<void> {
    await db('webhooks').insert({
      account_id: webhook.accountId,
      url: webhook.url,
      events: JSON.stringify(webhook.events),
      secret: webhook.secret,
      is_enabled: webhook.isEnabled,
      consecutive_failures: webhook.consecutiveFailures,
    });
  },

  async find(accountId: number): Promise<Webhook | undefined> {
    const row = await db('webhooks').where({ account_id: accountId }).first();
    return row && webhookOf(row);
  },

  async findReceiver(accountId: number): Promise<Receiver | undefined> {
    return (await this.listReceivers([accountId]))[0];
  },

  /** Returns accounts with their webhooks. */
  async listReceivers(accountIds: readonly number[]): Promise<Receiver[]> {
    const rows: (AccountRow & (WebhookRow | { account_id: null }))[] =
      accountIds.length > 0
        ? await amongValues(db('accounts'), 'id', accountIds)
            .leftJoin('webhooks', 'account_id', 'id')
            .select('accounts.*', 'webhooks.*')
        : [];
    return rows.map((row) => ({
      account: accountOf(row),
      webhook: row.account_id === null ? undefined : webhookOf(row),
    }));
  },

  async list(accountIds: readonly number[]): Promise<Webhook[]> {
    const rows = accountIds.length > 0 ? await amongValues(db('webhooks'), 'account_id', accountIds) : [];
    return rows.map(webhookOf);
  },

  /** Like `list`, but locks the rows. */
  async listForUpdate(accountIds: readonly number[]): Promise<Webhook[]> {
    const rows =
      accountIds.length > 0
        ? await amongValues(db('webhooks'), 'account_id', accountIds).orderBy('account_id').forUpdate()
        : [];
    return rows.map(webhookOf);
  },

  /** Like `find`, but locks the row, so that no one enables or disables the webhook before the transaction ends. */
  async findForUpdate(accountId: number): Promise<Webhook | undefined> {
    const row = await db('webhooks').where({ account_id: accountId }).forUpdate().first();
    return row && webhookOf(row);
  },

  /** Sets the address, enables the webhook and resets its failures. The secret stays the same. */
  async setAddress(accountId: number, url: string | null, events: readonly string[]): Promise<void> {
    await db('webhooks')
      .where({ account_id: accountId })
      .update({ url, events: JSON.stringify(events), is_enabled: true, consecutive_failures: 0 });
  },

  /** @param secret the encrypted secret */
  async setSecret(accountId: number, secret: string): Promise<void> {
    await db('webhooks').where({ account_id: accountId }).update({ secret });
  },

  /** Enables the webhook again and resets its failures. */
  async enable(accountId: number): Promise<void> {
    await db('webhooks').where({ account_id: accountId }).update({ is_enabled: true, consecutive_failures: 0 });
  },

  /** Stores the failures of addresses; the last count of an account applies. */
  async storeCounts(counts: readonly AttemptCount[]): Promise<void> {
    if (counts.length > 0) {
      await withRows(
        db,
        { accountId: 'integer', url: 'text', consecutiveFailures: 'integer' },
        [...new Map(counts.map((count) => [count.accountId, count])).values()],
        `update webhooks set consecutive_failures = given.consecutiveFailures
         from given where webhooks.account_id = given.accountId and webhooks.url = given.url`,
      );
    }
    const disabled = counts.filter(({ disables }) => disables).map(({ accountId }) => accountId);
    if (disabled.length > 0) {
      await amongValues(db('webhooks'), 'account_id', disabled).update({ is_enabled: false });
    }
  },
});
