import type { Knex } from 'knex';
import { amongValues } from '../../engine/drivers/dialect.ts';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { type AccountRow, isRowId } from '../tables.ts';

export interface Account {
  id: number;
  name: string;
  isActive: boolean;
  /** In microseconds since the epoch; null if the license does not expire. */
  licenseExpiresAt: number | null;
  modules: { api: boolean; webhook: boolean; flows: boolean };
  /** ISO 3166 code of the country that determines the format of local phone numbers. */
  country: string;
  /** IANA time zone name. */
  timeZone: string;
}

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  isActive: Boolean(row.is_active),
  licenseExpiresAt: row.license_expires_at,
  modules: { api: Boolean(row.api_enabled), webhook: Boolean(row.webhook_enabled), flows: Boolean(row.flows_enabled) },
  country: row.country,
  timeZone: row.time_zone,
});

/** The fields of an account to change; absent fields keep their values. */
export type AccountChanges = Partial<Omit<Account, 'id'>>;

export const accountQueries = (db: Knex) => ({
  insert: (account: Omit<Account, 'id'> & { id?: number }, createdAt: number): Promise<number> =>
    insertNumbered(db, 'accounts', {
      ...(account.id !== undefined && { id: account.id }),
      name: account.name,
      is_active: account.isActive,
      license_expires_at: account.licenseExpiresAt,
      api_enabled: account.modules.api,
      webhook_enabled: account.modules.webhook,
      flows_enabled: account.modules.flows,
      country: account.country,
      time_zone: account.timeZone,
      created_at: createdAt,
    }),

  async find(id: number): Promise<Account | undefined> {
    const row = isRowId(id) ? await db('accounts').where({ id }).first() : undefined;
    return row && accountOf(row);
  },

  async listByIds(ids: readonly number[]): Promise<Account[]> {
    const rows = ids.length > 0 ? await amongValues(db('accounts'), 'id', ids) : [];
    return rows.map(accountOf);
  },

  /** @param changes at least one field @throws if the account does not exist */
  async update(id: number, changes: AccountChanges): Promise<Account> {
    const { name, isActive, licenseExpiresAt, modules, country, timeZone } = changes;
    const [row] = await db('accounts')
      .where({ id })
      .update({
        ...(name !== undefined && { name }),
        ...(isActive !== undefined && { is_active: isActive }),
        ...(licenseExpiresAt !== undefined && { license_expires_at: licenseExpiresAt }),
        ...(modules && {
          api_enabled: modules.api,
          webhook_enabled: modules.webhook,
          flows_enabled: modules.flows,
        }),
        ...(country !== undefined && { country }),
        ...(timeZone !== undefined && { time_zone: timeZone }),
      })
      .returning('*');
    if (!row) {
      throw new Error(`the account ${id} does not exist`);
    }
    return accountOf(row);
  },

  /**
   * Locks the account until the transaction ends. Call it before a check that reads all rows of the account, such as a
   * quota check.
   */
  async hold(id: number): Promise<void> {
    await db('accounts').where({ id }).forUpdate().first('id');
  },

  async list(): Promise<Account[]> {
    return (await db('accounts').orderBy('id')).map(accountOf);
  },
});
