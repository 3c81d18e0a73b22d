import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { useAccountId } from '../../api/session.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { Menu, type MenuAction } from '../../parts/menu.tsx';
import { Breakable } from '../../parts/values/breakable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { Act, type Action, type Person } from './act.tsx';
import { ChangeRole } from './change-role.tsx';
import { Invite, type Invitee } from './invite.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { type Login, type LoginLink, loginsQuery } from './queries.ts';

const stateOf = ({ isActive, login }: Person) => {
  if (!isActive) {
    return <Badge>Inactive</Badge>;
  }
  return login ? <LoginStatus login={login} /> : <Badge>No login</Badge>;
};

/** Whether a person can log in. */
export function LoginStatus({ login }: { login: Login }) {
  if (login.is_disabled) {
    return <Badge tone="warn">Disabled</Badge>;
  }
  return login.has_password || login.last_login_at ? (
    <Badge tone="good">Active</Badge>
  ) : (
    <Badge tone="info">Invited</Badge>
  );
}

/** The agents of the account and their logins. */
export function People() {
  const account = useAccountId();
  const agents = useQuery(agentsQuery(account));
  const logins = useQuery(loginsQuery(account));
  const [invitee, setInvitee] = useState<Invitee>();
  const [open, setOpen] = useState<{ action: Action; person: Person }>();
  const [link, setLink] = useState<LoginLink>();
  const error = agents.error ?? logins.error;
  const people =
    agents.data &&
    logins.data &&
    agents.data.map(
      ({ id, name, is_active }): Person => ({
        id,
        name,
        isActive: is_active,
        login: logins.data.find(({ agent }) => agent?.id === id),
      }),
    );
  const owners = people?.filter(({ isActive, login }) => isActive && login?.role === 'owner' && !login.is_disabled);
  const actionsOf = (person: Person): MenuAction[] => {
    const act = (action: Action, text: string, isDanger = false) => ({
      id: action,
      text,
      isDanger,
      run: () => setOpen({ action, person }),
    });
    const { login } = person;
    const isLastOwner = login !== undefined && owners?.length === 1 && owners[0]?.login === login;
    return [
      ...(login
        ? [
            ...(isLastOwner ? [] : [act('role', 'Change the role')]),
            ...(person.isActive ? [act('reset', 'Reset the password')] : []),
            ...(login.totp ? [act('totp', 'Turn one-time codes off')] : []),
            act('disable', login.is_disabled ? 'Enable the login' : 'Disable the login', !login.is_disabled),
          ]
        : person.isActive
          ? [{ id: 'invite', text: 'Invite to the dashboard', run: () => setInvitee(person) }]
          : []),
      ...(person.isActive
        ? isLastOwner
          ? []
          : [act('deactivate', 'Deactivate', true)]
        : [act('activate', 'Activate')]),
    ];
  };
  return (
    <div className="stack">
      <div className="row">
        <p className="muted grow">Agents get conversations. With a login, they also see the dashboard.</p>
        <Button kind="primary" icon={UserPlus} onPress={() => setInvitee({})}>
          Invite a person
        </Button>
      </div>
      {error ? (
        <ErrorNote error={error} retry={() => void Promise.all([agents.refetch(), logins.refetch()])} />
      ) : (
        <Table
          label="People"
          rows={people}
          keyOf={({ id }) => String(id)}
          empty={
            <EmptyState icon={Users} title="No agents yet">
              Invite an owner first, who can invite the others.
            </EmptyState>
          }
          columns={[
            { name: 'Name', width: '26%', cell: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
            { name: 'Email', isSecondary: true, cell: ({ login }) => (login ? <Breakable text={login.email} /> : '–') },
            { name: 'Role', width: '96px', cell: ({ login }) => login?.role ?? '–' },
            { name: 'Status', cell: stateOf },
            {
              name: 'One-time codes',
              isSecondary: true,
              cell: ({ login }) => (login ? (login.totp ? 'On' : 'Off') : '–'),
            },
            {
              name: 'Last login',
              isSecondary: true,
              cell: ({ login }) => (login?.last_login_at ? <Time at={login.last_login_at} /> : '–'),
            },
            {
              name: 'Actions',
              cell: (person) =>
                actionsOf(person).length > 0 && (
                  <Menu actions={actionsOf(person)}>
                    <IconButton label={`Actions for ${person.name}`} icon={EllipsisVertical} />
                  </Menu>
                ),
            },
          ]}
        />
      )}
      {invitee && (
        <Invite
          account={account}
          isFirst={owners?.length === 0}
          invitee={invitee}
          onClose={() => setInvitee(undefined)}
          onInvited={(made) => {
            setInvitee(undefined);
            setLink(made);
          }}
        />
      )}
      {open?.action === 'role' && open.person.login && (
        <ChangeRole account={account} login={open.person.login} onClose={() => setOpen(undefined)} />
      )}
      {open && open.action !== 'role' && (
        <Act
          account={account}
          action={open.action}
          person={open.person}
          onClose={() => setOpen(undefined)}
          onLink={setLink}
        />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </div>
  );
}
