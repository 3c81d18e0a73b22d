import { useMutation } from '@tanstack/react-query';
import type { components } from '@wigwag/openapi';
import { useRef } from 'react';
import { api, dataOf, newIdempotencyKey } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/feedback.tsx';
import { PhoneField } from '../../parts/fields/phone-field.tsx';
import type { ListedRecipient } from './slots.ts';
import type { Template } from './use-campaign-draft.ts';

interface TestMessageProps {
  template: Template;
  connection: string | undefined;
  /** Whose values the message has. */
  recipient: ListedRecipient;
  onClose: () => void;
}

/** Sends the message of one row to a number of the team, outside the campaign. */
export function TestMessage({ template: { name, language }, connection, recipient, onClose }: TestMessageProps) {
  const [to, setTo] = useDraft('campaign-test', '');
  const { variables, buttons } = recipient;
  // A double click sends one message.
  const key = useRef(newIdempotencyKey());
  const test = useMutation({
    mutationFn: (address: string) => {
      const body = {
        to: address,
        channel: 'whatsapp',
        name,
        language,
        ...(connection !== undefined && { connection_id: connection }),
        ...(variables && { variables }),
        ...(buttons && { buttons }),
      };
      return dataOf(
        api.POST('/messages/template', {
          params: { header: { 'Idempotency-Key': key.current } },
          body: body as components['schemas']['SendTemplateRequest'],
        }),
      );
    },
    // The next test is another message.
    onSuccess: () => {
      key.current = newIdempotencyKey();
    },
  });
  return (
    <FormDialog
      title="Send a test message"
      action="Send test message"
      isOpen
      isPending={test.isPending}
      isDisabled={to.trim() === ''}
      onSubmit={() => test.mutate(to.trim())}
      onClose={onClose}
    >
      <p>
        The message in the preview is sent now to one number. It appears in the inbox, but not in the results of the
        campaign.
      </p>
      <PhoneField value={to} onChange={setTo} help="Your own, with its country code." error={test.error} />
      {test.data && (
        <Note tone="good">
          <p role="status">The test message is on its way to {test.variables}.</p>
        </Note>
      )}
    </FormDialog>
  );
}
