import { EVENTS } from 'virtual:facts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EventName } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { sentenceOf } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { adviceOn, type Endpoint, endpointPath, FIRST_ENDPOINT, nameOf } from './data.ts';
import { EVENT_TEXTS } from './endpoint-form.tsx';

interface SampleEventProps {
  isOpen: boolean;
  /** The endpoints that can get it. */
  endpoints: readonly Endpoint[];
  onClose: () => void;
}

/** Sends a sample event, and shows how the receiver responded. */
export function SampleEvent({ isOpen, endpoints, onClose }: SampleEventProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [event, setEvent] = useState<EventName>('message.received');
  const [chosen, setChosen] = useState<number>();
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0];
  const send = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts/{account}/endpoints/{endpoint}/test', {
          ...endpointPath(account, endpoint?.id ?? FIRST_ENDPOINT),
          body: { event },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['deliveries', account] }),
  });
  const sample = send.data?.delivery_id;
  const close = () => {
    send.reset();
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
          <Button kind="primary" isPending={send.isPending} isDisabled={!endpoint} onPress={() => send.mutate()}>
            {send.isIdle ? 'Send' : 'Send again'}
          </Button>
        </>
      }
    >
      {endpoints.length > 1 && endpoint && (
        <Select
          label="Endpoint"
          value={String(endpoint.id)}
          onChange={(id) => setChosen(Number(id))}
          options={endpoints.map((one) => ({ value: String(one.id), text: nameOf(one) }))}
        />
      )}
      <Select
        label="Event"
        help="Sent once, with generated values. A failure does not count."
        value={event}
        onChange={setEvent}
        options={EVENTS.map((name) => ({ value: name, text: name, detail: EVENT_TEXTS[name] }))}
      />
      <div aria-live="polite" className="stack">
        {send.data?.accepted && (
          <Note tone="good">
            <p>
              Your server {send.data.status_code === null ? 'accepted it' : `responded with ${send.data.status_code}`}{' '}
              in {send.data.duration_ms.toLocaleString()} ms.
            </p>
          </Note>
        )}
        {send.data?.problem && (
          <Note tone="bad">
            <p>{sentenceOf(send.data.problem)}</p>
            <p>{adviceOn(send.data)}</p>
          </Note>
        )}
        {send.error && <ErrorNote error={send.error} />}
        {send.data?.response_prefix && <CodeBlock name="Response" text={send.data.response_prefix} />}
      </div>
    </Dialog>
  );
}
