import { createCache } from '../../base/cache.ts';
import { hashOf, hmacOf } from '../../base/secrets.ts';

/** The number of tokens whose apps are remembered. */
const REMEMBERED_TOKENS = 10_000;

/** Proves that a caller of the Graph API knows the secret of its app (Meta, "Secure Graph API calls"). */
export interface AppProofs {
  /** Remembers to which provider app a token belongs. */
  note(token: string, providerAppId: string): void;
  /** Returns the proof for a token; undefined if its app is not known. */
  proofOf(token: string): Promise<string | undefined>;
}

/** @param secretOf returns the secret of a provider app */
export function createAppProofs(secretOf: (providerAppId: string) => Promise<string | undefined>): AppProofs {
  // By hash, so that the memory of the process contains no further copies of tokens.
  const apps = createCache<string, string>(REMEMBERED_TOKENS);
  return {
    note: (token, providerAppId) => void apps.set(hashOf(token), providerAppId),
    async proofOf(token) {
      const app = apps.get(hashOf(token));
      const secret = app === undefined ? undefined : await secretOf(app);
      return secret === undefined ? undefined : hmacOf(secret, token);
    },
  };
}
