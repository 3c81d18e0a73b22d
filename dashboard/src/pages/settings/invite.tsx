import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { admin, bodyOf } from '../../api/client.ts';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { ROLES } from './change-role.tsx';
import { SubmitDialog } from './form.tsx';
import { type AccountRole, type LoginLink, loginsQuery } from './queries.ts';

/** An agent who gets a login; a new agent without an `id`. */
export interface Invitee {
  id?: number;
  name?: string;
}

interface InviteProps {
  account: string;
  /** Whether the account has no owner yet, who invites the others. */
  isFirst: boolean;
  invitee: Invitee;
  onClose: () => void;
  onInvited: (link: LoginLink) => void;
}

/** Creates a login for an agent, and the agent if there is none yet. */
export function Invite({ account, isFirst, invitee, onClose, onInvited }: InviteProps) {
  const queries = useQueryClient();
  // If the invitation is refused, the next attempt invites the agent that the first one created.
  const [id, setId] = useState(invitee.id);
  const [name, setName] = useState(invitee.name ?? '');
  const [email, setEmail] = useState('');
  const [chosen, setRole] = useState<AccountRole>();
  const role = chosen ?? (isFirst ? 'owner' : 'agent');
  const invite = async () => {
    let agent = id;
    if (agent === undefined) {
      const made = await bodyOf(
        admin.POST('/accounts/{account}/agents', { params: { path: { account } }, body: { name } }),
      );
      agent = made.id;
      setId(agent);
      void queries.invalidateQueries({ queryKey: agentsQuery(account).queryKey });
    }
    return bodyOf(
      admin.POST('/accounts/{account}/agents/{agent}/invite', {
        params: { path: { account, agent } },
        body: { email, role },
      }),
    );
  };
  return (
    <SubmitDialog
      title={invitee.name === undefined ? 'Invite a person' : `Invite ${invitee.name}`}
      onClose={onClose}
      action="Create invitation"
      submit={invite}
      onDone={(link) => {
        void queries.invalidateQueries({ queryKey: loginsQuery(account).queryKey });
        onInvited(link);
      }}
    >
      {() => (
        <>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            isDisabled={id !== undefined}
            help="Customers do not see it."
            autoFocus={id === undefined}
            isRequired
          />
          <TextField
            label="Email"
            type="email"
            value={email}
            onChange={setEmail}
            help="The person logs in with this address. No email is sent. You get a link to pass on."
            isRequired
          />
          <Select label="Role" value={role} options={ROLES} onChange={setRole} />
        </>
      )}
    </SubmitDialog>
  );
}
