import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { fieldOf } from '../../api/problem.ts';
import { sessionQuery, useSession } from '../../api/session.ts';
import { TextField } from '../../parts/fields/fields.tsx';
import { NewPassword } from '../../parts/fields/new-password.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Form } from './form.tsx';
import { ownSessionsQuery } from './queries.ts';
import { SessionTable } from './session-table.tsx';
import { Totp } from './totp.tsx';

/** What each role may do, in a sentence. */
export const ROLE_TEXT = {
  operator: 'Everything, in all accounts',
  owner: 'Everything in the account',
  manager: 'Conversations, contacts, templates, campaigns, flows, reports and webhook deliveries',
  agent: 'Conversations and contacts',
  viewer: 'Reads conversations, contacts, templates, campaigns, flows and reports, and changes nothing',
} as const;

/** The person's own login. */
export function Profile() {
  const { login } = useSession();
  return (
    <div className="stack settings">
      <Section title="Your login">
        <Facts
          facts={[
            ['Name', <bdi key="name">{login.name}</bdi>],
            ['Email', login.email],
            ['Role', `${login.role}: ${ROLE_TEXT[login.role].toLowerCase()}`],
          ]}
        />
      </Section>
      <Password key={login.id} hasPassword={login.has_password} />
      <Totp hasTotp={login.totp} hasPassword={login.has_password} codesLeft={login.recovery_codes_left} />
      <OwnSessions />
    </div>
  );
}

function Password({ hasPassword }: { hasPassword: boolean }) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Section title="Password">
      <Form
        action={hasPassword ? 'Change the password' : 'Set a password'}
        kind="plain"
        submit={() =>
          bodyOf(
            admin.PUT('/session/password', { body: { password, ...(hasPassword && { current_password: current }) } }),
          )
        }
        onDone={() => {
          setCurrent('');
          setPassword('');
          void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
          void queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
          toast('The password is changed. Your other sessions have ended');
        }}
      >
        {(error) => (
          <>
            {hasPassword && (
              <TextField
                label="Current password"
                type="password"
                autoComplete="current-password"
                value={current}
                error={fieldOf(error) === 'current_password' ? 'This is not the current password.' : undefined}
                onChange={setCurrent}
                isRequired
              />
            )}
            <NewPassword value={password} onChange={setPassword} error={error} />
          </>
        )}
      </Form>
    </Section>
  );
}

function OwnSessions() {
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  return (
    <Section title="Your sessions">
      <SessionTable
        sessions={data}
        error={error}
        retry={() => void refetch()}
        end={(session) => bodyOf(admin.DELETE('/session/all/{session}', { params: { path: { session } } }))}
      />
    </Section>
  );
}
