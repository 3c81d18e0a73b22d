import { useQueryClient } from '@tanstack/react-query';
import { agentsQuery } from '../../api/agents.ts';
import { admin, bodyOf } from '../../api/client.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { toast } from '../../parts/toasts.tsx';
import type { Login, LoginLink } from './queries.ts';

/** An agent, and the login if there is one. */
export interface Person {
  id: number;
  name: string;
  isActive: boolean;
  login: Login | undefined;
}

/** A change of an agent or a login. */
export type Action = 'reset' | 'role' | 'disable' | 'totp' | 'deactivate' | 'activate';

interface ActProps {
  account: string;
  action: Exclude<Action, 'role'>;
  person: Person;
  onClose: () => void;
  onLink: (link: LoginLink) => void;
}

/** Asks before a change of an agent or a login. */
export function Act({ account, action, person, onClose, onLink }: ActProps) {
  const queries = useQueryClient();
  const { name, login } = person;
  const loginId = login?.id ?? 0;
  const path = { params: { path: { account, login: loginId } } };
  const update = (body: { is_disabled: boolean } | { totp: false }) =>
    bodyOf(admin.PATCH('/accounts/{account}/logins/{login}', { ...path, body }));
  const isDisabled = login?.is_disabled ?? false;
  const { title, verb, text, run } = {
    reset: {
      title: `Reset the password of ${name}`,
      verb: 'Create link',
      text: 'You get a one-time link for the person. When the person uses it, all other sessions of the login end.',
      run: async () => onLink(await bodyOf(admin.POST('/accounts/{account}/logins/{login}/reset', path))),
    },
    disable: {
      title: `${isDisabled ? 'Enable' : 'Disable'} the login of ${name}`,
      verb: isDisabled ? 'Enable' : 'Disable',
      text: isDisabled ? 'The person can log in again.' : 'The person is logged out and cannot log in.',
      run: () => update({ is_disabled: !isDisabled }),
    },
    totp: {
      title: `Turn one-time codes of ${name} off`,
      verb: 'Turn off',
      text: 'For a lost device. The next login needs only the password.',
      run: () => update({ totp: false }),
    },
    deactivate: {
      title: `Deactivate ${name}`,
      verb: 'Deactivate',
      text: 'The agent keeps current conversations, gets no new ones, and can no longer log in.',
      run: () =>
        bodyOf(
          admin.POST('/accounts/{account}/agents/{agent}/deactivate', {
            params: { path: { account, agent: person.id } },
          }),
        ),
    },
    activate: {
      title: `Activate ${name}`,
      verb: 'Activate',
      text: login
        ? 'The agent gets conversations again and can log in as before.'
        : 'The agent gets conversations again.',
      run: () =>
        bodyOf(
          admin.POST('/accounts/{account}/agents/{agent}/activate', {
            params: { path: { account, agent: person.id } },
          }),
        ),
    },
  }[action];
  return (
    <Confirm
      title={title}
      action={verb}
      isDanger={action !== 'activate' && !(action === 'disable' && isDisabled)}
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await run();
        await queries.invalidateQueries({ queryKey: ['settings', account] });
        await queries.invalidateQueries({ queryKey: agentsQuery(account).queryKey });
        if (action !== 'reset') {
          toast('Done');
        }
      }}
    >
      <p>{text}</p>
    </Confirm>
  );
}
