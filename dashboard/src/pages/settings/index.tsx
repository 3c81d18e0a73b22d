import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { placeAt } from '../../frame/places.ts';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { AccountSettings } from './account.tsx';
import { AuditLog } from './audit.tsx';
import { Labels } from './labels.tsx';
import { People } from './people.tsx';
import { Profile } from './profile.tsx';
import { AccountSessions } from './sessions.tsx';
import './settings.css';

const CONTENTS: Readonly<Record<string, ReactNode>> = {
  people: <People />,
  sessions: <AccountSessions />,
  labels: <Labels />,
  account: <AccountSettings />,
  audit: <AuditLog />,
};
const PROFILE = { id: 'profile', name: 'You', content: <Profile /> };

/** The own login, and the settings of the account. */
export default function SettingsPage() {
  const { role } = useSession().login;
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const parts = placeAt('/settings')?.parts ?? [];
  const tabs = [
    PROFILE,
    ...parts
      .filter(({ roles }) => roles.includes(role))
      .map(({ tab: id, name }) => ({ id, name, content: CONTENTS[id] })),
  ];
  const selected = tabs.find(({ id }) => id === tab)?.id ?? 'profile';
  return (
    <Page title="Settings">
      <Tabs
        label="Parts of the settings"
        selected={selected}
        onSelect={(id) => void navigate({ to: '/settings', search: id === 'profile' ? {} : { tab: id } })}
        tabs={tabs}
      />
    </Page>
  );
}
