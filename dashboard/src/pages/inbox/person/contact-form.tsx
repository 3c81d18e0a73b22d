import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { useDraft } from '../../../api/draft.ts';
import { fieldOf } from '../../../api/problem.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { TextField } from '../../../parts/fields/fields.tsx';
import { Facts } from '../../../parts/page.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { refreshConversation } from '../data/conversations.ts';
import type { Contact } from '../data/types.ts';

const FIELDS = [
  ['name', 'Name'],
  ['email', 'Email'],
  ['display_name', 'Name on the channel'],
] as const;
type Fields = Record<(typeof FIELDS)[number][0], string>;

/** The fields of the contact, which agents can change. */
export function ContactForm({ contact, phone }: { contact: Contact; phone: string }) {
  const mayChange = useMay('contacts:write');
  const queries = useQueryClient();
  const stored: Fields = {
    name: contact.name ?? '',
    email: contact.email ?? '',
    display_name: contact.display_name ?? '',
  };
  const [changes, setChanges, clear] = useDraft<Partial<Fields>>(`contact:${contact.id}`, {});
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const field = fieldOf(error);
  const changed = FIELDS.filter(([name]) => (changes[name] ?? stored[name]) !== stored[name]);

  if (!mayChange) {
    return <Facts facts={FIELDS.map(([name, label]) => [label, stored[name] || <span key={name}>–</span>])} />;
  }
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      await dataOf(
        api.PATCH('/contacts/{phone}', {
          params: { path: { phone: contact.phone } },
          body: Object.fromEntries(changed.map(([name]) => [name, changes[name]])),
        }),
      );
      clear();
      toast('The contact is saved');
      await refreshConversation(queries, phone);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <form className="stack tight" onSubmit={(event) => void save(event)} aria-label="Contact">
      {FIELDS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={changes[name] ?? stored[name]}
          onChange={(value) => setChanges({ ...changes, [name]: value })}
          error={field === name && error instanceof Error ? error.message : undefined}
        />
      ))}
      {error !== undefined && field === undefined && <ErrorNote error={error} />}
      {changed.length > 0 && (
        <div className="row">
          <Button type="submit" isPending={isPending}>
            Save
          </Button>
          <Button kind="quiet" onPress={clear}>
            Reset
          </Button>
        </div>
      )}
    </form>
  );
}
