import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function InstallationPage() {
  return (
    <Page title="Installation">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
