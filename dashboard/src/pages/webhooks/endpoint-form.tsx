import { ENDPOINT_LIMITS, EVENTS } from 'virtual:facts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventName } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, BASE, bodyOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { fieldOf, messageAt } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note } from '../../parts/feedback.tsx';
import { Checkbox, TextField } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Secret } from '../../parts/values/secret.tsx';
import { type Endpoint, endpointPath, endpointsQuery, FIRST_ENDPOINT } from './data.ts';
import { type HeaderRow, HeaderRows, headersOf } from './header-rows.tsx';

/** What happens at each event. */
export const EVENT_TEXTS: Readonly<Record<string, string>> = {
  'message.received': 'A customer wrote',
  'message.status': 'A message was sent, delivered, read or failed',
  'template.status': 'A template was approved or rejected',
};

interface EndpointFormProps {
  /** The endpoint to change. One without an address gets its first address. Undefined adds an endpoint. */
  endpoint: Endpoint | undefined;
  onClose: () => void;
  /** Continues with a sample event. */
  onTest: () => void;
}

/** Adds or changes an endpoint. A new one then shows its secret. */
export function EndpointForm({ endpoint, onClose, onTest }: EndpointFormProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const isNew = endpoint === undefined || endpoint.url === null;
  const [draft, setDraft, clearDraft] = useDraft(`webhook:${account}:${isNew ? 'new' : endpoint.id}`, {
    url: endpoint?.url ?? '',
    events: isNew ? [...EVENTS] : (endpoint.events as EventName[]),
    name: endpoint?.name ?? '',
    filter: endpoint?.filter ?? '',
  });
  // The values are kept nowhere in the browser. Undefined leaves the headers as they are.
  const [headers, setHeaders] = useState<readonly HeaderRow[]>();
  const [password, setPassword] = useState('');
  const [created, setCreated] = useState<{ secret: string | null; isResolved: boolean; canTest: boolean }>();
  const isFirst = endpoint?.id === FIRST_ENDPOINT;
  const isBroker = !isFirst && /^(rediss?|nats|amqps?):/i.test(draft.url.trim());
  const save = useMutation({
    mutationFn: async () => {
      const url = draft.url.trim();
      const settings = {
        events: draft.events,
        name: draft.name.trim() || null,
        filter: draft.filter.trim() || null,
        ...(headers && { headers: headersOf(headers) }),
        ...(isBroker && password !== '' && { password }),
      };
      const body = { ...settings, url };
      if (!endpoint) {
        return bodyOf(admin.POST('/accounts/{account}/endpoints', { params: { path: { account } }, body }));
      }
      const path = endpointPath(account, endpoint.id);
      return bodyOf(admin.PATCH('/accounts/{account}/endpoints/{endpoint}', { ...path, body }));
    },
    onSuccess: async ({ signing_secret: secret, is_resolved: isResolved }) => {
      clearDraft();
      if (secret !== null || !isResolved) {
        // Samples are sent to the first endpoint.
        setCreated({ secret, isResolved, canTest: isFirst });
      } else {
        toast('The endpoint is saved');
        onClose();
      }
      await queries.invalidateQueries({ queryKey: endpointsQuery(account).queryKey });
    },
  });
  if (created) {
    const { canTest } = created;
    return (
      <Dialog
        title={created.secret === null ? 'The endpoint is saved' : 'The endpoint is set'}
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button kind={canTest ? 'plain' : 'primary'} onPress={onClose}>
              Close
            </Button>
            {canTest && (
              <Button kind="primary" onPress={onTest}>
                Send sample event
              </Button>
            )}
          </>
        }
      >
        {!created.isResolved && (
          <Note tone="warn">
            <p>The host of this address is not known yet. Events fail until its DNS record exists.</p>
          </Note>
        )}
        {created.secret !== null && (
          <Secret name="Signing secret" text={created.secret}>
            <p>Give it to your server: it verifies with it that events come from here.</p>
          </Secret>
        )}
      </Dialog>
    );
  }
  const isSimple = isFirst && endpoint.name === null && endpoint.filter === null;
  const field = fieldOf(save.error) ?? '';
  const isShown = ['name', 'filter', 'headers'].includes(field);
  return (
    <FormDialog
      title={isNew ? 'Add an endpoint' : 'Edit the endpoint'}
      isOpen
      onClose={onClose}
      action={isNew ? 'Add endpoint' : 'Save'}
      isPending={save.isPending}
      isDisabled={draft.url.trim() === '' || draft.events.length === 0}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Address"
        help={
          <>
            An https address that the internet can reach, such as https://shop.example/hooks.
            {!isFirst && (
              <>
                {' '}
                Or an address of <a {...linkTo('send-events-to-redis-nats-or-rabbitmq')}>Redis, NATS or RabbitMQ</a>.
              </>
            )}
          </>
        }
        type="url"
        isMono
        autoFocus
        value={draft.url}
        onChange={(url) => setDraft({ ...draft, url })}
      />
      {isBroker && (
        <TextField
          label="Password"
          help={
            endpoint?.has_password && draft.url.trim() === endpoint.url
              ? 'A password is stored. Leave this empty to keep it.'
              : 'For a message broker that requires one. It is never shown again, and a new address needs it again.'
          }
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={messageAt(save.error, 'password')}
        />
      )}
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
      <details className="endpoint-more" open={!isSimple || isShown || undefined}>
        <summary>Name, filter and headers</summary>
        <div className="stack">
          <TextField
            label="Name"
            help="What it is for, such as CRM."
            maxLength={ENDPOINT_LIMITS.name}
            value={draft.name}
            onChange={(name) => setDraft({ ...draft, name })}
            error={messageAt(save.error, 'name')}
          />
          <TextField
            label="Filter"
            help={
              <>
                Sends only events for which this expression is true, such as{' '}
                <code>data.message.status == "failed"</code>. <a {...linkTo('filter-events')}>How to write filters</a>
              </>
            }
            isMono
            lines={2}
            limit={ENDPOINT_LIMITS.filter}
            value={draft.filter}
            onChange={(filter) => setDraft({ ...draft, filter })}
            error={messageAt(save.error, 'filter')}
          />
          <HeaderRows
            stored={endpoint?.headers ?? []}
            rows={headers}
            onChange={setHeaders}
            error={messageAt(save.error, 'headers')}
          />
        </div>
      </details>
      {save.error && !isShown && !(isBroker && field === 'password') && <ErrorNote error={save.error} />}
    </FormDialog>
  );
}

/** Returns the properties of a link to a section of the guide. */
const linkTo = (section: string) => ({
  href: new URL(`../developers/docs/webhook-endpoints#${section}`, BASE).href,
  target: '_blank',
  rel: 'noreferrer',
});
