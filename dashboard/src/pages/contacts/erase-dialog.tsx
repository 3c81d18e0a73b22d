import { useMutation, useQuery } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { patiently } from '../../api/patiently.ts';
import { useAccountId } from '../../api/session.ts';
import { ActionDialog } from '../../parts/dialog.tsx';
import { ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Facts } from '../../parts/page.tsx';

type Erased = AdminComponents['schemas']['ErasedPerson'];

/** What an erasure counts. */
const COUNTS: readonly (readonly [field: keyof Erased, name: string])[] = [
  ['messages', 'Messages'],
  ['stopped', 'Queued messages that are canceled'],
  ['flow_runs', 'Flow runs'],
  ['campaign_recipients', 'Places in campaigns'],
  ['events', 'Events'],
  ['deliveries', 'Webhook deliveries'],
  ['callbacks', 'Callbacks'],
  ['media', 'Files'],
];

interface EraseDialogProps {
  phone: string;
  onClose: () => void;
  onErased: () => void;
}

/** Shows what would be erased, and erases it after the number is typed. */
export function EraseDialog({ phone, onClose, onErased }: EraseDialogProps) {
  const account = useAccountId();
  const [typed, setTyped] = useState('');
  const erase = (dry_run: boolean) =>
    bodyOf(
      admin.POST('/accounts/{account}/people/erase', {
        params: { path: { account } },
        body: { person: phone, ...(dry_run && { dry_run }) },
      }),
    );
  const counts = useQuery({ queryKey: ['erasure', account, phone], queryFn: () => erase(true), gcTime: 0 });
  const erasure = useMutation({
    mutationFn: async () => {
      let erased = await patiently(() => erase(false));
      while (erased.left > 0) {
        erased = await patiently(() => erase(false));
      }
      return erased;
    },
    onSuccess: onErased,
  });
  return (
    <ActionDialog
      title={`Erase ${phone}?`}
      isOpen
      onClose={onClose}
      action="Erase permanently"
      isDanger
      isPending={erasure.isPending}
      isDisabled={typed.trim() !== phone || !counts.data}
      onAction={() => erasure.mutate()}
    >
      <p>
        Everything that identifies the person is removed from the tables. On SQLite, old bytes stay in the file until an
        operator runs <code>wigwag admin people erase</code>. This cannot be undone.
      </p>
      {counts.data ? (
        <Facts facts={COUNTS.map(([field, name]) => [name, Number(counts.data[field]).toLocaleString()] as const)} />
      ) : counts.error ? (
        <ErrorNote error={counts.error} retry={() => void counts.refetch()} />
      ) : (
        <SkeletonRows rows={COUNTS.length} height={28} />
      )}
      <TextField label={`Type ${phone} to confirm`} value={typed} onChange={setTyped} />
      {erasure.error && <ErrorNote error={erasure.error} />}
    </ActionDialog>
  );
}
