import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { Select } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { SubmitDialog } from './form.tsx';
import { ROLE_TEXT } from './profile.tsx';
import { type AccountRole, type Login, loginsQuery } from './queries.ts';

/** The roles of an account, from most to least. */
export const ROLES = (['owner', 'manager', 'agent', 'viewer'] as const).map((value) => ({
  value,
  text: value.charAt(0).toUpperCase() + value.slice(1),
  detail: ROLE_TEXT[value],
}));

/** Gives a login another role. */
export function ChangeRole({ account, login, onClose }: { account: string; login: Login; onClose: () => void }) {
  const queries = useQueryClient();
  const [role, setRole] = useState<AccountRole>(login.role === 'operator' ? 'owner' : login.role);
  return (
    <SubmitDialog
      title={`Role of ${login.agent?.name ?? login.email}`}
      onClose={onClose}
      action="Change the role"
      isDisabled={role === login.role}
      submit={() =>
        bodyOf(
          admin.PATCH('/accounts/{account}/logins/{login}', {
            params: { path: { account, login: login.id } },
            body: { role },
          }),
        )
      }
      onDone={() => {
        void queries.invalidateQueries({ queryKey: loginsQuery(account).queryKey });
        toast('The role is changed');
        onClose();
      }}
    >
      {() => <Select label="Role" value={role} options={ROLES} onChange={setRole} />}
    </SubmitDialog>
  );
}
