import type { Knex } from 'knex';
import type { WebhookRow } from './tables.ts';

export interface Webhook {
  accountId: number;
  url: string | null;
  events: readonly string[];
  /** Encrypted. */
  secret: string;
  isEnabled: boolean;
  consecutiveFailures: number;
}

const webhookOf = (row: WebhookRow): Webhook => ({
  accountId: row.account_id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  secret: row.secret,
  isEnabled: Boolean(row.is_enabled),
  consecutiveFailures: row.consecutive_failures,
});

export type WebhookQueries = ReturnType<typeof webhookQueries>;

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

  /** One of the sealed secrets, whose does not matter; undefined in an empty database. */
  async anySecret(): Promise<string | undefined> {
    return (await db('webhooks').first('secret'))?.secret;
  },

  /** Sets the address, enables it and forgets its failures; the secret stays. */
  async setAddress(accountId: number, url: string | null, events: readonly string[]): Promise<void> {
    await db('webhooks')
      .where({ account_id: accountId })
      .update({ url, events: JSON.stringify(events), is_enabled: true, consecutive_failures: 0 });
  },

  /** Counts one attempt: a success starts the count of failures anew. */
  async countAttempt(accountId: number, succeeded: boolean): Promise<number> {
    const [row] = await db('webhooks')
      .where({ account_id: accountId })
      .update({ consecutive_failures: succeeded ? 0 : (db.raw('consecutive_failures + 1') as unknown as number) })
      .returning('consecutive_failures');
    return row?.consecutive_failures ?? 0;
  },

  async disable(accountId: number): Promise<void> {
    await db('webhooks').where({ account_id: accountId }).update({ is_enabled: false });
  },
});
