import type { Knex } from 'knex';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import type { SessionRow } from '../tables.ts';

/** A session of a login. Times are in microseconds since the epoch. */
export interface Session {
  id: number;
  /** null for an operator of the installation. */
  accountId: number | null;
  loginId: number;
  /** The hash of the cookie. */
  hash: string;
  /** The client's address at the login. */
  address: string;
  userAgent: string | null;
  createdAt: number;
  seenAt: number;
}

const sessionOf = (row: SessionRow): Session => ({
  id: row.id,
  accountId: row.account_id,
  loginId: row.login_id,
  hash: row.hash,
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  seenAt: row.seen_at,
});

export const sessionQueries = (db: Knex) => ({
  insert: (session: Omit<Session, 'id' | 'seenAt'>): Promise<number> =>
    insertNumbered(db, 'sessions', {
      account_id: session.accountId,
      login_id: session.loginId,
      hash: session.hash,
      address: session.address,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      seen_at: session.createdAt,
    }),

  async findByHash(hash: string): Promise<Session | undefined> {
    const row = await db('sessions').where({ hash }).first();
    return row && sessionOf(row);
  },

  /** Returns the sessions of an account, or of one of its logins, the most recently used first. */
  async list(accountId: number | null, loginId?: number): Promise<Session[]> {
    const own = { account_id: accountId, ...(loginId !== undefined && { login_id: loginId }) };
    const rows = await db('sessions').where(own).orderBy('seen_at', 'desc').orderBy('id', 'desc');
    return rows.map(sessionOf);
  },

  async touch(hash: string, seenAt: number): Promise<void> {
    await db('sessions').where({ hash }).update({ seen_at: seenAt });
  },

  /** Ends a session. */
  async delete(hash: string): Promise<void> {
    await db('sessions').where({ hash }).delete();
  },

  /** Ends all sessions of a login, except the one with the hash `kept`. */
  async deleteOfLogin(loginId: number, kept?: string): Promise<void> {
    await db('sessions')
      .where({ login_id: loginId })
      .modify((own) => kept !== undefined && own.whereNot({ hash: kept }))
      .delete();
  },
});
