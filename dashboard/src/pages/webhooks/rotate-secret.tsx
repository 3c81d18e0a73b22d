import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useAccountId } from '../../api/session.ts';
import { ActionDialog, DoneDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { Secret } from '../../parts/values/secret.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type Endpoint, endpointPath, endpointsQuery } from './data.ts';

/** How long the old secret also signs, in hours. */
const OVERLAPS = [
  { value: '24', text: '24 hours' },
  { value: '168', text: '7 days' },
  {
    value: '0',
    text: 'Not at all',
    detail:
      'For a secret that has leaked. Your server refuses events until it knows the new one; they are then sent again.',
  },
] as const;
type Overlap = (typeof OVERLAPS)[number]['value'];

interface RotateSecretProps {
  endpoint: Endpoint;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a signing secret and shows it once. The old one also signs for a while. */
export function RotateSecret({ endpoint, isOpen, onClose }: RotateSecretProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('24');
  const rotate = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts/{account}/endpoints/{endpoint}/secret', {
          ...endpointPath(account, endpoint.id),
          body: { overlap_hours: Number(overlap) },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: endpointsQuery(account).queryKey }),
  });
  const close = () => {
    rotate.reset();
    onClose();
  };
  if (rotate.data) {
    const { signing_secret: secret, overlap_ends_at: ends } = rotate.data;
    return (
      <DoneDialog title="New signing secret" isOpen={isOpen} onClose={close} done="I have copied it">
        <Secret name="Signing secret" text={secret}>
          {ends === null ? (
            <p>Only this secret signs now.</p>
          ) : (
            <p>
              Give it to your server beside the old one, which also signs until <Time at={ends} />. After that, remove
              the old one there.
            </p>
          )}
        </Secret>
      </DoneDialog>
    );
  }
  return (
    <ActionDialog
      title="Rotate the signing secret"
      isOpen={isOpen}
      onClose={close}
      action="Rotate secret"
      isPending={rotate.isPending}
      onAction={() => rotate.mutate()}
    >
      <p>Creates a new secret. Your server has time to change to it while the old one also signs.</p>
      <Select label="The old secret also signs for" value={overlap} onChange={setOverlap} options={OVERLAPS} />
      {rotate.error && <ErrorNote error={rotate.error} />}
    </ActionDialog>
  );
}
