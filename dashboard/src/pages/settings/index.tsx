import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOwns } from '../../api/owning.ts';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { AccountSettings } from './account.tsx';
import { AuditLog } from './audit.tsx';
import { Labels } from './labels.tsx';
import { People } from './people.tsx';
import { Profile } from './profile.tsx';
import { AccountSessions } from './sessions.tsx';
import './settings.css';

const TABS = [
  { id: 'profile', name: 'You', content: <Profile /> },
  { id: 'people', name: 'People', content: <People />, isOwners: true },
  { id: 'sessions', name: 'Sessions', content: <AccountSessions />, isOwners: true },
  { id: 'labels', name: 'Labels', content: <Labels /> },
  { id: 'account', name: 'Account', content: <AccountSettings /> },
  { id: 'audit', name: 'Audit log', content: <AuditLog />, isOwners: true },
] as const;

type TabId = (typeof TABS)[number]['id'];

/** The own login, and the settings of the account. */
export default function SettingsPage() {
  const owns = useOwns();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false }) as { tab?: TabId };
  const tabs = TABS.filter((one) => owns || !('isOwners' in one));
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
