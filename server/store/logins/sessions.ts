import type { Knex } from 'knex';
import { networkOf } from '../../base/address-network.ts';
import { insertNumbered } from '../../engine/drivers/insert.ts';
import { isRowId, type SessionRow } from '../tables.ts';

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

  /** Finds a session that was not ended. It may have expired. */
  async findByHash(hash: string): Promise<Session | undefined> {
    const row = await db('sessions').where({ hash, ended_at: null }).first();
    return row && sessionOf(row);
  },

  /**
   * Returns the sessions of an account, or of one of its logins, the most recently used first. Each began after
   * `createdAfter`, was used after `seenAfter`, and was not ended.
   */
  async list(
    { accountId, loginId }: { accountId: number | null; loginId?: number | undefined },
    { createdAfter, seenAfter }: { createdAfter: number; seenAfter: number },
  ): Promise<Session[]> {
    const rows = await db('sessions')
      .where({ account_id: accountId, ended_at: null, ...(loginId !== undefined && { login_id: loginId }) })
      .where('created_at', '>', createdAfter)
      .where('seen_at', '>', seenAfter)
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc');
    return rows.map(sessionOf);
  },

  /** Returns whether a stored session of a login was started from the network of an address. */
  async knowsAddress(loginId: number, address: string): Promise<boolean> {
    const addresses: string[] = await db('sessions').where({ login_id: loginId }).distinct().pluck('address');
    return addresses.some((known) => networkOf(known) === networkOf(address));
  },

  async touch(hash: string, seenAt: number): Promise<void> {
    await db('sessions').where({ hash }).update({ seen_at: seenAt });
  },

  /** Ends a session. */
  async end(hash: string, at: number): Promise<void> {
    await db('sessions').where({ hash, ended_at: null }).update({ ended_at: at });
  },

  /** Ends a session of an account, or of one of its logins, by its number. Returns false if there is none. */
  async endById(
    id: number,
    { accountId, loginId }: { accountId: number | null; loginId?: number | undefined },
    at: number,
  ): Promise<boolean> {
    const own = { id, account_id: accountId, ...(loginId !== undefined && { login_id: loginId }) };
    return (
      isRowId(id) &&
      (await db('sessions')
        .where({ ...own, ended_at: null })
        .update({ ended_at: at })) > 0
    );
  },

  /** Ends all sessions of a login, except the one with the hash `kept`. */
  async endOfLogin(loginId: number, at: number, kept?: string): Promise<void> {
    await db('sessions')
      .where({ login_id: loginId, ended_at: null })
      .modify((own) => kept !== undefined && own.whereNot({ hash: kept }))
      .update({ ended_at: at });
  },

  /** Deletes sessions that began before a time, and links that expired before it. Returns how many rows it deleted. */
  async deleteBefore(time: number, limit: number): Promise<number> {
    const sessions = db('sessions').where('created_at', '<', time).orderBy('created_at').limit(limit).select('id');
    const links = db('login_links').where('expires_at', '<', time).orderBy('expires_at').limit(limit).select('hash');
    const deleted = await db('sessions').whereIn('id', sessions).delete();
    return Math.max(deleted, await db('login_links').whereIn('hash', links).delete());
  },
});
