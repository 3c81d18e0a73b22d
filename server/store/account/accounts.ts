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
  /** Set while the account may not be used here because it moves to or from another installation. */
  move?: AccountMove;
  /** Set if the account came from another installation. */
  former?: FormerInstallation;
}

/** Why a moving account may not be used. */
export interface AccountMove {
  /** `moved` if the other installation has it. */
  state: 'paused' | 'moved' | 'arriving';
  /** The public address of the installation to which it moves. */
  url: string;
}

/** The installation from which an account came, for its links and tokens that are still in use. */
export interface FormerInstallation {
  accountId: number;
  /** Encrypted: the key of its signatures. */
  key: string;
}

const moveOf = ({ move_state, move_url }: AccountRow): AccountMove | undefined =>
  move_state === null || move_state === undefined || move_state === 'copying'
    ? undefined
    : { state: move_state as AccountMove['state'], url: move_url ?? '' };

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  isActive: Boolean(row.is_active),
  licenseExpiresAt: row.license_expires_at,
  modules: { api: Boolean(row.api_enabled), webhook: Boolean(row.webhook_enabled), flows: Boolean(row.flows_enabled) },
  country: row.country,
  timeZone: row.time_zone,
  ...(moveOf(row) && { move: moveOf(row) as AccountMove }),
  ...(row.former_id && row.former_key && { former: { accountId: row.former_id, key: row.former_key } }),
});

/** The fields of an account to change; absent fields keep their values. */
export type AccountChanges = Partial<Omit<Account, 'id' | 'move' | 'former'>>;

export const accountQueries = (db: Knex) => ({
  insert: (account: Omit<Account, 'id' | 'move' | 'former'> & { id?: number }, createdAt: number): Promise<number> =>
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

  /** Returns the accounts that had this number in the installations from which they came. */
  async listByFormerId(id: number): Promise<Account[]> {
    return (await db('accounts').where({ former_id: id })).map(accountOf);
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
  async lock(id: number): Promise<void> {
    await db('accounts').where({ id }).forUpdate().first('id');
  },

  async list(): Promise<Account[]> {
    return (await db('accounts').orderBy('id')).map(accountOf);
  },
});
