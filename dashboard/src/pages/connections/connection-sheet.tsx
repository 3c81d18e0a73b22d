import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { Switch } from '../../parts/fields/fields.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CHANNEL_NAMES } from '../inbox/list/channel-icon.tsx';
import { ConnectionState } from './connection-state.tsx';
import { appsQuery, type Connection, checkQuery, REPORTS } from './data.ts';
import { Findings } from './findings.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { WebChat } from './web-chat.tsx';

/** A connection: its state, what Meta says about it, and its settings. */
export function ConnectionSheet({ connection, onClose }: { connection: Connection | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={connection ? (connection.name ?? connection.connection_id) : 'Connection'}
      shape="sheet"
      isOpen={connection !== undefined}
      onClose={onClose}
    >
      {connection && <Shown connection={connection} />}
    </Dialog>
  );
}

function Shown({ connection }: { connection: Connection }) {
  const { connection_id: id, channel, provider_id: providerId, waba_id: waba, app_id: app } = connection;
  const isWeb = channel === 'web';
  const { data: apps } = useQuery({ ...appsQuery, enabled: !isWeb });
  const callback = apps?.find((one) => one.app_id === app)?.callback_url;
  return (
    <>
      <Facts
        facts={[
          ['Status', <ConnectionState key="state" connection={connection} />],
          ['Channel', CHANNEL_NAMES[channel as keyof typeof CHANNEL_NAMES] ?? channel],
          ['ID', <Copyable key="id" text={id} name="connection ID" />],
          ...(providerId === null
            ? []
            : [['ID at Meta', <Copyable key="provider" text={providerId} name="ID at Meta" whole />] as const]),
          ...(waba === null || waba === undefined
            ? []
            : [['Business account', <Copyable key="waba" text={waba} name="business account ID" whole />] as const]),
          ...(callback === undefined
            ? []
            : [['Callback URL', <Copyable key="callback" text={callback} name="callback URL" whole />] as const]),
          ...(isWeb
            ? []
            : [
                [
                  'Last callback',
                  connection.last_callback_at === null ? (
                    'None yet'
                  ) : (
                    <Time key="callback-at" at={connection.last_callback_at} />
                  ),
                ] as const,
              ]),
          [
            'Last message in',
            connection.last_inbound_at === null ? 'None yet' : <Time key="last" at={connection.last_inbound_at} />,
          ],
          ...(connection.unavailable_until === null
            ? []
            : [['Refuses sends', <Until key="until" at={connection.unavailable_until} />] as const]),
        ]}
      />
      <Settings connection={connection} />
      {isWeb ? <WebChat connection={connection} /> : <Check connection={connection} />}
      {!isWeb && <Reports connection={connection} />}
    </>
  );
}

const Until = ({ at }: { at: string }) => (
  <span>
    until <Time at={at} />, because Meta does not respond
  </span>
);

/** Settings that take effect at once. */
function Settings({ connection }: { connection: Connection }) {
  const account = useAccountId();
  const queries = useQueryClient();
  const { connection_id: id, is_active: isActive, mark_as_read: marksAsRead, channel } = connection;
  const change = useMutation({
    mutationFn: (body: { is_active?: boolean; mark_as_read?: boolean }) =>
      bodyOf(
        admin.PATCH('/accounts/{account}/connections/{connection}', {
          params: { path: { account, connection: id } },
          body,
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: connectionsQuery(account).queryKey }),
  });
  const wanted = change.isPending ? change.variables : undefined;
  return (
    <div>
      <Switch isSelected={wanted?.is_active ?? isActive} onChange={(is_active) => change.mutate({ is_active })}>
        Active: it sends and receives
      </Switch>
      {channel !== 'web' && (
        <Switch
          isSelected={wanted?.mark_as_read ?? marksAsRead ?? false}
          onChange={(mark_as_read) => change.mutate({ mark_as_read })}
        >
          Show customers that their messages were read
        </Switch>
      )}
      {change.error && <ErrorNote error={change.error} />}
    </div>
  );
}

/** What Meta says about the token, the number or page, and the callbacks. */
function Check({ connection }: { connection: Connection }) {
  const account = useAccountId();
  const [isReplacing, setReplacing] = useState(false);
  const { connection_id: id, channel } = connection;
  const check = useQuery(checkQuery(account, id));
  const sync = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts/{account}/connections/{connection}/templates/sync', {
          params: { path: { account, connection: id } },
        }),
      ),
    onSuccess: ({ templates }) =>
      toast(`Synced ${templates.toLocaleString()} ${templates === 1 ? 'template' : 'templates'}`),
  });
  return (
    <Section
      title="Check with Meta"
      actions={
        <Button icon={RefreshCw} isPending={check.isFetching} onPress={() => void check.refetch()}>
          Check again
        </Button>
      }
    >
      {check.error && <ErrorNote error={check.error} />}
      {check.isPending && <SkeletonRows rows={3} />}
      {check.data && <Findings findings={check.data} />}
      {check.dataUpdatedAt > 0 && (
        <p className="muted">
          Checked <Time at={check.dataUpdatedAt} />
        </p>
      )}
      <div className="row wrap">
        <Button icon={KeyRound} onPress={() => setReplacing(true)}>
          Replace token
        </Button>
        {channel === 'whatsapp' && (
          <Button isPending={sync.isPending} onPress={() => sync.mutate()}>
            Sync templates
          </Button>
        )}
      </div>
      {sync.error && <ErrorNote error={sync.error} />}
      <TokenDialog connection={connection} isOpen={isReplacing} onClose={() => setReplacing(false)} />
    </Section>
  );
}

/** What Meta reported: the quality, the limits, and decisions about the account. */
function Reports({ connection: { reports = [] } }: { connection: Connection }) {
  return (
    <Section title="Reports of Meta">
      <Table
        label="Reports of Meta"
        keyOf={({ kind }) => kind}
        rows={reports}
        columns={[
          { name: 'About', cell: ({ kind }) => REPORTS[kind] ?? kind },
          {
            name: 'Report',
            cell: ({ event, detail }) => (
              <>
                {event ?? 'Changed'}
                {detail !== null && <p className="muted">{detail}</p>}
              </>
            ),
          },
          { name: 'When', cell: ({ at }) => <Time at={at} /> },
        ]}
        empty={<p className="muted">None yet. Quality, limits and decisions appear here when Meta reports them.</p>}
      />
    </Section>
  );
}
