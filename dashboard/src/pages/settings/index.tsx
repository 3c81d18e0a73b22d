import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
