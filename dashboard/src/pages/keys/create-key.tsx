import { REQUESTS_PER_MINUTE, SCOPES } from 'virtual:facts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { messageAt } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { entriesOf, keysQuery, type Mode } from './data.ts';
import { NewKey } from './new-key.tsx';
import { ScopeChoice } from './scope-choice.tsx';

interface Draft {
  name: string;
  mode: Mode;
  access: 'full' | 'some';
  scopes: readonly Scope[];
  addresses: string;
  rate: string;
}

const EMPTY: Draft = {
  name: '',
  mode: 'live',
  access: 'some',
  scopes: [],
  addresses: '',
  rate: String(REQUESTS_PER_MINUTE),
};

/** Creates a key, and shows it once. */
export function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const account = useAccountId();
  const queries = useQueryClient();
  const [draft, setDraft, clearDraft] = useDraft(`key:${account}`, EMPTY);
  const create = useMutation({
    mutationFn: () => {
      const addresses = entriesOf(draft.addresses);
      return bodyOf(
        admin.POST('/accounts/{account}/keys', {
          params: { path: { account } },
          body: {
            ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
            mode: draft.mode,
            ...(draft.access === 'some' && { scopes: [...draft.scopes] }),
            ...(addresses.length > 0 && { allowed_ips: addresses }),
            ...(Number(draft.rate) !== REQUESTS_PER_MINUTE && { requests_per_minute: Number(draft.rate) }),
          },
        }),
      );
    },
    onSuccess: async () => {
      clearDraft();
      await queries.invalidateQueries({ queryKey: keysQuery(account).queryKey });
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  if (create.data) {
    return <NewKey text={create.data.key} isOpen={isOpen} onClose={close} />;
  }
  const errorAt = (name: string) => messageAt(create.error, name);
  const rate = Number(draft.rate);
  const isRateWrong = !Number.isInteger(rate) || rate < 1;
  const needsScope = draft.access === 'some' && draft.scopes.length === 0;
  return (
    <FormDialog
      title="Create a key"
      shape="wide"
      isOpen={isOpen}
      onClose={close}
      action="Create key"
      isPending={create.isPending}
      isDisabled={needsScope || isRateWrong}
      onSubmit={() => create.mutate()}
    >
      <TextField
        label="Name"
        help="What uses the key, such as the shop. Optional."
        maxLength={100}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <div className="pair">
        <Select
          label="Mode"
          value={draft.mode}
          onChange={(mode) => setDraft({ ...draft, mode })}
          options={[
            { value: 'live', text: 'Live', detail: 'Messages are sent.' },
            { value: 'test', text: 'Test', detail: 'Everything is checked, and nothing is sent.' },
          ]}
        />
        <Select
          label="Access"
          value={draft.access}
          onChange={(access) => setDraft({ ...draft, access })}
          options={[
            { value: 'some', text: 'Only some scopes', detail: 'What the program needs, and no more.' },
            { value: 'full', text: 'Full access', detail: 'Everything, also what later versions add.' },
          ]}
        />
      </div>
      {draft.access === 'some' && (
        <ScopeChoice
          chosen={draft.scopes}
          onChange={(scopes) => setDraft({ ...draft, scopes: SCOPES.filter((scope) => scopes.includes(scope)) })}
        />
      )}
      <div className="pair">
        <TextField
          label="Allowed IP addresses"
          help="One address or range such as 203.0.113.0/24 per line. Any address if empty."
          lines={3}
          isMono
          value={draft.addresses}
          onChange={(addresses) => setDraft({ ...draft, addresses })}
          error={errorAt('allowed_ips')}
        />
        <TextField
          label="Requests per minute"
          help="More requests get 429 with the time to wait."
          inputMode="numeric"
          value={draft.rate}
          onChange={(rate) => setDraft({ ...draft, rate })}
          error={isRateWrong ? 'Write a whole number, such as 1800.' : errorAt('requests_per_minute')}
        />
      </div>
      {create.error && errorAt('allowed_ips') === undefined && errorAt('requests_per_minute') === undefined && (
        <ErrorNote error={create.error} />
      )}
    </FormDialog>
  );
}
