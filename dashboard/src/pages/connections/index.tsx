import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function ConnectionsPage() {
  return (
    <Page title="Connections">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
