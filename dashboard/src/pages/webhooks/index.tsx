import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function WebhooksPage() {
  return (
    <Page title="Webhooks">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
