import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { Ellipsis, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { admin, BASE, bodyOf } from '../../api/client.ts';
import { useOwns } from '../../api/owning.ts';
import { useAccountId } from '../../api/session.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Badge, ErrorNote, Note } from '../../parts/feedback.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Facts } from '../../parts/page.tsx';
import { Secret } from '../../parts/secret.tsx';
import { toast } from '../../parts/toasts.tsx';
import { webhookQuery } from './data.ts';

type Webhook = AdminComponents['schemas']['WebhookState'];

/** The endpoint: its address, events, state and secret. */
export function Endpoint({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const account = useAccountId();
  const owns = useOwns();
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'renew' | 'remove'>();
  const [secret, setSecret] = useState<string>();
  const path = { params: { path: { account } } };
  const { url, is_enabled: isEnabled, events, consecutive_failures: failures } = webhook;
  return (
    <section className="card stack tight" aria-label="Endpoint">
      <div className="row wrap">
        <div className="grow row wrap endpoint-address">
          <Copyable text={url ?? ''} name="address" whole />
          <EndpointState isEnabled={isEnabled} failures={failures} />
        </div>
        {owns && (
          <div className="row">
            <Button icon={Pencil} onPress={onEdit}>
              Edit
            </Button>
            <Menu
              actions={[
                { id: 'renew', text: 'Renew signing secret', icon: RotateCw, run: () => setAsks('renew') },
                { id: 'remove', text: 'Remove endpoint', icon: Trash2, isDanger: true, run: () => setAsks('remove') },
              ]}
            >
              <IconButton label="More actions" icon={Ellipsis} />
            </Menu>
          </div>
        )}
      </div>
      {!isEnabled && <Disabled />}
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
          [
            'Signing secret',
            <span key="secret">
              Shown only when it is created.{' '}
              <a href={new URL('../developers/docs/receiving', BASE).href} target="_blank" rel="noreferrer">
                How to verify signatures
              </a>
            </span>,
          ],
        ]}
      />
      <Confirm
        title="Renew the signing secret"
        action="Renew secret"
        isDanger
        isOpen={asks === 'renew'}
        onClose={() => setAsks(undefined)}
        onConfirm={async () => {
          const renewed = await bodyOf(admin.POST('/accounts/{account}/webhook/secret', path));
          setSecret(renewed.signing_secret);
        }}
      >
        <p>
          All events are signed with the new secret from now on. Your server refuses them until you give it the new
          secret; they are then sent again.
        </p>
      </Confirm>
      <Confirm
        title="Remove the endpoint"
        action="Remove endpoint"
        isDanger
        isOpen={asks === 'remove'}
        onClose={() => setAsks(undefined)}
        onConfirm={async () => {
          await bodyOf(admin.PUT('/accounts/{account}/webhook', { ...path, body: { url: null } }));
          await queries.invalidateQueries({ queryKey: webhookQuery(account).queryKey });
          toast('The endpoint is removed');
        }}
      >
        <p>Your server gets no more events. Events that happen until you add an endpoint again are not kept.</p>
      </Confirm>
      <Dialog
        title="New signing secret"
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
        actions={
          <Button kind="primary" onPress={() => setSecret(undefined)}>
            I have copied it
          </Button>
        }
      >
        {secret !== undefined && <Secret name="Signing secret" text={secret} />}
      </Dialog>
    </section>
  );
}

function EndpointState({ isEnabled, failures }: { isEnabled: boolean; failures: number }) {
  if (!isEnabled) {
    return <Badge tone="bad">Disabled</Badge>;
  }
  return failures > 0 ? (
    <Badge tone="warn">
      Enabled, {failures.toLocaleString()} {failures === 1 ? 'failure' : 'failures in a row'}
    </Badge>
  ) : (
    <Badge tone="good">Enabled</Badge>
  );
}

/** Says why no events are sent, and enables the endpoint again. */
function Disabled() {
  const account = useAccountId();
  const owns = useOwns();
  const queries = useQueryClient();
  const enable = useMutation({
    mutationFn: () => bodyOf(admin.POST('/accounts/{account}/webhook/enable', { params: { path: { account } } })),
    onSuccess: async ({ resumed }) => {
      toast(resumed === 0 ? 'The endpoint is enabled' : `The endpoint is enabled. ${eventsOf(resumed)} being sent`);
      await queries.invalidateQueries({ queryKey: ['webhook', account] });
      await queries.invalidateQueries({ queryKey: ['deliveries', account] });
    },
  });
  return (
    <>
      <Note tone="bad">
        <p>No events are sent: your server failed 50 times in a row, or returned 410.</p>
        <p>Fix it, then enable the endpoint. Waiting events are sent at once, and missed ones can be replayed.</p>
        {owns && (
          <p>
            <Button isPending={enable.isPending} onPress={() => enable.mutate()}>
              Enable again
            </Button>
          </p>
        )}
      </Note>
      {enable.error && <ErrorNote error={enable.error} />}
    </>
  );
}

const eventsOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'event is' : 'events are'}`;
