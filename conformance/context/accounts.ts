import type { Channel } from '@wigwag/openapi';
import type { ControlBody } from '../control.ts';
import type { Situation } from '../target.ts';
import { Untestable } from '../verdict.ts';
import { requireControl } from './require-control.ts';
import type { Session } from './session.ts';

/** An address that no request comes from (RFC 5737). */
export const ELSEWHERE = '203.0.113.7';

/** An account of the case's own, or the only one that the target offers. */
export interface Account {
  /** Undefined when the target offers no control protocol. */
  id: string | undefined;
  companyId: number | undefined;
  live: string;
  test: string;
  secret: string;
  connections: Record<Channel, string> | undefined;
}

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
  account(): Promise<Account>;
  /** Its id at the control protocol. @throws {Untestable} if the target does not offer the protocol */
  accountId(): Promise<string>;
  /** Another account, with something wrong with it if told so. */
  newAccount(situation?: Situation, more?: Omit<ControlBody<'createAccount'> & object, 'situation'>): Promise<Account>;
  /** @throws {Untestable} when the account is not this case's own, and may hold anything */
  requireOwnAccount(): void;
  testKey(): Promise<string>;
  /** A further key of the account of this case. */
  key(options?: KeyOptions): Promise<string>;
  revoke(key: string): Promise<void>;
}

/** The account is created when the case first uses it. */
export function createAccounts(session: Session): Accounts {
  const { control, target } = session;
  let ofCase: Promise<Account> | undefined;

  /** An account that the target offers. */
  function fixed(name: 'live' | Situation): Account {
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
      ofCase ??= control ? accounts.newAccount() : Promise.resolve(fixed('live'));
      return ofCase;
    },

    async accountId() {
      requireControl(session, 'accounts of its own');
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
        throw new Untestable('needs the control protocol: accounts of its own');
      }
      return fixed(situation);
    },

    requireOwnAccount() {
      requireControl(session, 'an account of its own');
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
        : options.allowed_ips?.includes(ELSEWHERE)
          ? 'ip_denied'
          : options.scopes?.length === 0
            ? 'no_scope'
            : undefined;
      const key = fixed && target.keys?.[fixed];
      if (!key) {
        throw new Untestable(`needs the control protocol${fixed ? ` or keys.${fixed}` : ': a key restricted as told'}`);
      }
      return key;
    },

    async revoke(key) {
      await requireControl(session, 'revoking a key').call('revokeKey', { key });
    },
  };
  return accounts;
}
