import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { fieldOf } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CONTACTS, type Contact, FIELDS, type FieldId } from './contact.ts';

/** Changes the fields of a contact. What is typed stays until it is saved or taken back. */
export function EditContact({ contact }: { contact: Contact }) {
  const { phone } = contact;
  const queries = useQueryClient();
  const [changes, setChanges, clear] = useDraft<Partial<Record<FieldId, string>>>(`contact:${phone}`, {});
  const save = useMutation({
    mutationFn: () => dataOf(api.PATCH('/contacts/{phone}', { params: { path: { phone } }, body: changes })),
    onSuccess: (changed) => {
      queries.setQueryData([...CONTACTS, 'one', phone], changed);
      void queries.invalidateQueries({ queryKey: [...CONTACTS, 'list'] });
      clear();
      toast('The contact is saved');
    },
  });
  const isChanged = FIELDS.some(({ id }) => changes[id] !== undefined && changes[id] !== (contact[id] ?? ''));
  const field = fieldOf(save.error);
  return (
    <Section title="Details">
      <div className="contact-fields">
        {FIELDS.map(({ id, label }) => (
          <TextField
            key={id}
            label={label}
            value={changes[id] ?? contact[id] ?? ''}
            onChange={(value) => setChanges({ ...changes, [id]: value })}
            error={field === id ? save.error?.message : undefined}
          />
        ))}
      </div>
      {save.error && !FIELDS.some(({ id }) => id === field) && <ErrorNote error={save.error} />}
      <div className="row">
        <Button isDisabled={!isChanged} isPending={save.isPending} onPress={() => save.mutate()}>
          Save changes
        </Button>
        {isChanged && (
          <Button
            kind="quiet"
            onPress={() => {
              clear();
              save.reset();
            }}
          >
            Undo
          </Button>
        )}
      </div>
    </Section>
  );
}
