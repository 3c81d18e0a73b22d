import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { ActionDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CONTACTS } from './contact.ts';
import type { RefusalList } from './refusals.ts';

interface RefuseDialogProps {
  list: RefusalList;
  /** The person; without one, the dialog asks for the number. */
  phone?: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Puts a person on a list, with the source or the reason. */
export function RefuseDialog({ list, phone: known, isOpen, onClose }: RefuseDialogProps) {
  const queries = useQueryClient();
  const [phone, setPhone] = useState('');
  const [note, setNote] = useState('');
  const put = useMutation({
    mutationFn: () => list.put(known ?? phone, note),
    onSuccess: () => {
      setPhone('');
      setNote('');
      void queries.invalidateQueries({ queryKey: CONTACTS });
      toast(list.added);
      onClose();
    },
  });
  const atPhone = known === undefined && put.error instanceof Problem && put.error.field === 'phone';
  return (
    <ActionDialog
      title={known === undefined ? `${list.title}: choose a person` : `${list.title}: ${known}`}
      isOpen={isOpen}
      onClose={onClose}
      action={list.add}
      isDanger
      isPending={put.isPending}
      isDisabled={known === undefined && phone.trim() === ''}
      onAction={() => put.mutate()}
    >
      <p>The person {list.about}</p>
      {known === undefined && (
        <TextField
          label="Phone number"
          type="tel"
          isRequired
          autoFocus
          value={phone}
          onChange={setPhone}
          error={atPhone ? put.error?.message : undefined}
        />
      )}
      <TextField label={list.note} value={note} onChange={setNote} help={list.noteHelp} maxLength={255} />
      {put.error && !atPhone && <ErrorNote error={put.error} />}
    </ActionDialog>
  );
}
