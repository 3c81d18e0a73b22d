import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { messageAt, Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import type { Flow } from './draft.ts';

/** Sends all steps to one number. */
export function TestFlow({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const [to, setTo] = useState('');
  const test = useMutation({
    mutationFn: () => dataOf(api.POST('/flows/{id}/test', { params: { path: { id: flow.id } }, body: { to } })),
  });
  const wrong = messageAt(test.error, 'to');
  return (
    <Dialog
      title="Test the flow"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" isPending={test.isPending} isDisabled={to.trim() === ''} onPress={() => test.mutate()}>
            Send all steps
          </Button>
        </>
      }
    >
      <p>
        All {flow.steps.length} saved steps are sent at once to one person, without delays. The test does not appear in
        runs or results.
      </p>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        value={to}
        autoFocus
        error={wrong && [wrong, test.error instanceof Problem ? test.error.fix : undefined].filter(Boolean).join(' ')}
        help="The person must have written to you within the last 24 hours."
        onChange={setTo}
      />
      {test.error && wrong === undefined && <ErrorNote error={test.error} />}
      {test.data && (
        <Note tone="good">
          <p role="status">
            {test.data.messages?.length ?? 0} of {flow.steps.length} steps were sent to {test.data.to}.
          </p>
        </Note>
      )}
    </Dialog>
  );
}
