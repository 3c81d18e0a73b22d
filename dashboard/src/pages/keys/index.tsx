import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function KeysPage() {
  return (
    <Page title="Keys">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
