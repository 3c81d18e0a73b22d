import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function FlowsPage() {
  return (
    <Page title="Flows">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
