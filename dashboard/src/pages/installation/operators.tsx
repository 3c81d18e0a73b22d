import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { messageAt } from '../../api/problem.ts';
import { useSession } from '../../api/session.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Badge, ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Menu, type MenuAction } from '../../parts/menu.tsx';
import { Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Breakable } from '../../parts/values/breakable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { AuditTable } from '../settings/audit.tsx';
import { SubmitDialog } from '../settings/form.tsx';
import { LinkDialog } from '../settings/link-dialog.tsx';
import { LoginStatus } from '../settings/people.tsx';
import { type Login, type LoginLink, operatorAuditQuery, operatorsQuery } from '../settings/queries.ts';

/** The people who see all accounts, and what they changed in the installation. */
export function Operators() {
  const queries = useQueryClient();
  const { login: self } = useSession();
  const { data, error, refetch } = useQuery(operatorsQuery);
  const audit = useInfiniteQuery(operatorAuditQuery);
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ action: Action; login: Login }>();
  const [link, setLink] = useState<LoginLink>();
  const refresh = () =>
    Promise.all(
      [operatorsQuery, operatorAuditQuery].map(({ queryKey }) =>
        queries.invalidateQueries({ queryKey: queryKey as readonly unknown[] }),
      ),
    );
  const actionsOf = (login: Login): MenuAction[] => {
    const act = (action: Action, text: string, isDanger = false) => ({
      id: action,
      text,
      isDanger,
      run: () => setAsked({ action, login }),
    });
    return [
      ...(login.is_disabled ? [] : [act('reset', 'Reset the password')]),
      ...(login.totp ? [act('totp', 'Turn one-time codes off')] : []),
      login.is_disabled ? act('enable', 'Enable the login') : act('disable', 'Disable the login', true),
    ];
  };
  return (
    <>
      <Section
        title="Operators"
        actions={
          <Button icon={UserPlus} onPress={() => setInviting(true)}>
            Invite operator
          </Button>
        }
      >
        {error && <ErrorNote error={error} retry={() => void refetch()} />}
        {!error && (
          <Table
            label="Operators"
            rows={data}
            keyOf={({ id }) => String(id)}
            columns={[
              { name: 'Email', cell: ({ email }) => <Breakable text={email} /> },
              { name: 'Status', cell: (login) => <LoginStatus login={login} /> },
              { name: 'One-time codes', isSecondary: true, cell: ({ totp }) => (totp ? 'On' : 'Off') },
              {
                name: 'Last login',
                isSecondary: true,
                cell: ({ last_login_at: at }) => (at === null ? '–' : <Time at={at} />),
              },
              {
                name: 'Actions',
                cell: (login) =>
                  login.id === self.id ? (
                    <Badge tone="info">You</Badge>
                  ) : (
                    <Menu actions={actionsOf(login)}>
                      <IconButton label={`Actions for ${login.email}`} icon={EllipsisVertical} />
                    </Menu>
                  ),
              },
            ]}
          />
        )}
      </Section>
      <Section title="Operator audit log">
        <AuditTable list={audit} />
      </Section>
      {isInviting && (
        <InviteOperator
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false);
            setLink(made);
            void refresh();
          }}
        />
      )}
      {asked && (
        <Ask
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={async (made) => {
            setLink(made);
            await refresh();
          }}
        />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}

interface InviteProps {
  onClose: () => void;
  onInvited: (link: LoginLink) => void;
}

function InviteOperator({ onClose, onInvited }: InviteProps) {
  const [email, setEmail] = useState('');
  return (
    <SubmitDialog
      title="Invite an operator"
      onClose={onClose}
      action="Create invitation"
      submit={() => bodyOf(admin.POST('/operators/invite', { body: { email } }))}
      onDone={onInvited}
    >
      {(error) => (
        <TextField
          label="Email"
          type="email"
          value={email}
          onChange={setEmail}
          help="The person will see all accounts. No email is sent. You get a link to pass on."
          error={messageAt(error, 'email')}
          autoFocus
          isRequired
        />
      )}
    </SubmitDialog>
  );
}

type Action = 'reset' | 'totp' | 'disable' | 'enable';

const ASKS: Readonly<Record<Action, { title: string; verb: string; text: string }>> = {
  reset: {
    title: 'Reset the password of',
    verb: 'Create link',
    text: 'You get a one-time link for the person. When the person uses it, all other sessions of the login end.',
  },
  totp: {
    title: 'Turn one-time codes off for',
    verb: 'Turn off',
    text: 'For a lost device. The next login needs only the password.',
  },
  disable: { title: 'Disable', verb: 'Disable', text: 'The person is logged out and cannot log in.' },
  enable: { title: 'Enable', verb: 'Enable', text: 'The person can log in again.' },
};

const DONE: Readonly<Record<Exclude<Action, 'reset'>, string>> = {
  totp: 'One-time codes are off',
  disable: 'The login is disabled',
  enable: 'The login is enabled',
};

interface AskProps {
  action: Action;
  login: Login;
  onClose: () => void;
  onDone: (link?: LoginLink) => Promise<void>;
}

/** Asks before a change of an operator. */
function Ask({ action, login: { id, email }, onClose, onDone }: AskProps) {
  const { title, verb, text } = ASKS[action];
  const params = { path: { login: id } };
  const change = async (): Promise<LoginLink | undefined> => {
    if (action === 'reset') {
      return bodyOf(admin.POST('/operators/{login}/reset', { params }));
    }
    const body = action === 'totp' ? { totp: false as const } : { is_disabled: action === 'disable' };
    await bodyOf(admin.PATCH('/operators/{login}', { params, body }));
    toast(DONE[action]);
    return undefined;
  };
  return (
    <Confirm
      title={`${title} ${email}`}
      action={verb}
      isDanger={action !== 'enable'}
      isOpen
      onClose={onClose}
      onConfirm={async () => onDone(await change())}
    >
      <p>{text}</p>
    </Confirm>
  );
}
