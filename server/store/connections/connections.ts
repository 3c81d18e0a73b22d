import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { amongKeys, amongValues, type Key, keyString } from '../../engine/drivers/dialect.ts';
import type { ConnectionRow, ProviderAppRow } from '../tables.ts';

export interface Connection {
  accountId: number;
  id: string;
  channel: Channel;
  name: string;
  isActive: boolean;
  providerAppId: string | null;
  /** Phone number ID, page ID or Instagram account ID. */
  providerId: string | null;
  wabaId: string | null;
  /** Encrypted. */
  accessToken: string | null;
  /** The provider is unavailable: new sends are refused until this time, in microseconds. */
  unavailableUntil: number | null;
  /** The sites that may embed this web chat; empty for other channels. */
  origins: readonly string[];
  /** Whether the provider learns that messages were read (reading-and-typing). @default false */
  marksAsRead?: boolean;
}

/** A response of a connection's provider, or a failure. */
export interface ProviderResponse extends Key {
  /** After `most` consecutive failures, the connection is unavailable until `until`, in microseconds. */
  failure?: { most: number; until: number } | undefined;
}

export const connectionOf = (row: ConnectionRow): Connection => ({
  accountId: row.account_id,
  id: row.id,
  channel: row.channel as Channel,
  name: row.name,
  isActive: Boolean(row.is_active),
  providerAppId: row.provider_app_id,
  providerId: row.provider_id,
  wabaId: row.waba_id,
  accessToken: row.access_token,
  unavailableUntil: row.unavailable_until,
  origins: row.origins === null ? [] : (JSON.parse(row.origins) as string[]),
  marksAsRead: Boolean(row.mark_as_read),
});

