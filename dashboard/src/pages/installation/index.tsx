import './installation.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BASE } from '../../api/client.ts';
import { sizeText } from '../../files/size.ts';
import { Table } from '../../parts/data/table.tsx';
import { Badge, ErrorNote, Note, Skeleton } from '../../parts/feedback.tsx';
import { Facts, Page, Section } from '../../parts/page.tsx';
import { Time } from '../../parts/values/time.tsx';
import { Accounts } from './accounts.tsx';
import { type Installation, installationQuery, PROBLEM_FIXES, problemsQuery, QUEUES, type Queue } from './data.ts';
import { Operators } from './operators.tsx';
import { ProviderApps } from './provider-apps.tsx';

/** Backups are made each night; an older one is a problem. In milliseconds. */
const OLD_BACKUP = 26 * 3_600_000;
/** Below this, the disk is nearly full. In bytes. */
const LITTLE_SPACE = 2_147_483_648;
/** A task that is due for longer is late, in seconds. */
const LATE = 60;

/** The server for its operators: versions, queues, accounts, Meta apps and callbacks that could not be used. */
export default function InstallationPage() {
  const { data, error, refetch } = useQuery(installationQuery);
  return (
    <Page title="Installation" about="The server, its accounts and its Meta apps. Only operators see this page.">
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      <Section title="Server">
        {!error && (
          <div className="card">
            <ServerFacts server={data} />
          </div>
        )}
      </Section>
      {data && data.shared_connections.length > 0 && (
        <Section title="Duplicate connections">
          <Note tone="warn">
            <p>
              Only the oldest active connection of each number, page or account gets callbacks. Deactivate the others.
            </p>
          </Note>
          <Table
            label="Duplicate connections"
            rows={data.shared_connections}
            keyOf={({ provider_id: id }) => id}
            columns={[
              {
                name: 'Number, page or account',
                cell: ({ provider_id: id }) => <span className="mono">{id}</span>,
              },
              {
                name: 'Connections',
                cell: ({ connections }) =>
                  connections.map((one) => `${one.connection_id} of account ${one.account_id}`).join(', '),
              },
            ]}
          />
        </Section>
      )}
      <Section title="Queues">
        <p className="muted">
          Due: could run now. Running: a worker runs it. Waiting: runs later, such as a retry. Lag: how long the oldest
          due task has waited.
        </p>
        <Table
          label="Queues"
          rows={data?.queues}
          keyOf={({ queue }) => queue}
          columns={[
            { name: 'Queue', cell: ({ queue }: Queue) => QUEUES[queue] ?? queue },
            { name: 'Due', isNumber: true, cell: ({ due }: Queue) => due.toLocaleString() },
            {
              name: 'Running',
              isNumber: true,
              isSecondary: true,
              cell: ({ running }: Queue) => running.toLocaleString(),
            },
            {
              name: 'Waiting',
              isNumber: true,
              isSecondary: true,
              cell: ({ waiting }: Queue) => waiting.toLocaleString(),
            },
            { name: 'Lag', isNumber: true, cell: (queue: Queue) => <Lag seconds={queue.oldest_due_seconds} /> },
          ]}
        />
        {data?.queues.some(({ oldest_due_seconds: lag }) => lag > LATE) && (
          <Note tone="warn">
            <p>
              What to do: a queue is more than {LATE} s late. Check that a worker runs and that the database responds,
              or add a worker.{' '}
              <a
                href={new URL('../developers/docs/operations#troubleshoot', BASE).href}
                target="_blank"
                rel="noreferrer"
              >
                Docs: Operations
              </a>
            </p>
          </Note>
        )}
      </Section>
      <Accounts />
      <ProviderApps />
      <Operators />
      <Problems />
    </Page>
  );
}

/** What runs. While it is loading, each fact has the height of its value. */
function ServerFacts({ server }: { server: Installation | undefined }) {
  const value = (of: (server: Installation) => ReactNode) => (server ? of(server) : <Skeleton width={160} />);
  return (
    <Facts
      facts={[
        ['Version', value(({ version }) => version)],
        ['Node.js', value(({ node }) => node)],
        ['Public address', value(({ public_url: url }) => <span className="mono">{url}</span>)],
        ['Database', value(({ database }) => (database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'))],
        ['Migration', value(({ database }) => database.migration ?? 'None')],
        ['Workers', value(({ workers }) => <Workers count={workers} />)],
        ['Free disk space', value(({ free_bytes: bytes }) => <FreeSpace bytes={bytes} />)],
        [
          'Last backup',
          <span key="backup" className="two-lines">
            {value((all) => (
              <Backup {...all} />
            ))}
          </span>,
        ],
      ]}
    />
  );
}

function Workers({ count }: { count: number | null }) {
  return count === 0 ? <Badge tone="bad">None runs</Badge> : (count?.toLocaleString() ?? 'This server');
}

function FreeSpace({ bytes }: { bytes: number | null }) {
  if (bytes === null) {
    return <span className="muted">Unknown</span>;
  }
  return bytes < LITTLE_SPACE ? <Badge tone="warn">{sizeText(bytes)}</Badge> : sizeText(bytes);
}

function Lag({ seconds }: { seconds: number }) {
  const text = `${seconds.toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;
  return seconds > LATE ? <Badge tone="warn">{text}</Badge> : text;
}

function Backup({ database, last_backup_at: at, last_archived_at: archivedAt }: Installation) {
  const guide = (
    <a href={new URL('../developers/docs/operations#back-up-and-restore', BASE).href} target="_blank" rel="noreferrer">
      How to make backups
    </a>
  );
  if (database.kind === 'postgres') {
    return archivedAt === null ? (
      <>wigwag cannot see PostgreSQL backups. {guide}</>
    ) : (
      <>
        PostgreSQL last archived its WAL <Time at={archivedAt} />. wigwag cannot see base backups. {guide}
      </>
    );
  }
  if (at === null) {
    return (
      <span className="row wrap">
        <Badge tone="warn">None known</Badge> {guide}
      </span>
    );
  }
  return Date.now() - Date.parse(at) > OLD_BACKUP ? (
    <span className="row wrap">
      <Badge tone="warn">
        <Time at={at} />
      </Badge>{' '}
      {guide}
    </span>
  ) : (
    <Time at={at} />
  );
}

/** Why callbacks of Meta could not be used. */
function Problems() {
  const { data, error, refetch } = useQuery(problemsQuery);
  return (
    <Section title="Callbacks that could not be used">
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!error && (
        <Table
          label="Callbacks that could not be used"
          rows={data}
          keyOf={({ app_id: app, kind, problem }) => `${app} ${kind} ${problem}`}
          columns={[
            {
              name: 'Problem',
              cell: ({ problem, kind }) => (
                <>
                  {problem}
                  <p className="muted">{PROBLEM_FIXES[kind]}</p>
                </>
              ),
            },
            { name: 'Callbacks', isNumber: true, cell: ({ callbacks }) => callbacks.toLocaleString() },
            { name: 'App', isSecondary: true, cell: ({ app_id: app }) => <span className="mono">{app}</span> },
            { name: 'First', isSecondary: true, cell: ({ first_at: at }) => <Time at={at} /> },
            { name: 'Last', cell: ({ last_at: at }) => <Time at={at} /> },
          ]}
          empty={<p className="muted">None in the last 90 days.</p>}
        />
      )}
    </Section>
  );
}
