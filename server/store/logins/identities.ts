import type { Knex } from 'knex';

/** A person of a provider of OpenID Connect. */
export interface ProviderPerson {
  issuer: string;
  /** The provider's ID of the person, which never changes. */
  subject: string;
}

export const loginIdentityQueries = (db: Knex) => ({
  /** Records that a login belongs to a person. @throws if it belongs to another person of the provider */
  async insert(
    { issuer, subject }: ProviderPerson,
    { id, accountId }: { id: number; accountId: number | null },
    createdAt: number,
  ): Promise<void> {
    await db('login_identities').insert({
      account_id: accountId,
      issuer,
      subject,
      login_id: id,
      created_at: createdAt,
    });
  },

  /** Returns the ID of the login of a person. */
  async findLogin({ issuer, subject }: ProviderPerson): Promise<number | undefined> {
    return (await db('login_identities').where({ issuer, subject }).first('login_id'))?.login_id;
  },

  /** Returns whether a login belongs to a person of a provider. */
  async hasLogin(loginId: number, issuer: string): Promise<boolean> {
    return (await db('login_identities').where({ login_id: loginId, issuer }).first('login_id')) !== undefined;
  },

  async deleteOfLogin(loginId: number): Promise<void> {
    await db('login_identities').where({ login_id: loginId }).delete();
  },
});
