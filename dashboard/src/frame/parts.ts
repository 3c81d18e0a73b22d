import type { Session } from '../api/session.ts';

export type Role = Session['login']['role'];

/** A tab of a page, which the search and the address name. */
export interface Part {
  tab: string;
  name: string;
  roles: readonly Role[];
  /** What else the search finds it by. */
  words?: string;
}

export const ALL = ['owner', 'manager', 'agent', 'viewer', 'operator'] as const;
export const OWNING = ['owner', 'operator'] as const;

/** The tabs of the settings, after the own login's. */
export const SETTINGS: readonly Part[] = [
  { tab: 'people', name: 'People', roles: OWNING, words: 'agents logins roles invite' },
  { tab: 'sessions', name: 'Sessions', roles: OWNING },
  { tab: 'labels', name: 'Labels', roles: ALL },
  { tab: 'account', name: 'Account', roles: ALL, words: 'operator license country time zone modules' },
  { tab: 'audit', name: 'Audit log', roles: OWNING, words: 'changes history' },
];
