import type { Knex } from 'knex';
import { amongNumbers, amongValues, distinctKeys, type NumberKey, withRows } from '../../engine/drivers/dialect.ts';
import { type Account, accountOf } from '../account/accounts.ts';
import type { AccountRow, WebhookEndpointRow, WebhookRow } from '../tables.ts';

/** The ID of the first endpoint of every account, which always exists. The IDs of the others are larger. */
export const FIRST_ENDPOINT = 1;

/** What a user can set of an endpoint. */
export interface WebhookSettings {
  /** Only the first endpoint may have none, and only the others may have one of a message broker. */
  url: string | null;
  /** Encrypted: for the message broker at the URL. */
  password: string | null;
  events: readonly string[];
  name: string | null;
  /** An expression in CEL; events for which it is not true are not delivered. */
  filter: string | null;
  /** Encrypted: a JSON object. */
  headers: string | null;
  /** The delays before the retries, in minutes; null for those of §6. */
  retryMinutes: readonly number[] | null;
  /** How many failures in a row disable the endpoint; null for the number of §6. */
  failuresToDisable: number | null;
  /** A paused endpoint gets its events when it resumes. */
  isPaused: boolean;
}

/** A webhook endpoint. */
export interface Webhook extends WebhookSettings {
  accountId: number;
  id: number;
  /** Encrypted. */
  secret: string;
  /** Encrypted: the secret that replaces `secret` at `nextSecretAt`. Until then, both sign. */
  nextSecret: string | null;
  nextSecretAt: number | null;
  isEnabled: boolean;
  consecutiveFailures: number;
}

/** An account, and one of its endpoints. */
export interface Receiver {
  account: Account;
  webhook: Webhook | undefined;
}

/** An account with all of its endpoints, in the order of their IDs. */
export interface Receivers {
  account: Account;
  webhooks: readonly Webhook[];
}

/** The failures of an endpoint after one more attempt. */
export interface AttemptCount {
  accountId: number;
  endpointId: number;
  /** A response from an old address does not count for the new one. */
  url: string;
  consecutiveFailures: number;
  /** Whether the attempt disables the endpoint. */
  disables: boolean;
}

type SettingsRow = Omit<WebhookRow, 'has_others'>;

const webhookOf = (row: SettingsRow & { id?: number }, id = row.id ?? FIRST_ENDPOINT): Webhook => ({
  accountId: row.account_id,
  id,
  url: row.url,
  password: row.password,
  events: JSON.parse(row.events) as string[],
  name: row.endpoint_name,
  filter: row.filter,
  headers: row.headers,
  retryMinutes: row.retry_minutes === null ? null : (JSON.parse(row.retry_minutes) as number[]),
  failuresToDisable: row.failures_to_disable,
  isPaused: Boolean(row.is_paused),
  secret: row.secret,
  nextSecret: row.next_secret,
  nextSecretAt: row.next_secret_at,
  isEnabled: Boolean(row.is_enabled),
  consecutiveFailures: row.consecutive_failures,
});

