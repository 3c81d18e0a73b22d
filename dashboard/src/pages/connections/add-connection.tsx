import { CHANNELS } from 'virtual:facts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Channel } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { useDraft } from '../../api/draft.ts';
import { fieldOf, messageAt } from '../../api/problem.ts';
import { useAccountId, useSession } from '../../api/session.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/feedback.tsx';
import { Checkbox, Select, TextField } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CHANNEL_NAMES } from '../inbox/list/channel-icon.tsx';
import { appsQuery, checkQuery, FIELDS, linesOf } from './data.ts';
import { Refusal } from './token-dialog.tsx';

const EMPTY = { channel: 'whatsapp' as Channel, name: '', app: '', id: '', waba: '', sites: '' };

interface AddConnectionProps {
  isOpen: boolean;
  onClose: () => void;
  /** Gets the ID of the new connection. */
  onAdded: (id: string) => void;
}

/** Connects a number, a page or an account of Meta after a check, or adds a web chat. */
export function AddConnection({ isOpen, onClose, onAdded }: AddConnectionProps) {
  const account = useAccountId();
  const isOperator = useSession().login.role === 'operator';
  const queries = useQueryClient();
  const { data: apps = [], isSuccess } = useQuery({ ...appsQuery, enabled: isOpen });
  const [draft, setDraft, clearDraft] = useDraft(`connection:${account}`, EMPTY);
  // The token is kept nowhere in the browser.
  const [token, setToken] = useState('');
  const [force, setForce] = useState(false);
  const { channel } = draft;
  const app = apps.some(({ app_id: id }) => id === draft.app) ? draft.app : (apps[0]?.app_id ?? '');
  const add = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts/{account}/connections', {
          params: { path: { account } },
          body: {
            channel,
            ...(force && { force }),
            ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
            ...(channel === 'web'
              ? { origins: linesOf(draft.sites) }
              : { app_id: app, provider_id: draft.id.trim(), access_token: token.trim() }),
            ...(channel === 'whatsapp' && { waba_id: draft.waba.trim() }),
          },
        }),
      ),
    onSuccess: async ({ connection_id: id, findings }) => {
      queries.setQueryData(checkQuery(account, id).queryKey, findings);
      clearDraft();
      await queries.invalidateQueries({ queryKey: connectionsQuery(account).queryKey });
      toast(`${CHANNEL_NAMES[channel]} is connected as ${id}`);
      close();
      onAdded(id);
    },
  });
  const close = () => {
    add.reset();
    setToken('');
    setForce(false);
    onClose();
  };
  const field = fieldOf(add.error);
  const errorAt = (name: string) => messageAt(add.error, name);
  const isShown = ['origins', 'waba_id', 'provider_id', 'access_token'].includes(field ?? '');
  const isComplete =
    channel === 'web' ||
    (app !== '' &&
      draft.id.trim() !== '' &&
      token.trim() !== '' &&
      (channel !== 'whatsapp' || draft.waba.trim() !== ''));
  return (
    <FormDialog
      title="Add a connection"
      isOpen={isOpen}
      onClose={close}
      action={channel === 'web' ? 'Add web chat' : 'Check and connect'}
      isPending={add.isPending}
      isDisabled={!isComplete}
      onSubmit={() => add.mutate()}
    >
      <Select
        label="Channel"
        value={channel}
        onChange={(next) => setDraft({ ...draft, channel: next })}
        options={CHANNELS.map((value) => ({ value, text: CHANNEL_NAMES[value] }))}
      />
      <TextField
        label="Name"
        help="How people of your team recognize it, such as Shop or Support."
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      {channel === 'web' ? (
        <TextField
          label="Sites"
          help="The sites that may embed the chat, such as https://shop.example, one per line. It also has its own page."
          lines={3}
          isMono
          value={draft.sites}
          onChange={(sites) => setDraft({ ...draft, sites })}
          error={errorAt('origins')}
        />
      ) : isSuccess && apps.length === 0 ? (
        <Note tone="warn">
          <p>
            No Meta app is registered.{' '}
            {isOperator ? (
              <>
                Register one on the page <Link to="/installation">Installation</Link>.
              </>
            ) : (
              'Ask an operator to register one on the Installation page.'
            )}
          </p>
        </Note>
      ) : (
        <>
          {apps.length > 1 && (
            <Select
              label="Meta app"
              value={app}
              onChange={(next) => setDraft({ ...draft, app: next })}
              options={apps.map(({ app_id: id, callback_url: url }) => ({ value: id, text: id, detail: url }))}
            />
          )}
          <TextField
            label={FIELDS[channel].id}
            help={FIELDS[channel].idHelp}
            isMono
            value={draft.id}
            onChange={(id) => setDraft({ ...draft, id })}
            error={errorAt('provider_id')}
          />
          {channel === 'whatsapp' && (
            <TextField
              label="WhatsApp Business Account ID"
              help="From the same page of the Meta app."
              isMono
              value={draft.waba}
              onChange={(waba) => setDraft({ ...draft, waba })}
              error={errorAt('waba_id')}
            />
          )}
          <TextField
            label="Access token"
            type="password"
            autoComplete="off"
            help={FIELDS[channel].tokenHelp}
            value={token}
            onChange={setToken}
            error={errorAt('access_token')}
          />
        </>
      )}
      {!isShown && <Refusal error={add.error} />}
      {isOperator && add.error && channel !== 'web' && (
        <Checkbox isSelected={force} onChange={setForce}>
          Connect even if a check fails
        </Checkbox>
      )}
    </FormDialog>
  );
}
