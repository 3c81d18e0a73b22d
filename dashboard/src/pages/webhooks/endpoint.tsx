import { DELIVERY_FAILURES_TO_DISABLE } from 'virtual:facts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Ellipsis, KeyRound, ListFilter, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { admin, BASE, bodyOf } from '../../api/client.ts';
import { useOwns } from '../../api/owning.ts';
import { useAccountId } from '../../api/session.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Badge, ErrorNote, Note } from '../../parts/feedback.tsx';
import { Menu, type MenuAction } from '../../parts/menu.tsx';
import { Facts } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type Endpoint, endpointPath, endpointsQuery, FIRST_ENDPOINT, nameOf } from './data.ts';
import { RotateSecret } from './rotate-secret.tsx';

interface EndpointCardProps {
  endpoint: Endpoint;
  /** Whether it is the only one, which needs no name. */
  isOnly: boolean;
  onEdit: () => void;
}

/** An endpoint: its address, what it gets, its state and its secret. */
export function EndpointCard({ endpoint, isOnly, onEdit }: EndpointCardProps) {
  const account = useAccountId();
  const owns = useOwns();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'rotate' | 'end' | 'remove'>();
  const { id, url, name, events, filter, headers, retry_minutes: retries, overlap_ends_at: overlap } = endpoint;
  const path = endpointPath(account, id);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: endpointsQuery(account).queryKey });
    await queries.invalidateQueries({ queryKey: ['deliveries', account] });
  };
  const pause = useMutation({
    mutationFn: (is_paused: boolean) =>
      bodyOf(admin.PATCH('/accounts/{account}/endpoints/{endpoint}', { ...path, body: { is_paused } })),
    onSuccess: async ({ is_paused: isPaused, resumed }) => {
      toast(isPaused ? 'The endpoint is paused' : said('The endpoint is resumed', resumed));
      await refresh();
    },
  });
  const enable = useMutation({
    mutationFn: () => bodyOf(admin.POST('/accounts/{account}/endpoints/{endpoint}/enable', path)),
    onSuccess: async ({ resumed }) => {
      toast(said('The endpoint is enabled', resumed));
      await refresh();
    },
  });
  const actions: MenuAction[] = [
    endpoint.is_paused
      ? { id: 'resume', text: 'Resume', icon: CirclePlay, run: () => pause.mutate(false) }
      : { id: 'pause', text: 'Pause', icon: CirclePause, run: () => pause.mutate(true) },
    { id: 'rotate', text: 'Rotate signing secret', icon: RotateCw, run: () => setAsks('rotate') },
    ...(overlap === null
      ? []
      : [{ id: 'end', text: 'Stop using the old secret', icon: KeyRound, run: () => setAsks('end') }]),
    { id: 'remove', text: 'Remove endpoint', icon: Trash2, isDanger: true, run: () => setAsks('remove') },
  ];
  const problem = pause.error ?? enable.error;
  return (
    <section className="card stack tight" aria-label={isOnly ? 'Endpoint' : `Endpoint ${nameOf(endpoint)}`}>
      <div className="row wrap">
        <div className="grow row wrap endpoint-address">
          {name !== null && <h2>{name}</h2>}
          <Copyable text={url ?? ''} name="address" whole />
          <EndpointState endpoint={endpoint} />
        </div>
        <div className="row">
          {!isOnly && (
            <IconButton
              label="Show its deliveries"
              icon={ListFilter}
              onPress={() =>
                void navigate({ to: '.', search: ((before: object) => ({ ...before, endpoint: id })) as never })
              }
            />
          )}
          {owns && (
            <>
              <Button icon={Pencil} onPress={onEdit}>
                Edit
              </Button>
              <Menu actions={actions}>
                <IconButton label="More actions" icon={Ellipsis} />
              </Menu>
            </>
          )}
        </div>
      </div>
      {!endpoint.is_enabled && (
        <Note tone="bad">
          <p>No events are sent: {whyDisabled(endpoint)}.</p>
          <p>Fix it, then enable the endpoint. Waiting events are sent at once, and missed ones can be replayed.</p>
          {owns && (
            <p>
              <Button isPending={enable.isPending} onPress={() => enable.mutate()}>
                Enable again
              </Button>
            </p>
          )}
        </Note>
      )}
      {endpoint.is_enabled && endpoint.is_paused && (
        <Note>
          <p>Events wait, and are all sent when the endpoint is resumed.</p>
          {owns && (
            <p>
              <Button isPending={pause.isPending} onPress={() => pause.mutate(false)}>
                Resume
              </Button>
            </p>
          )}
        </Note>
      )}
      {problem && <ErrorNote error={problem} />}
      <Facts
        facts={[
          [
            'Events',
            <span key="events" className="row wrap">
              {events.map((event) => (
                <Badge key={event}>{event}</Badge>
              ))}
            </span>,
          ],
          ...(filter === null
            ? []
            : [
                [
                  'Filter',
                  <code key="filter" className="endpoint-filter">
                    {filter}
                  </code>,
                ] as const,
              ]),
          ...(headers.length === 0 ? [] : [['Headers', <code key="headers">{headers.join(', ')}</code>] as const]),
          ...(retries === null ? [] : [['Retries', retriesIn(retries)] as const]),
          [
            'Signing secret',
            <span key="secret">
              {overlap === null ? (
                'Shown only when it is created. '
              ) : (
                <>
                  The old one also signs until <Time at={overlap} />.{' '}
                </>
              )}
              <a href={new URL('../developers/docs/receiving', BASE).href} target="_blank" rel="noreferrer">
                How to verify signatures
              </a>
            </span>,
          ],
        ]}
      />
      <RotateSecret endpoint={endpoint} isOpen={asks === 'rotate'} onClose={() => setAsks(undefined)} />
      <Confirm
        title="Stop using the old secret"
        action="Stop using it"
        isDanger
        isOpen={asks === 'end'}
        onClose={() => setAsks(undefined)}
        onConfirm={async () => {
          await bodyOf(admin.POST('/accounts/{account}/endpoints/{endpoint}/secret/end-overlap', path));
          await refresh();
          toast('Only the new secret signs');
        }}
      >
        <p>Only the new secret signs from now on. Your server refuses events if it does not know that one yet.</p>
      </Confirm>
      <Confirm
        title="Remove the endpoint"
        action="Remove endpoint"
        isDanger
        isOpen={asks === 'remove'}
        onClose={() => setAsks(undefined)}
        onConfirm={async () => {
          await (id === FIRST_ENDPOINT
            ? // It keeps its secret, and has no other settings when it gets an address again.
              bodyOf(admin.PATCH('/accounts/{account}/endpoints/{endpoint}', { ...path, body: CLEARED }))
            : bodyOf(admin.DELETE('/accounts/{account}/endpoints/{endpoint}', path)));
          await refresh();
          toast('The endpoint is removed');
        }}
      >
        {isOnly ? (
          <p>Your server gets no more events. Events that happen until you add an endpoint again are not kept.</p>
        ) : (
          <p>
            <strong>{nameOf(endpoint)}</strong> gets no more events. The other endpoints get theirs as before.
          </p>
        )}
      </Confirm>
    </section>
  );
}

