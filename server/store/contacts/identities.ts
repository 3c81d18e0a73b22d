import type { Knex } from 'knex';
import { isParentId, isUserId } from '../../base/user-id.ts';
import { among, isPostgres, type Key } from '../../engine/drivers/dialect.ts';
import type { IdentityRow } from '../tables.ts';

/** The WhatsApp portfolio of a connection. A user has a different ID in each portfolio. */
export interface Portfolio {
  accountId: number;
  portfolio: string;
}

/** An identifier of a WhatsApp user, and the person whom it names. Times are in microseconds since the epoch. */
export interface Identity extends Portfolio {
  /** A business-scoped user ID, a parent ID, a number that the person no longer has, or one that also reaches the person. */
  identifier: string;
  /** The name under which everything about the person is stored: the number if it is known, otherwise a user ID. */
  person: string;
  /** When the person's number was first shown with this identifier; for an old number, when the person left it. */
  seenAt: number;
  /** The last username that was shown. */
  username: string | null;
  /** When the username was shown. For a number that also reaches the person's, when that was shown; otherwise 0. */
  namedAt: number;
}

/** Returns the portfolio of a connection. */
export const portfolioOf = (connection: { accountId: number; id: string; wabaId: string | null }): Portfolio => ({
  accountId: connection.accountId,
  portfolio: connection.wabaId ?? connection.id,
});

/** Marks the advisory lock for joins. */
const JOIN_LOCK = 26;

/** Returns whether an identifier is a user ID, and not a parent ID or an old number. */
export const isOfUser = ({ identifier }: Identity): boolean => isUserId(identifier) && !isParentId(identifier);

/** Returns whether an identifier is a number that reaches the same person as the person's own (learned-numbers). */
export const isOtherNumber = ({ identifier, namedAt }: Identity): boolean => !isUserId(identifier) && namedAt > 0;

const identityOf = (row: IdentityRow): Identity => ({
  accountId: row.account_id,
  portfolio: row.portfolio,
  identifier: row.identifier,
  person: row.person,
  seenAt: row.seen_at,
  username: row.username,
  namedAt: row.named_at,
});

/** Selects identifiers, except old numbers from which someone has written since their owners left them. */
export const currentIdentities = (db: Knex, accountId: number) =>
  db('identities')
    .where({ account_id: accountId })
    .whereNotExists(
      db('conversations')
        .select(db.raw('1'))
        .whereRaw('conversations.account_id = identities.account_id')
        .whereRaw('conversations.person = identities.identifier')
        .whereRaw('conversations.last_inbound_at > identities.seen_at')
        .whereRaw("identities.person <> identities.identifier and identities.identifier not like '%.%'"),
    );

