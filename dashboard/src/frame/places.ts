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
import type { Session } from '../api/session.ts';

type Role = Session['login']['role'];

export interface Place {
  path: string;
  name: string;
  icon: LucideIcon;
  /** The roles that see the page. The server also refuses the requests of others. */
  roles: readonly Role[];
  /** The key after `g`. */
  key: string;
  load: () => Promise<{ default: React.ComponentType }>;
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
    load: () => import('../pages/settings/index.tsx'),
  },
  {
    path: '/installation',
    name: 'Installation',
    icon: Server,
    roles: ['operator'],
    key: 'o',
    load: () => import('../pages/installation/index.tsx'),
  },
] as const satisfies readonly Place[];

/** Returns the pages that a role sees. */
export const placesOf = (role: Role): Place[] => PLACES.filter(({ roles }: Place) => roles.includes(role));
