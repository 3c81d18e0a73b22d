import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useAccountId, useSession } from '../../api/session.ts';
import { download } from '../../files/download.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CONTACTS, type Contact } from './contact.ts';
import { EraseDialog } from './erase-dialog.tsx';

/** Roles that export and erase people. */
const ALLOWED: readonly string[] = ['operator', 'owner', 'manager'];

/** Exports and erases what is stored about a person. */
export function PersonData({ contact, onErased }: { contact: Contact; onErased: () => void }) {
  const { phone } = contact;
  const account = useAccountId();
  const { login } = useSession();
  const queries = useQueryClient();
  const [isErasing, setErasing] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts/{account}/people/export', { params: { path: { account } }, body: { person: phone } }),
      ),
    onSuccess: (person) => download(`${phone}.json`, 'application/json', `${JSON.stringify(person, null, 2)}\n`),
  });
  if (!ALLOWED.includes(login.role)) {
    return (
      <Section title="Stored data">
        <p className="muted">Owners and managers can export and erase what is stored about a person.</p>
      </Section>
    );
  }
  return (
    <Section title="Stored data">
      <p className="muted">Messages, flow runs, campaigns, events and files, as a person may ask for them by law.</p>
      <div className="row wrap">
        <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
          Export as JSON
        </Button>
        <Button kind="danger" icon={Trash2} onPress={() => setErasing(true)}>
          Erase person
        </Button>
      </div>
      {save.error && <ErrorNote error={save.error} />}
      {isErasing && (
        <EraseDialog
          phone={phone}
          onClose={() => setErasing(false)}
          onErased={() => {
            onErased();
            void queries.invalidateQueries({ queryKey: CONTACTS });
            toast('The person is erased');
          }}
        />
      )}
    </Section>
  );
}
