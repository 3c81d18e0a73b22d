import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChooseAccount } from '../../api/choose-account.ts';
import { admin, bodyOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { fieldOf, messageAt } from '../../api/problem.ts';
import { accountsQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { CountryField, ZoneField } from '../../parts/fields/place-fields.tsx';
import { Secret } from '../../parts/values/secret.tsx';

/** The person's own time zone is the most likely one of a new account. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates an account, and shows its signing secret once. */
export function CreateAccount({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft, clearDraft] = useDraft('account', { name: '', country: 'TR', zone: OWN_ZONE });
  const [created, setCreated] = useState<{ account_id: string; signing_secret: string }>();
  const choose = useChooseAccount();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts', {
          body: { name: draft.name.trim(), country: draft.country.trim(), time_zone: draft.zone.trim() },
        }),
      ),
    onSuccess: async (account) => {
      setCreated(account);
      clearDraft();
      await queries.invalidateQueries({ queryKey: accountsQuery.queryKey });
    },
  });
  const close = () => {
    create.reset();
    setCreated(undefined);
    onClose();
  };
  const field = fieldOf(create.error);
  const errorAt = (name: string) => messageAt(create.error, name);
  if (created !== undefined) {
    return (
      <Dialog
        title="The account is created"
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Done</Button>
            <Button
              kind="primary"
              onPress={() => {
                close();
                choose(created.account_id);
                void navigate({ to: '/connections' });
              }}
            >
              Open the account
            </Button>
          </>
        }
      >
        <Secret name="Signing secret" text={created.signing_secret}>
          <p>It signs the events of the account. Its owner can rotate it on the page Webhooks.</p>
        </Secret>
        <p>Open the account to connect its numbers, and to invite its owner in the settings.</p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Create an account"
      isOpen={isOpen}
      onClose={close}
      action="Create account"
      isPending={create.isPending}
      isDisabled={draft.name.trim() === ''}
      onSubmit={() => create.mutate()}
    >
      <TextField
        label="Name"
        autoFocus
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={errorAt('name')}
      />
      <div className="pair">
        <CountryField
          help="Local phone numbers belong to it."
          value={draft.country}
          onChange={(country) => setDraft({ ...draft, country })}
          error={errorAt('country')}
        />
        <ZoneField
          help="Of reports and quiet hours."
          value={draft.zone}
          onChange={(zone) => setDraft({ ...draft, zone })}
          error={errorAt('time_zone')}
        />
      </div>
      {create.error && !['name', 'country', 'time_zone'].includes(field ?? '') && <ErrorNote error={create.error} />}
    </FormDialog>
  );
}
