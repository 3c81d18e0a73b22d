import { connectionsQuery } from '../../api/connections.ts';
import './connections.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/data/table.tsx';
import { EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type CHANNEL_NAMES, ChannelIcon } from '../inbox/list/channel-icon.tsx';
import { AddConnection } from './add-connection.tsx';
import { ConnectionSheet } from './connection-sheet.tsx';
import { ConnectionState } from './connection-state.tsx';
import type { Connection } from './data.ts';
import { GoingLive } from './going-live.tsx';

const COLUMNS: readonly Column<Connection>[] = [
  {
    name: 'Connection',
    cell: ({ channel, name }) => (
      <span className="row">
        <ChannelIcon channel={channel as keyof typeof CHANNEL_NAMES} size={16} />
        <span>{name}</span>
      </span>
    ),
  },
  { name: 'ID', cell: ({ connection_id: id }) => <span className="mono">{id}</span> },
  { name: 'Status', cell: (connection) => <ConnectionState connection={connection} /> },
  {
    name: 'Last callback',
    isSecondary: true,
    cell: ({ last_callback_at: at }) => (at === null ? <span className="muted">–</span> : <Time at={at} />),
  },
  {
    name: 'Last message in',
    isSecondary: true,
    cell: ({ last_inbound_at: at }) => (at === null ? <span className="muted">None yet</span> : <Time at={at} />),
  },
  {
    name: 'Last report of Meta',
    isSecondary: true,
    cell: ({ reports = [] }) => {
      const [last] = reports;
      return last ? (
        <>
          {last.event ?? last.kind}, <Time at={last.at} />
        </>
      ) : (
        <span className="muted">–</span>
      );
    },
  },
];

/** The numbers, pages and chats of the account. */
export default function ConnectionsPage() {
  const account = useAccountId();
  const { connection: shown }: { connection?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(connectionsQuery(account));
  const [isAdding, setAdding] = useState(false);
  const show = (connection?: string) =>
    void navigate({ to: '.', search: (connection === undefined ? {} : { connection }) as never });
  return (
    <Page
      title="Connections"
      about="The numbers, pages, accounts and chats through which customers reach you."
      actions={
        // An empty list has the button itself.
        data?.length !== 0 && (
          <Button kind="primary" icon={Plus} onPress={() => setAdding(true)}>
            Add connection
          </Button>
        )
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!(error && !data) && (
        <Table
          label="Connections"
          columns={COLUMNS}
          rows={data}
          keyOf={({ connection_id: id }) => id}
          selected={shown}
          onOpen={({ connection_id: id }) => show(id)}
          empty={
            <EmptyState
              icon={Plug}
              title="No connections yet"
              action={
                <Button kind="primary" icon={Plus} onPress={() => setAdding(true)}>
                  Add connection
                </Button>
              }
            >
              Connect a WhatsApp number, a Facebook page or an Instagram account, or start with a web chat, which needs
              nothing from Meta.
            </EmptyState>
          }
        />
      )}
      {/* Below the table, which would move otherwise when the steps are known. */}
      {data && <GoingLive connections={data} onAdd={() => setAdding(true)} />}
      <ConnectionSheet connection={data?.find(({ connection_id: id }) => id === shown)} onClose={() => show()} />
      <AddConnection isOpen={isAdding} onClose={() => setAdding(false)} onAdded={(id) => show(id)} />
    </Page>
  );
}
