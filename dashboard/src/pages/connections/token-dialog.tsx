import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useAccountId, useSession } from '../../api/session.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Checkbox, TextField } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { type Connection, checkQuery, FIELDS, findingsIn } from './data.ts';
import { Findings } from './findings.tsx';

/** Replaces the access token of a connection, after a check with Meta. The token is kept nowhere in the browser. */
export function TokenDialog(props: { connection: Connection; isOpen: boolean; onClose: () => void }) {
  const { connection, isOpen, onClose } = props;
  const account = useAccountId();
  const isOperator = useSession().login.role === 'operator';
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const [force, setForce] = useState(false);
  const { connection_id: id, channel } = connection;
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.PUT('/accounts/{account}/connections/{connection}/token', {
          params: { path: { account, connection: id } },
          body: { access_token: token.trim(), ...(force && { force }) },
        }),
      ),
    onSuccess: ({ findings }) => {
      queries.setQueryData(checkQuery(account, id).queryKey, findings);
      toast('The token is replaced');
      close();
    },
  });
  const close = () => {
    save.reset();
    setToken('');
    setForce(false);
    onClose();
  };
  return (
    <FormDialog
      title={`Replace the token of ${id}`}
      isOpen={isOpen}
      onClose={close}
      action="Check and replace"
      isPending={save.isPending}
      isDisabled={token.trim() === ''}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Access token"
        type="password"
        autoComplete="off"
        autoFocus
        help={FIELDS[channel as Exclude<Channel, 'web'>].tokenHelp}
        value={token}
        onChange={setToken}
      />
      <Refusal error={save.error} />
      {isOperator && save.error && (
        <Checkbox isSelected={force} onChange={setForce}>
          Replace it even if a check fails
        </Checkbox>
      )}
    </FormDialog>
  );
}

/** What a check found, or another reason why nothing was changed. */
export function Refusal({ error }: { error: Error | null }) {
  const findings = findingsIn(error);
  if (!error) {
    return null;
  }
  return findings.length === 0 ? (
    <ErrorNote error={error} />
  ) : (
    <div className="stack tight" role="alert">
      <p>Nothing was changed, because a check with Meta failed.</p>
      <Findings findings={findings} />
    </div>
  );
}
