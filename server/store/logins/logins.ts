import type { Role } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { isRowId, type LoginRow } from '../tables.ts';

/** A login of the dashboard. Times are in microseconds since the epoch. */
export interface Login {
  id: number;
  /** null for an operator of the installation. */
  accountId: number | null;
  agentId: number | null;
  /** In lower case. */
  email: string;
  role: Role;
  /** null until the login has a password. */
  passwordHash: string | null;
  /** Sealed. */
  totpSecret: string | null;
  /** The period of the last accepted code. */
  totpStep: number | null;
  isTotpOn: boolean;
  /** The hashes of the recovery codes that were not used. */
  recoveryCodes: readonly string[];
  isDisabled: boolean;
  lastLoginAt: number | null;
}

const recoveryColumn = (hashes: readonly string[]) => (hashes.length === 0 ? null : JSON.stringify(hashes));

/** A new login, which has neither a password nor one-time codes. */
export type NewLogin = Pick<Login, 'accountId' | 'agentId' | 'email' | 'role'>;

export type LoginChanges = Partial<
  Pick<
    Login,
    'role' | 'passwordHash' | 'totpSecret' | 'totpStep' | 'isTotpOn' | 'recoveryCodes' | 'isDisabled' | 'lastLoginAt'
  >
>;

export const loginOf = (row: LoginRow): Login => ({
  id: row.id,
  accountId: row.account_id,
  agentId: row.agent_id,
  email: row.email,
  role: row.role as Role,
  passwordHash: row.password_hash,
  totpSecret: row.totp_secret,
  totpStep: row.totp_step,
  isTotpOn: Boolean(row.is_totp_on),
  recoveryCodes: row.recovery_codes === null ? [] : JSON.parse(row.recovery_codes),
  isDisabled: Boolean(row.is_disabled),
  lastLoginAt: row.last_login_at,
});

const COLUMNS = {
  role: 'role',
  passwordHash: 'password_hash',
  totpSecret: 'totp_secret',
  totpStep: 'totp_step',
  isTotpOn: 'is_totp_on',
  recoveryCodes: 'recovery_codes',
  isDisabled: 'is_disabled',
  lastLoginAt: 'last_login_at',
} as const satisfies Record<keyof LoginChanges, keyof LoginRow>;

export const loginQueries = (db: Knex) => ({
  async insert({ accountId, agentId, email, role }: NewLogin, createdAt: number): Promise<Login> {
    const [row] = await db('logins')
      .insert({
        account_id: accountId,
        agent_id: agentId,
        email: email.toLowerCase(),
        role,
        is_totp_on: false,
        is_disabled: false,
        created_at: createdAt,
      })
      .returning('*');
    return loginOf(row as LoginRow);
  },

  async find(id: number): Promise<Login | undefined> {
    const row = isRowId(id) ? await db('logins').where({ id }).first() : undefined;
    return row && loginOf(row);
  },

  /** Finds a login by its email address, in any case. */
  async findByEmail(email: string): Promise<Login | undefined> {
    const row = await db('logins').where({ email: email.toLowerCase() }).first();
    return row && loginOf(row);
  },

  /** Returns the logins of an account, oldest first; with null, the operators of the installation. */
  async list(accountId: number | null): Promise<Login[]> {
    return (await db('logins').where({ account_id: accountId }).orderBy('id')).map(loginOf);
  },

  /** Records the use of a recovery code. Returns false if it is not one of the login, or was used at the same time. */
  async takeRecoveryCode({ id, recoveryCodes }: Pick<Login, 'id' | 'recoveryCodes'>, hash: string): Promise<boolean> {
    const left = recoveryCodes.filter((one) => one !== hash);
    const taken =
      left.length < recoveryCodes.length &&
      (await db('logins')
        .where({ id, recovery_codes: recoveryColumn(recoveryCodes) })
        .update({ recovery_codes: recoveryColumn(left) }));
    return Boolean(taken);
  },

  async update(id: number, changes: LoginChanges): Promise<void> {
    const columns = Object.entries(changes).map(([name, value]) => [
      COLUMNS[name as keyof LoginChanges],
      Array.isArray(value) ? recoveryColumn(value) : value,
    ]);
    await db('logins').where({ id }).update(Object.fromEntries(columns));
  },

  /** Records the period of a one-time code. Returns false if this or a later code was already accepted. */
  async takeStep(id: number, step: number): Promise<boolean> {
    const taken = await db('logins')
      .where({ id })
      .where((login) => login.whereNull('totp_step').orWhere('totp_step', '<', step))
      .update({ totp_step: step });
    return taken > 0;
  },
});
