import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/feedback.tsx';
import { PhoneField } from '../../parts/fields/phone-field.tsx';
import type { Flow } from './draft.ts';

/** Sends all steps to one number. */
export function TestFlow({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const [to, setTo] = useState('');
  const test = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/flows/{id}/test', { params: { path: { id: flow.id } }, body: { to: to.trim() } })),
  });
  return (
    <FormDialog
      title="Test the flow"
      action="Send all steps"
      isOpen
      isPending={test.isPending}
      isDisabled={to.trim() === ''}
      onSubmit={() => test.mutate()}
      onClose={onClose}
    >
      <p>
        All {flow.steps.length} saved steps are sent at once to one person, without delays. The test does not appear in
        runs or results.
      </p>
      <PhoneField
        value={to}
        onChange={setTo}
        help="The person must have written to you within the last 24 hours."
        error={test.error}
      />
      {test.data && (
        <Note tone="good">
          <p role="status">
            {test.data.messages?.length ?? 0} of {flow.steps.length} steps were sent to {test.data.to}.
          </p>
        </Note>
      )}
    </FormDialog>
  );
}
