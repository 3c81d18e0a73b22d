import { SCOPES } from 'virtual:facts';
import { queryOptions } from '@tanstack/react-query';
import type { AdminComponents, Scope } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';

export type Key = AdminComponents['schemas']['Key'];
export type Mode = Key['mode'];

/** What the scopes of a key show for full access. */
const ALL = '*';

export const keysQuery = (account: string) =>
  queryOptions({
    queryKey: ['keys', account],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/keys', { params: { path: { account } } }))).keys,
  });

/** The beginning of a key's text, with its number instead of the secret part. */
export const prefixOf = ({ id, mode }: Pick<Key, 'id' | 'mode'>): string => `ww_${mode}_… #${id}`;

export const nameOf = (key: Pick<Key, 'id' | 'mode' | 'name'>): string => key.name ?? prefixOf(key);

export type KeyState = 'active' | 'ending' | 'revoked';

/** Returns whether a key works, still works for a time, or no longer works. */
export function stateOf({ revoked_at: at }: Key): KeyState {
  if (at === null) {
    return 'active';
  }
  return Date.parse(at) > Date.now() ? 'ending' : 'revoked';
}

export const hasFullAccess = ({ scopes }: Pick<Key, 'scopes'>): boolean => scopes.includes(ALL);
export const isFromAnywhere = ({ allowed_ips: addresses }: Pick<Key, 'allowed_ips'>): boolean =>
  addresses.includes(ALL);

/** The scopes by what they are about, such as `messages`. */
export const SCOPE_GROUPS: readonly (readonly [noun: string, scopes: Scope[]])[] = [
  ...Map.groupBy(SCOPES, (scope) => scope.split(':')[0] ?? scope),
];

const NOUNS: Readonly<Record<string, string>> = {
  blocklist: 'Block list',
  insights: 'Reports, labels and agents',
  optouts: 'Opt-outs',
};

export const titleOf = (noun: string): string => NOUNS[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1);

/** Returns the texts of a field with one entry per line. */
export const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');