const rowOf = (webhook: Partial<Webhook>): Partial<SettingsRow> => {
  const { url, events, name, filter, headers, failuresToDisable, isPaused, isEnabled, consecutiveFailures } = webhook;
  const { secret, nextSecret, nextSecretAt, retryMinutes, password } = webhook;
  const row = {
    url,
    password,
    events: events && JSON.stringify(events),
    endpoint_name: name,
    filter,
    headers,
    retry_minutes: retryMinutes && JSON.stringify(retryMinutes),
    failures_to_disable: failuresToDisable,
    is_paused: isPaused,
    secret,
    next_secret: nextSecret,
    next_secret_at: nextSecretAt,
    is_enabled: isEnabled,
    consecutive_failures: consecutiveFailures,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
};

const byKey = (a: NumberKey, b: NumberKey): number => a.accountId - b.accountId || a.id - b.id;

/**
 * Returns the queries for webhook endpoints. The first endpoint of an account is in `webhooks`, the others are in
 * `webhook_endpoints`. Only this file distinguishes them.
 */
export const webhookQueries = (db: Knex) => {
  const one = (accountId: number, id: number): Knex.QueryBuilder =>
    id === FIRST_ENDPOINT
      ? db('webhooks').where({ account_id: accountId })
      : db('webhook_endpoints').where({ account_id: accountId, id });

  const split = <Keyed extends NumberKey>(keys: readonly Keyed[]): { first: Keyed[]; others: Keyed[] } => {
    const { first = [], others = [] } = Object.groupBy(keys, ({ id }) => (id === FIRST_ENDPOINT ? 'first' : 'others'));
    return { first, others };
  };

  /** Returns the endpoints of accounts that are not their first ones. Most accounts have none, and cost no statement. */
  const listOthers = async (accountIds: readonly number[]): Promise<WebhookEndpointRow[]> =>
    accountIds.length > 0 ? amongValues(db('webhook_endpoints'), 'account_id', accountIds).orderBy('id') : [];

  const listByKeys = async (keys: readonly NumberKey[], isLocked: boolean): Promise<Webhook[]> => {
    const { first, others } = split(keys);
    // Rows are locked in a fixed order.
    const lock = (query: Knex.QueryBuilder, order: string[]) => (isLocked ? query.orderBy(order).forUpdate() : query);
    const accountIds = [...new Set(first.map(({ accountId }) => accountId))];
    const rows: SettingsRow[] =
      accountIds.length > 0 ? await lock(amongValues(db('webhooks'), 'account_id', accountIds), ['account_id']) : [];
    const more: WebhookEndpointRow[] =
      others.length > 0 ? await lock(amongNumbers(db('webhook_endpoints'), others), ['id']) : [];
    return [...rows.map((row) => webhookOf(row, FIRST_ENDPOINT)), ...more.map((row) => webhookOf(row))];
  };

  return {
    /** Inserts the first endpoint of a new account. */
    async insert(webhook: Omit<Webhook, 'id'>): Promise<void> {
      await db('webhooks').insert({ account_id: webhook.accountId, ...rowOf(webhook) } as WebhookRow);
    },

    /** Inserts another endpoint and returns its ID. */
    async add(webhook: Omit<Webhook, 'id'>): Promise<number> {
      await db('webhooks').where({ account_id: webhook.accountId }).update({ has_others: true });
      const [row] = await db('webhook_endpoints')
        .insert({ account_id: webhook.accountId, ...rowOf(webhook) } as WebhookEndpointRow)
        .returning('id');
      return (row as { id: number }).id;
    },

    /** Deletes an endpoint that is not the first one. Returns false if it does not exist. */
    async remove(accountId: number, id: number): Promise<boolean> {
      const removed = await db('webhook_endpoints').where({ account_id: accountId, id }).delete();
      const left = await db('webhook_endpoints').where({ account_id: accountId }).first('id');
      await db('webhooks')
        .where({ account_id: accountId })
        .update({ has_others: left !== undefined });
      return removed > 0;
    },

    /** Returns an endpoint. @param id the first one by default */
    async find(accountId: number, id = FIRST_ENDPOINT): Promise<Webhook | undefined> {
      const row = await one(accountId, id).first();
      return row && webhookOf(row, id);
    },

    /** Like `find`, but locks the row, so that no one enables or disables the endpoint before the transaction ends. */
    async findForUpdate(accountId: number, id = FIRST_ENDPOINT): Promise<Webhook | undefined> {
      const row = await one(accountId, id).forUpdate().first();
      return row && webhookOf(row, id);
    },

    /** Returns an account with its endpoints. */
    async findReceivers(accountId: number): Promise<Receivers | undefined> {
      return (await this.listReceivers([accountId]))[0];
    },

    /** Returns accounts with their endpoints. */
    async listReceivers(accountIds: readonly number[]): Promise<Receivers[]> {
      const rows: (AccountRow & (WebhookRow | { account_id: null; has_others: null }))[] =
        accountIds.length > 0
          ? await amongValues(db('accounts'), 'id', accountIds)
              .leftJoin('webhooks', 'account_id', 'id')
              .select('accounts.*', 'webhooks.*')
          : [];
      const others = await listOthers(rows.flatMap(({ id, has_others }) => (has_others ? [id] : [])));
      return rows.map((row) => ({
        account: accountOf(row),
        webhooks: [
          ...(row.account_id === null ? [] : [webhookOf(row, FIRST_ENDPOINT)]),
          ...others.filter(({ account_id }) => account_id === row.id).map((other) => webhookOf(other)),
        ],
      }));
    },

    /** Returns the endpoints of an account, in the order of their IDs. Their number must be small. */
    async list(accountId: number): Promise<Webhook[]> {
      const first = await db('webhooks').where({ account_id: accountId });
      const others = await listOthers(first.some(({ has_others }) => Boolean(has_others)) ? [accountId] : []);
      return [...first.map((row) => webhookOf(row, FIRST_ENDPOINT)), ...others.map((row) => webhookOf(row))];
    },

    listByKeys: (keys: readonly NumberKey[]): Promise<Webhook[]> => listByKeys(keys, false),

    /** Like `listByKeys`, but locks the rows. */
    listForUpdate: (keys: readonly NumberKey[]): Promise<Webhook[]> => listByKeys(keys.toSorted(byKey), true),

    /** Changes an endpoint. */
    async update(accountId: number, id: number, changes: Partial<Omit<Webhook, 'accountId' | 'id'>>): Promise<void> {
      const row = rowOf(changes);
      if (Object.keys(row).length > 0) {
        await one(accountId, id).update(row);
      }
    },

    /** Sets the address, enables the endpoint and resets its failures. The secret stays the same. */
    async setAddress(accountId: number, url: string | null, events: readonly string[]): Promise<void> {
      await this.update(accountId, FIRST_ENDPOINT, { url, events, isEnabled: true, consecutiveFailures: 0 });
    },

    /** Stores the failures of endpoints; the last count of each applies. */
    async storeCounts(counts: readonly AttemptCount[]): Promise<void> {
      const keyed = counts.map((count) => ({ ...count, id: count.endpointId }));
      const { first, others } = split(distinctKeys(keyed));
      const given = { accountId: 'integer', id: 'integer', url: 'text', consecutiveFailures: 'integer' } as const;
      if (first.length > 0) {
        await withRows(
          db,
          given,
          first,
          `update webhooks set consecutive_failures = given.consecutiveFailures
           from given where webhooks.account_id = given.accountId and webhooks.url = given.url`,
        );
      }
      if (others.length > 0) {
        await withRows(
          db,
          given,
          others,
          `update webhook_endpoints set consecutive_failures = given.consecutiveFailures
           from given where webhook_endpoints.account_id = given.accountId and webhook_endpoints.id = given.id
           and webhook_endpoints.url = given.url`,
        );
      }
      const disabled = split(keyed.filter(({ disables }) => disables));
      if (disabled.first.length > 0) {
        const accountIds = disabled.first.map(({ accountId }) => accountId);
        await amongValues(db('webhooks'), 'account_id', accountIds).update({ is_enabled: false });
      }
      if (disabled.others.length > 0) {
        await amongNumbers(db('webhook_endpoints'), disabled.others).update({ is_enabled: false });
      }
    },
  };
};
