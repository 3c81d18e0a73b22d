import type { Account } from '../store/accounts.ts';
import type { ApiKey } from '../store/keys.ts';

/** Who asks: the account and the key of the request. */
export interface Caller {
  account: Account;
  key: ApiKey;
}