const CLEARED = { url: null, name: null, filter: null, headers: null, is_paused: false };

function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { is_enabled: isEnabled, is_paused: isPaused, consecutive_failures: failures } = endpoint;
  if (!isEnabled) {
    return <Badge tone="bad">Disabled</Badge>;
  }
  if (isPaused) {
    return <Badge tone="info">Paused</Badge>;
  }
  return failures > 0 ? (
    <Badge tone="warn">
      Enabled, {failures.toLocaleString()} {failures === 1 ? 'failure' : 'failures in a row'}
    </Badge>
  ) : (
    <Badge tone="good">Enabled</Badge>
  );
}

/** Returns why the server disabled an endpoint: too many failures, or a 410. Completes a sentence. */
function whyDisabled({ consecutive_failures: failures, failures_to_disable: limit }: Endpoint): string {
  return failures >= (limit ?? DELIVERY_FAILURES_TO_DISABLE)
    ? `your server failed ${failures.toLocaleString()} times in a row`
    : 'your server returned 410, which means that it takes no events any more';
}

const retriesIn = (minutes: readonly number[]): string =>
  minutes.length === 0 ? 'None' : `After ${minutes.map((one) => one.toLocaleString()).join(', ')} minutes`;

/** Returns a message with how many waiting events are sent now. */
const said = (what: string, resumed: number): string =>
  resumed === 0 ? what : `${what}. ${resumed.toLocaleString()} ${resumed === 1 ? 'event is' : 'events are'} being sent`;
