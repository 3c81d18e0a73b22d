import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function InboxPage() {
  return (
    <Page title="Inbox">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
