import { EVENTS } from 'virtual:facts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EventName } from '@wigwag/openapi';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields.tsx';
import { adviceOn, deliveryQuery, type Endpoint, nameOf, newestSample } from './data.ts';
import { EVENT_TEXTS } from './endpoint-form.tsx';

interface SampleEventProps {
  isOpen: boolean;
  /** The endpoint that gets it, if there are others. */
  endpoint: Endpoint | undefined;
  onClose: () => void;
}

/** Sends a sample event, and shows how the receiver responded. */
export function SampleEvent({ isOpen, endpoint, onClose }: SampleEventProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [event, setEvent] = useState<EventName>('message.received');
  // A failed test also leaves a delivery, which the error does not name.
  const [sample, setSample] = useState<string>();
  const send = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/test', { body: { event } })),
    onSuccess: ({ delivery_id: id }) => setSample(id),
    onError: async () => setSample((await newestSample(account))?.id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['deliveries', account] }),
  });
  const shown = useQuery({ ...deliveryQuery(account, sample ?? ''), enabled: sample !== undefined });
  const attempt = shown.data?.attempts[0];
  const close = () => {
    send.reset();
    setSample(undefined);
    onClose();
  };
  return (
    <Dialog
      title="Send a sample event"
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          {sample !== undefined && (
            <Button
              onPress={() => {
                close();
                void navigate({ to: '.', search: (before: object) => ({ ...before, delivery: sample }) as never });
              }}
            >
              Show the delivery
            </Button>
          )}
          <Button
            kind="primary"
            isPending={send.isPending}
            onPress={() => {
              setSample(undefined);
              send.mutate();
            }}
          >
            {send.isIdle ? 'Send' : 'Send again'}
          </Button>
        </>
      }
    >
      <Select
        label="Event"
        help={`Sent once${endpoint ? ` to ${nameOf(endpoint)}` : ''}, with generated values. A failure does not count.`}
        value={event}
        onChange={setEvent}
        options={EVENTS.map((name) => ({ value: name, text: name, detail: EVENT_TEXTS[name] }))}
      />
      <div aria-live="polite" className="stack">
        {send.data && (
          <Note tone="good">
            <p>
              Your server responded with {send.data.status_code} in {send.data.duration_ms.toLocaleString()} ms.
            </p>
          </Note>
        )}
        {send.error && <ErrorNote error={send.error} />}
        {send.error && attempt && <p>{adviceOn(attempt)}</p>}
        {!send.isPending && attempt?.response_prefix && <CodeBlock name="Response" text={attempt.response_prefix} />}
      </div>
    </Dialog>
  );
}
