import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { chosenAccount, useSession } from '../../api/session.ts';
import { NoAccount } from '../../frame/account-chooser.tsx';
import { SETTINGS } from '../../frame/parts.ts';
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
  const { login, account } = useSession();
  const hasAccount = (account?.account_id ?? chosenAccount()) !== undefined;
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const tabs = [
    PROFILE,
    ...SETTINGS.filter(({ roles }) => roles.includes(login.role)).map(({ tab: id, name }) => ({
      id,
      name,
      content: hasAccount ? CONTENTS[id] : <NoAccount />,
    })),
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