export const connectionQueries = (db: Knex) => ({
  /** Returns false if the ID is already taken. */
  async insert(connection: Omit<Connection, 'unavailableUntil'>, createdAt: number): Promise<boolean> {
    const rows = await db('connections')
      .insert({
        account_id: connection.accountId,
        id: connection.id,
        channel: connection.channel,
        name: connection.name,
        is_active: connection.isActive,
        provider_app_id: connection.providerAppId,
        provider_id: connection.providerId,
        waba_id: connection.wabaId,
        access_token: connection.accessToken,
        origins: connection.origins.length === 0 ? null : JSON.stringify(connection.origins),
        created_at: createdAt,
      })
      .onConflict('id')
      .ignore()
      .returning('id');
    return rows.length > 0;
  },

  /** Returns the next free ID. IDs are unique across the whole server: `wa_1`, `wa_2`, ... over all accounts. */
  async nextId(channel: Channel): Promise<string> {
    const { prefix } = CAPABILITIES[channel];
    const highest = await db('connections').where({ channel }).orderByRaw('length(id) desc, id desc').first('id');
    return `${prefix}_${highest ? Number(highest.id.slice(prefix.length + 1)) + 1 : 1}`;
  },

  async setActive(accountId: number, id: string, isActive: boolean): Promise<void> {
    await db('connections').where({ account_id: accountId, id }).update({ is_active: isActive });
  },

  /** Stores a new token and, if it changes, the provider app that sends callbacks. */
  async setToken(accountId: number, id: string, accessToken: string, providerAppId?: string): Promise<void> {
    await db('connections')
      .where({ account_id: accountId, id })
      .update({ access_token: accessToken, ...(providerAppId !== undefined && { provider_app_id: providerAppId }) });
  },

  async setOrigins(accountId: number, id: string, origins: readonly string[]): Promise<void> {
    await db('connections')
      .where({ account_id: accountId, id })
      .update({ origins: JSON.stringify(origins) });
  },

  async setMarkAsRead(accountId: number, id: string, isMarked: boolean): Promise<void> {
    await db('connections').where({ account_id: accountId, id }).update({ mark_as_read: isMarked });
  },

  /** Records whether the providers of connections are available, from responses in order. */
  async noteResponses(responses: readonly ProviderResponse[]): Promise<void> {
    const available = new Map(responses.filter(({ failure }) => !failure).map((key) => [keyString(key), key]));
    if (available.size > 0) {
      await amongKeys(db('connections'), [...available.values()])
        .where('failures', '>', 0)
        .update({ failures: 0, unavailable_until: null });
    }
    // In a fixed order, so that two batches cannot deadlock.
    for (const [name, own] of [...Map.groupBy(responses, keyString)].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const last = own.findLastIndex(({ failure }) => !failure);
      for (const { accountId, id, failure } of own.slice(available.has(name) ? last + 1 : 0)) {
        await (failure && this.noteFailure(accountId, id, failure.most, failure.until));
      }
    }
  },

  /**
   * Records a failure of the provider. After `most` consecutive failures, the connection is unavailable until `until`.
   */
  async noteFailure(accountId: number, id: string, most: number, until: number): Promise<void> {
    const own = db('connections').where({ account_id: accountId, id });
    await own.clone().update({ failures: db.raw('failures + 1') as unknown as number });
    await own.clone().where('failures', '>=', most).update({ unavailable_until: until });
  },

  /** Returns the active connections of an account, oldest first; the first one of a channel is its default. */
  listActive(accountId: number): Promise<Connection[]> {
    return this.listActiveOf([accountId]);
  },

  /** Returns the active connections of several accounts, in the same order. */
  async listActiveOf(accountIds: readonly number[]): Promise<Connection[]> {
    if (accountIds.length === 0) {
      return [];
    }
    const rows = await amongValues(db('connections'), 'account_id', accountIds)
      .where({ is_active: true })
      .orderBy(['created_at', 'id']);
    return rows.map(connectionOf);
  },

  /** Returns every connection of an account, active or not. */
  async list(accountId: number): Promise<Connection[]> {
    const rows = await db('connections').where({ account_id: accountId }).orderBy(['created_at', 'id']);
    return rows.map(connectionOf);
  },

  async find(accountId: number, id: string): Promise<Connection | undefined> {
    const row = await db('connections').where({ account_id: accountId, id }).first();
    return row && connectionOf(row);
  },

  async listByIds(keys: readonly Key[]): Promise<Connection[]> {
    const rows = keys.length > 0 ? await amongKeys(db('connections'), keys) : [];
    return rows.map(connectionOf);
  },

  /** Returns the web chat with this ID. The ID is all that a visitor's browser knows of the account. */
  async findWebChat(id: string): Promise<Connection | undefined> {
    const row = await db('connections').where({ id, channel: 'web', is_active: true }).first();
    return row && connectionOf(row);
  },

  /**
   * Returns the connections of all accounts to a number, page or account, oldest first. Until the transaction ends, no
   * other transaction that calls this can connect or activate one.
   */
  async lockProvider(providerId: string): Promise<Connection[]> {
    const apps: string[] = await db('provider_apps').orderBy('id').forUpdate().pluck('id');
    const rows = await db('connections')
      .whereIn('provider_app_id', apps)
      .whereIn('provider_id', [providerId])
      .orderBy(['created_at', 'id']);
    return rows.map(connectionOf);
  },

  /** Returns the active connections of numbers, pages or accounts that several connections have, oldest first. */
  async listShared(): Promise<Connection[]> {
    const shared = db('connections')
      .where({ is_active: true })
      .whereNotNull('provider_id')
      .groupBy('provider_id')
      .havingRaw('count(*) > 1')
      .select('provider_id');
    const rows = await db('connections')
      .where({ is_active: true })
      .whereIn('provider_id', shared)
      .orderBy(['provider_id', 'created_at', 'id']);
    return rows.map(connectionOf);
  },

  /**
   * Returns the connection for the number, page or account in a provider's callback. The provider may use several IDs
   * for the same connection. If several connections have it, the active one that is oldest gets the callbacks.
   */
  async findByProvider(providerAppId: string, providerIds: readonly string[]): Promise<Connection | undefined> {
    const row = await db('connections')
      .where({ provider_app_id: providerAppId })
      .whereIn('provider_id', providerIds)
      .orderBy([{ column: 'is_active', order: 'desc' }, 'created_at'])
      .first();
    return row && connectionOf(row);
  },

  /** Returns the connections that a provider knows by these IDs, by ID of the provider. */
  async byProviderId(providerAppId: string, providerIds: readonly string[]): Promise<Map<string, Connection>> {
    const own = db('connections').where({ provider_app_id: providerAppId });
    const rows = await amongValues(own, 'provider_id', providerIds).orderBy([
      'is_active',
      { column: 'created_at', order: 'desc' },
    ]);
    // The last row of an ID counts.
    return new Map(rows.map((row) => [row.provider_id as string, connectionOf(row)]));
  },

  /** Returns the connections of a WhatsApp business account; they share its templates. */
  async listByWaba(providerAppId: string, wabaId: string): Promise<Connection[]> {
    const rows = await db('connections')
      .where({ provider_app_id: providerAppId, waba_id: wabaId })
      .orderBy(['account_id', 'id']);
    return rows.map(connectionOf);
  },

  async insertProviderApp(row: Omit<ProviderAppRow, 'moves'>): Promise<void> {
    await db('provider_apps').insert(row);
  },

  listAllProviderApps: (): Promise<ProviderAppRow[]> => db('provider_apps').orderBy('id'),

  findProviderApp: (id: string): Promise<ProviderAppRow | undefined> => db('provider_apps').where({ id }).first(),

  listProviderApps: (ids: readonly string[]): Promise<ProviderAppRow[]> => db('provider_apps').whereIn('id', ids),
});
