import {
  ChartColumn,
  GitBranch,
  Inbox,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  Megaphone,
  Plug,
  Server,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';
import type { Account, Session } from '../api/session.ts';

export type Role = Session['login']['role'];

/** A tab of a page, which the search and the address name. */
export interface Part {
  tab: string;
  name: string;
  roles: readonly Role[];
  /** What else the search finds it by. */
  words?: string;
}

export interface Place {
  path: string;
  name: string;
  icon: LucideIcon;
  /** The roles that see the page. The server also refuses the requests of others. */
  roles: readonly Role[];
  /** The key after `g`. */
  key: string;
  load: () => Promise<{ default: React.ComponentType }>;
  /** The module that the page needs. */
  module?: Account['modules'][number];
  /** The page is also shown while the account may not use the service. */
  isAlways?: boolean;
  parts?: readonly Part[];
  /** What else the search finds it by. */
  words?: string;
}

const ALL = ['owner', 'manager', 'agent', 'viewer', 'operator'] as const;
const MANAGING = ['owner', 'manager', 'viewer', 'operator'] as const;
const OWNING = ['owner', 'operator'] as const;

/** The pages, in the order of the navigation. Each is loaded when it is opened. */
export const PLACES = [
  { path: '/inbox', name: 'Inbox', icon: Inbox, roles: ALL, key: 'i', load: () => import('../pages/inbox/index.tsx') },
  {
    path: '/contacts',
    name: 'Contacts',
    icon: Users,
    roles: ALL,
    key: 'c',
    load: () => import('../pages/contacts/index.tsx'),
  },
  {
    path: '/templates',
    name: 'Templates',
    icon: LayoutTemplate,
    roles: ALL,
    key: 't',
    load: () => import('../pages/templates/index.tsx'),
  },
  {
    path: '/campaigns',
    name: 'Campaigns',
    icon: Megaphone,
    roles: MANAGING,
    key: 'm',
    load: () => import('../pages/campaigns/index.tsx'),
  },
  {
    path: '/flows',
    name: 'Flows',
    icon: GitBranch,
    roles: MANAGING,
    key: 'f',
    module: 'flows',
    load: () => import('../pages/flows/index.tsx'),
  },
  {
    path: '/reports',
    name: 'Reports',
    icon: ChartColumn,
    roles: MANAGING,
    key: 'r',
    load: () => import('../pages/reports/index.tsx'),
  },
  {
    path: '/webhooks',
    name: 'Webhooks',
    icon: Webhook,
    roles: ['owner', 'manager', 'operator'],
    key: 'w',
    module: 'webhook',
    load: () => import('../pages/webhooks/index.tsx'),
  },
  {
    path: '/keys',
    name: 'Keys',
    icon: KeyRound,
    roles: OWNING,
    key: 'k',
    load: () => import('../pages/keys/index.tsx'),
  },
  {
    path: '/connections',
    name: 'Connections',
    icon: Plug,
    roles: OWNING,
    key: 'n',
    load: () => import('../pages/connections/index.tsx'),
  },
  {
    path: '/settings',
    name: 'Settings',
    icon: Settings,
    roles: ALL,
    key: 's',
    isAlways: true,
    parts: [
      { tab: 'people', name: 'People', roles: OWNING, words: 'agents logins roles invite' },
      { tab: 'sessions', name: 'Sessions', roles: OWNING },
      { tab: 'labels', name: 'Labels', roles: ALL },
      { tab: 'account', name: 'Account', roles: ALL, words: 'operator license country time zone modules' },
      { tab: 'audit', name: 'Audit log', roles: OWNING, words: 'changes history' },
    ],
    load: () => import('../pages/settings/index.tsx'),
  },
  {
    path: '/installation',
    name: 'Installation',
    icon: Server,
    roles: ['operator'],
    key: 'o',
    isAlways: true,
    words: 'operators accounts queues Meta apps',
    load: () => import('../pages/installation/index.tsx'),
  },
] as const satisfies readonly Place[];

/** Returns the pages that a role sees. */
export const placesOf = (role: Role): Place[] => PLACES.filter(({ roles }: Place) => roles.includes(role));

/** Returns the page of an address, for any role. */
export const placeAt = (path: string): Place | undefined =>
  PLACES.find((place: Place) => path === place.path || path.startsWith(`${place.path}/`));

/** Returns what of an address the role may not open: the page, or its tab; undefined if it may. */
export function closedTo(role: Role, place: Place, tab: unknown): string | undefined {
  if (!place.roles.includes(role)) {
    return place.name;
  }
  const part = place.parts?.find((one) => one.tab === tab);
  return part && !part.roles.includes(role) ? `${place.name} > ${part.name}` : undefined;
}
