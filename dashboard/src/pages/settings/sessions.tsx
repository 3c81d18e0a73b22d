import { useQuery } from '@tanstack/react-query';
import { admin, bodyOf } from '../../api/client.ts';
import { useAccountId } from '../../api/session.ts';
import { accountSessionsQuery } from './queries.ts';
import { SessionTable } from './session-table.tsx';

/** All sessions of the account. */
export function AccountSessions() {
  const account = useAccountId();
  const { data, error, refetch } = useQuery(accountSessionsQuery(account));
  return (
    <div className="stack">
      <p className="muted">Where people of this account are logged in. An ended session needs a new login.</p>
      <SessionTable
        sessions={data}
        error={error}
        retry={() => void refetch()}
        hasOthers
        end={(session) =>
          bodyOf(admin.DELETE('/accounts/{account}/sessions/{session}', { params: { path: { account, session } } }))
        }
      />
    </div>
  );
}
