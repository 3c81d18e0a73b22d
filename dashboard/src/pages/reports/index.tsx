import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function ReportsPage() {
  return (
    <Page title="Reports">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
