import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { Badge, ErrorNote } from '../../parts/feedback.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Breakable } from '../../parts/values/breakable.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { Session } from './queries.ts';

interface SessionTableProps {
  /** Undefined while loading. */
  sessions: Session[] | undefined;
  error: Error | null;
  retry: () => void;
  end: (id: number) => Promise<unknown>;
  /** Whether the sessions belong to several people. */
  hasOthers?: boolean;
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

const firstIn = (known: readonly (readonly [RegExp, string])[], text: string) =>
  known.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the browser and the system of a user agent, if they are known. */
function deviceOf(userAgent: string | null): string {
  const known = [firstIn(BROWSERS, userAgent ?? ''), firstIn(SYSTEMS, userAgent ?? '')].filter(Boolean);
  return known.length > 0 ? known.join(' on ') : (userAgent ?? 'Unknown').slice(0, 40);
}

/** Sessions, which can be ended one by one. */
export function SessionTable({ sessions, error, retry, end, hasOthers = false }: SessionTableProps) {
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['settings'] });
      toast('The session has ended');
    },
  });
  if (error) {
    return <ErrorNote error={error} retry={retry} />;
  }
  return (
    <>
      {ending.error && <ErrorNote error={ending.error} />}
      <Table
        label="Sessions"
        rows={sessions}
        keyOf={({ id }) => String(id)}
        columns={[
          ...(hasOthers
            ? [{ name: 'Login', width: '30%', cell: ({ email }: Session) => <Breakable text={email} /> }]
            : []),
          // On a phone, whose session it is matters more.
          { name: 'Device', width: '30%', isSecondary: hasOthers, cell: ({ user_agent }) => deviceOf(user_agent) },
          { name: 'IP address', isSecondary: true, cell: ({ address }) => <span className="mono">{address}</span> },
          { name: 'Started', isSecondary: true, cell: ({ created_at }) => <Time at={created_at} /> },
          { name: 'Last used', cell: ({ seen_at }) => <Time at={seen_at} /> },
          {
            name: 'End',
            cell: ({ id, is_current, user_agent, email }) =>
              is_current ? (
                <Badge tone="info">This one</Badge>
              ) : (
                <Button
                  kind="quiet"
                  aria-label={`End the session of ${email} in ${deviceOf(user_agent)}`}
                  isPending={ending.isPending && ending.variables === id}
                  onPress={() => ending.mutate(id)}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
