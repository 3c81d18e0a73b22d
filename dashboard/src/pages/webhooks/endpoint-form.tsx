import { EVENTS } from 'virtual:facts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note } from '../../parts/feedback.tsx';
import { Checkbox, TextField } from '../../parts/fields.tsx';
import { Secret } from '../../parts/secret.tsx';
import { toast } from '../../parts/toasts.tsx';
import { webhookQuery } from './data.ts';

/** What happens at each event. */
export const EVENT_TEXTS: Readonly<Record<string, string>> = {
  'message.received': 'A customer wrote',
  'message.status': 'A message was sent, delivered, read or failed',
  'template.status': 'A template was approved or rejected',
};

interface EndpointFormProps {
  webhook: AdminComponents['schemas']['WebhookState'];
  isOpen: boolean;
  onClose: () => void;
  /** Continues with a sample event. */
  onTest: () => void;
}

/** Sets the address and the events. A new endpoint then shows its secret. */
export function EndpointForm({ webhook, isOpen, onClose, onTest }: EndpointFormProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const isNew = webhook.url === null;
  const [draft, setDraft, clearDraft] = useDraft(`webhook:${account}`, {
    url: webhook.url ?? '',
    events: isNew ? [...EVENTS] : webhook.events,
  });
  const [created, setCreated] = useState<{ secret: string; isResolved: boolean }>();
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.PUT('/accounts/{account}/webhook', {
          params: { path: { account } },
          body: { ...draft, url: draft.url.trim() },
        }),
      ),
    onSuccess: async ({ signing_secret: secret, is_resolved: isResolved }) => {
      if (isNew || !isResolved) {
        setCreated({ secret, isResolved });
      } else {
        toast('The endpoint is saved');
        onClose();
      }
      clearDraft();
      await queries.invalidateQueries({ queryKey: webhookQuery(account).queryKey });
    },
  });
  const close = () => {
    save.reset();
    setCreated(undefined);
    onClose();
  };
  if (created) {
    return (
      <Dialog
        title="The endpoint is set"
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Close</Button>
            <Button
              kind="primary"
              onPress={() => {
                close();
                onTest();
              }}
            >
              Send sample event
            </Button>
          </>
        }
      >
        {!created.isResolved && (
          <Note tone="warn">
            <p>The host of this address is not known yet. Events fail until its DNS record exists.</p>
          </Note>
        )}
        <Secret name="Signing secret" text={created.secret}>
          <p>Give it to your server: it verifies with it that events come from here.</p>
        </Secret>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={isNew ? 'Add an endpoint' : 'Edit the endpoint'}
      isOpen={isOpen}
      onClose={close}
      action={isNew ? 'Add endpoint' : 'Save'}
      isPending={save.isPending}
      isDisabled={draft.url.trim() === '' || draft.events.length === 0}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Address"
        help="An https address that the internet can reach, such as https://shop.example/hooks."
        type="url"
        isMono
        autoFocus
        value={draft.url}
        onChange={(url) => setDraft({ ...draft, url })}
      />
      <fieldset className="choices">
        <legend>Events</legend>
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            isSelected={draft.events.includes(event)}
            onChange={(isSelected) =>
              setDraft({
                ...draft,
                events: EVENTS.filter((one) => (one === event ? isSelected : draft.events.includes(one))),
              })
            }
          >
            <span>
              <code>{event}</code> <span className="muted">{EVENT_TEXTS[event]}</span>
            </span>
          </Checkbox>
        ))}
      </fieldset>
      {save.error && <ErrorNote error={save.error} />}
    </FormDialog>
  );
}
