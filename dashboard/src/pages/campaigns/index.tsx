import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function CampaignsPage() {
  return (
    <Page title="Campaigns">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
