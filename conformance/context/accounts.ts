import type { Channel } from '@wigwag/openapi';
import type { ControlBody } from '../control.ts';
import type { Situation } from '../target.ts';
import { Untestable } from '../verdict.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession, TestAccount } from './session.ts';

/** An address that no request comes from (RFC 5737). */
export const ELSEWHERE = '203.0.113.7';

interface KeyOptions {
  mode?: 'live' | 'test';
  scopes?: ControlBody<'createKey'>['scopes'];
  allowed_ips?: string[];
  revoked?: boolean;
  requests_per_minute?: number;
}

/** The accounts of a case and their keys. */
export interface Accounts {
  /** The account of this case. */
  account(): Promise<TestAccount>;
  /** Returns its ID in the control protocol. @throws {Untestable} if the target does not offer the protocol */
  accountId(): Promise<string>;
  /** Returns another account, optionally in a situation that refuses its keys. */
  newAccount(
    situation?: Situation,
    more?: Omit<ControlBody<'createAccount'> & object, 'situation'>,
  ): Promise<TestAccount>;
  /** @throws {Untestable} if the account is shared and may contain other data */
  requireOwnAccount(): void;
  testKey(): Promise<string>;
  /** Returns another key of this case's account. */
  key(options?: KeyOptions): Promise<string>;
  revoke(key: string): Promise<void>;
}

/** So few that they stay within the burst of a key (§8), since the clock may not move. */
const CASES_OF_AN_ACCOUNT = 12;

/**
 * Returns the accounts of a case. Its account is created on first use.
 *
 * @param sharesAccount whether it is an account of several cases
 */
export function createAccounts(session: SuiteSession, sharesAccount: boolean): Accounts {
  const { control, target } = session;
  let ofCase: Promise<TestAccount> | undefined;

  function sharedAccount(): Promise<TestAccount> {
    const { sharedAccount: used } = session;
    if (used === undefined || used.casesLeft === 0) {
      const account = accounts.newAccount();
      session.sharedAccount = { account, casesLeft: CASES_OF_AN_ACCOUNT - 1 };
      account.catch(() => {
        session.sharedAccount = undefined;
      });
      return account;
    }
    used.casesLeft--;
    return used.account;
  }

  /** Returns an account that the target offers. */
  function fixed(name: 'live' | Situation): TestAccount {
    const { keys, webhook } = target;
    const live = keys?.[name];
    if (live === undefined) {
      throw new Untestable(`needs the control protocol or keys.${name}`);
    }
    return {
      id: undefined,
      companyId: undefined,
      live,
      test: name === 'live' ? (keys?.test ?? '') : live,
      secret: webhook?.secret ?? '',
      connections: undefined,
    };
  }

  const accounts: Accounts = {
    account() {
      ofCase ??= !control ? Promise.resolve(fixed('live')) : sharesAccount ? sharedAccount() : accounts.newAccount();
      return ofCase;
    },

    async accountId() {
      requireControl(session, 'a separate account');
      return (await accounts.account()).id as string;
    },

    async newAccount(situation, more = {}) {
      if (control) {
        const made = await control.call('createAccount', { ...more, ...(situation && { situation }) });
        return {
          id: made.account_id,
          companyId: made.company_id,
          live: made.live_key,
          test: made.test_key,
          secret: made.signing_secret,
          connections: made.connections as Record<Channel, string>,
        };
      }
      if (situation === undefined || Object.keys(more).length > 0) {
        throw new Untestable('needs the control protocol: a separate account');
      }
      return fixed(situation);
    },

    requireOwnAccount() {
      requireControl(session, 'a separate account');
    },

    async testKey() {
      const { test } = await accounts.account();
      if (test === '') {
        throw new Untestable('needs the control protocol or keys.test');
      }
      return test;
    },

    async key({ mode = 'live', ...options } = {}) {
      if (control) {
        const { key } = await control.call('createKey', { account_id: await accounts.accountId(), mode, ...options });
        return key;
      }
      const fixed = options.revoked
        ? 'revoked'
        : options.allowed_ips?.every((address) => address === ELSEWHERE)
          ? 'ip_denied'
          : options.scopes?.length === 0
            ? 'no_scope'
            : undefined;
      const key = fixed && target.keys?.[fixed];
      if (!key) {
        throw new Untestable(`needs the control protocol${fixed ? ` or keys.${fixed}` : ': a restricted key'}`);
      }
      return key;
    },

    async revoke(key) {
      await requireControl(session, 'revoking a key').call('revokeKey', { key });
    },
  };
  return accounts;
}
