import type { Knex } from 'knex';
import type { LoginLinkRow } from '../tables.ts';

/** What a one-time link does. An invitation and a reset set the password; an entry only logs in. */
export type LinkKind = 'invitation' | 'reset' | 'entry';

/** A link that logs in once. Times are in microseconds since the epoch. */
export interface LoginLink {
  accountId: number | null;
  /** The hash of the token. */
  hash: string;
  loginId: number;
  kind: LinkKind;
  expiresAt: number;
  usedAt: number | null;
}

const linkOf = (row: LoginLinkRow): LoginLink => ({
  accountId: row.account_id,
  hash: row.hash,
  loginId: row.login_id,
  kind: row.kind as LinkKind,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
});

export const loginLinkQueries = (db: Knex) => ({
  async insert(link: Omit<LoginLink, 'usedAt'>, createdAt: number): Promise<void> {
    await db('login_links').insert({
      account_id: link.accountId,
      hash: link.hash,
      login_id: link.loginId,
      kind: link.kind,
      expires_at: link.expiresAt,
      used_at: null,
      created_at: createdAt,
    });
  },

  async find(hash: string): Promise<LoginLink | undefined> {
    const row = await db('login_links').where({ hash }).first();
    return row && linkOf(row);
  },

  /** Marks a link as used. Returns false if it was already used. */
  async take(hash: string, usedAt: number): Promise<boolean> {
    return (await db('login_links').where({ hash, used_at: null }).update({ used_at: usedAt })) > 0;
  },

  /** Deletes the unused links of a login, so that only the newest works. */
  async deleteOfLogin(loginId: number): Promise<void> {
    await db('login_links').where({ login_id: loginId, used_at: null }).delete();
  },
});
