import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { fieldOf } from '../../api/problem.ts';
import { ActionDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CONTACTS } from './contact.ts';

interface AddContactProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (phone: string) => void;
}

const EMPTY = { phone: '', name: '', email: '' };

/** Adds a person by phone number. */
export function AddContact({ isOpen, onClose, onAdded }: AddContactProps) {
  const queries = useQueryClient();
  const [draft, setDraft, clear] = useDraft('contact-new', EMPTY);
  const add = useMutation({
    mutationFn: () => {
      const { phone, name, email } = draft;
      return dataOf(
        api.POST('/contacts', { body: { phone, ...(name !== '' && { name }), ...(email !== '' && { email }) } }),
      );
    },
    onSuccess: ({ phone }) => {
      clear();
      add.reset();
      void queries.invalidateQueries({ queryKey: CONTACTS });
      toast('The contact is saved');
      onClose();
      onAdded(phone);
    },
  });
  const field = fieldOf(add.error);
  const errorAt = (name: keyof typeof EMPTY) => (field === name ? add.error?.message : undefined);
  return (
    <ActionDialog
      title="Add a contact"
      isOpen={isOpen}
      onClose={onClose}
      action="Add contact"
      isPending={add.isPending}
      isDisabled={draft.phone.trim() === ''}
      onAction={() => add.mutate()}
    >
      <TextField
        label="Phone number"
        type="tel"
        isRequired
        autoFocus
        value={draft.phone}
        onChange={(phone) => setDraft({ ...draft, phone })}
        help="With + and the country code, or a local number. A known number is changed."
        error={errorAt('phone')}
      />
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={errorAt('name')}
      />
      <TextField
        label="Email"
        type="email"
        value={draft.email}
        onChange={(email) => setDraft({ ...draft, email })}
        error={errorAt('email')}
      />
      {add.error && !(field !== undefined && field in EMPTY) && <ErrorNote error={add.error} />}
    </ActionDialog>
  );
}