export const identityQueries = (db: Knex) => {
  const own = ({ accountId, portfolio }: Portfolio) => db('identities').where({ account_id: accountId, portfolio });

  /** Adds an identifier that names itself, unless it is already known. */
  const add = async ({ accountId, portfolio }: Portfolio, identifier: string): Promise<void> => {
    const row = { account_id: accountId, portfolio, identifier, person: identifier, seen_at: 0, named_at: 0 };
    await db('identities').insert(row).onConflict().ignore();
  };

  return {
    /**
     * Waits for all other joins of people of an account, because each must see which names the others still use. Joins are
     * rare.
     */
    async lock({ accountId }: Pick<Portfolio, 'accountId'>): Promise<void> {
      if (isPostgres(db)) {
        await db.raw('select pg_advisory_xact_lock(?, ?)', [JOIN_LOCK, accountId]);
      }
    },

    /**
     * Prevents joins of people of an account until the transaction ends, so that the names of people do not change. Must
     * precede all other locks.
     */
    async lockNames(accountId: number): Promise<void> {
      if (isPostgres(db)) {
        await db.raw('select pg_advisory_xact_lock_shared(?, ?)', [JOIN_LOCK, accountId]);
      }
    },

    /**
     * Returns these identifiers of portfolios.
     *
     * @param isHeld whether they name the same people until the transaction ends, so that what is stored about these
     * people is joined with the rest. @default false
     */
    async list(keys: readonly (Portfolio & { identifier: string })[], isHeld = false): Promise<Identity[]> {
      if (keys.length === 0) {
        return [];
      }
      const named = among(
        db('identities'),
        { account_id: 'integer', identifier: 'text', portfolio: 'text' },
        keys.map(({ accountId, identifier, portfolio }) => [accountId, identifier, portfolio]),
      );
      return (await (isHeld ? named.forShare() : named)).map(identityOf);
    },

    async find(portfolio: Portfolio, identifier: string): Promise<Identity | undefined> {
      const row = await own(portfolio).where({ identifier }).first();
      return row && identityOf(row);
    },

    add,

    /** Returns whether any of these names is an identifier, or the name of a person. */
    async isKnown(portfolio: Portfolio, names: readonly string[]): Promise<boolean> {
      const having = (column: string) => own(portfolio).whereIn(column, names).select(db.raw('1'));
      const known = db.select(db.raw('1 as one')).whereExists(having('identifier')).orWhereExists(having('person'));
      return (await known.first()) !== undefined;
    },

    /** Returns an identifier, which names itself if it was unknown. Locks the row until the transaction ends. */
    async ensure(portfolio: Portfolio, identifier: string): Promise<Identity> {
      await add(portfolio, identifier);
      const row = await own(portfolio).where({ identifier }).forUpdate().first();
      return identityOf(row as IdentityRow);
    },

    /**
     * Returns these identifiers, in any portfolio of their accounts.
     *
     * @param isHeld whether they name the same people until the transaction ends
     */
    async listNamed(keys: readonly Key[], isHeld: boolean): Promise<Identity[]> {
      if (keys.length === 0) {
        return [];
      }
      const named = among(
        db('identities'),
        { account_id: 'integer', identifier: 'text' },
        keys.map(({ accountId, id }) => [accountId, id]),
        // To sort by the primary key, SQLite would read all identifiers of the accounts.
      ).orderBy(['identifier', 'portfolio', 'account_id']);
      return (await (isHeld ? named.forShare() : named)).map(identityOf);
    },

    /** Returns the names of the people to whom one of these identifiers belongs now, in any portfolio. */
    personsOf: (accountId: number, identifiers: readonly string[]): Promise<string[]> =>
      currentIdentities(db, accountId)
        .whereIn('identifier', identifiers)
        .orderBy(['identifier', 'portfolio'])
        .pluck('person'),

    /** Returns the identifiers of these people, in any portfolio of the account. */
    async listOf(accountId: number, persons: readonly string[]): Promise<Identity[]> {
      const rows = await db('identities')
        .where({ account_id: accountId })
        .whereIn('person', persons)
        .orderBy(['seen_at', 'identifier']);
      return rows.map(identityOf);
    },

    /** Returns the identifiers of a person in a portfolio, and locks them until the transaction ends. */
    async lockPerson(portfolio: Portfolio, person: string): Promise<Identity[]> {
      // An expression, because SQLite would sort by the column with the index, and read all identifiers of the account.
      const rows = await own(portfolio).where({ person }).orderByRaw("identifier || ''").forUpdate();
      return rows.map(identityOf);
    },

    /** Assigns all identifiers of a person to another person. */
    async rename(portfolio: Portfolio, from: string, to: string): Promise<void> {
      await own(portfolio).where({ person: from }).update({ person: to });
    },

    /** Stores when the number of a person was first shown with the person's user IDs. */
    async setSeen(portfolio: Portfolio, identifiers: readonly string[], seenAt: number): Promise<void> {
      await own(portfolio).whereIn('identifier', identifiers).update({ seen_at: seenAt });
    },

    /** Stores what an identifier names from now on. */
    async put(
      { accountId, portfolio }: Portfolio,
      { identifier, person, seenAt, namedAt }: Omit<Identity, keyof Portfolio | 'username'>,
    ): Promise<void> {
      const row = { account_id: accountId, portfolio, identifier, person, seen_at: seenAt, named_at: namedAt };
      await db('identities')
        .insert(row)
        .onConflict(['account_id', 'identifier', 'portfolio'])
        .merge(['person', 'seen_at', 'named_at']);
    },

    async setUsername(portfolio: Portfolio, identifier: string, username: string | null, at: number): Promise<void> {
      await own(portfolio).where({ identifier }).update({ username, named_at: at });
    },

    /**
     * Makes a number the name of its new owner. The row stays, because it shows when the previous owner
     * left: a late status of a message to that owner says nothing about the new one.
     */
    async release(portfolio: Portfolio, number: string): Promise<void> {
      await own(portfolio).where({ identifier: number }).update({ person: number, named_at: 0 });
    },
  };
};
