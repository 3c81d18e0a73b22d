import { EmptyState } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';

export default function ContactsPage() {
  return (
    <Page title="Contacts">
      <EmptyState title="Nothing here yet" />
    </Page>
  );
}
