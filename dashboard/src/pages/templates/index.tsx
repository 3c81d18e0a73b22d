import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function TemplatesPage() {
  return (
    <Page title="Templates">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
