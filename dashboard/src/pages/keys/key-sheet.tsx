import { SCOPE_TEXTS } from 'virtual:facts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { ActionDialog, Confirm, Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { Facts } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { ExactTime, Time } from '../../parts/values/time.tsx';
import { hasFullAccess, isFromAnywhere, type Key, keysQuery, nameOf, prefixOf, stateOf } from './data.ts';
import { KeyState, LastUsed } from './key-state.tsx';
import { NewKey } from './new-key.tsx';

/** A key with everything that is known about it, and what can be done with it. */
interface KeySheetProps {
  apiKey: Key | undefined;
  onClose: () => void;
  /** Shows the key that replaces this one. */
  onRotated: (id: number) => void;
}

export function KeySheet({ apiKey, onClose, onRotated }: KeySheetProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'rotate' | 'revoke'>();
  const works = apiKey !== undefined && stateOf(apiKey) !== 'revoked';
  return (
    <>
      <Dialog
        title={apiKey ? nameOf(apiKey) : 'Key'}
        shape="sheet"
        isOpen={apiKey !== undefined}
        onClose={onClose}
        actions={
          works && (
            <>
              <Button kind="danger" onPress={() => setAsks('revoke')}>
                Revoke
              </Button>
              <Button kind="primary" onPress={() => setAsks('rotate')}>
                Rotate
              </Button>
            </>
          )
        }
      >
        {apiKey && <KeyFacts apiKey={apiKey} />}
      </Dialog>
      {apiKey && (
        <>
          <Confirm
            title={`Revoke ${nameOf(apiKey)}`}
            action="Revoke key"
            isDanger
            isOpen={asks === 'revoke'}
            onClose={() => setAsks(undefined)}
            onConfirm={async () => {
              const path = { account, key: apiKey.id };
              await bodyOf(admin.DELETE('/accounts/{account}/keys/{key}', { params: { path } }));
              await queries.invalidateQueries({ queryKey: keysQuery(account).queryKey });
              toast('The key is revoked');
              onClose();
            }}
          >
            <p>Requests with it are refused from now on. This cannot be undone.</p>
          </Confirm>
          <RotateKey
            apiKey={apiKey}
            isOpen={asks === 'rotate'}
            onClose={(made) => {
              setAsks(undefined);
              if (made !== undefined) {
                onRotated(made);
              }
            }}
          />
        </>
      )}
    </>
  );
}

function KeyFacts({ apiKey }: { apiKey: Key }) {
  return (
    <>
      <Facts
        facts={[
          [
            'Key',
            <span key="key" className="mono">
              {prefixOf(apiKey)}
            </span>,
          ],
          ['Status', <KeyState key="state" apiKey={apiKey} />],
          ['Mode', apiKey.mode === 'live' ? 'Live: messages are sent' : 'Test: nothing is sent'],
          ['Created', <Time key="created" at={apiKey.created_at} />],
          ['Last used', <LastUsed key="used" at={apiKey.last_used_at} />],
          ['Rate', `${apiKey.requests_per_minute.toLocaleString()} requests per minute`],
          [
            'IP addresses',
            isFromAnywhere(apiKey) ? (
              'Any'
            ) : (
              <span key="addresses" className="stack tight">
                {apiKey.allowed_ips.map((address) => (
                  <code key={address}>{address}</code>
                ))}
              </span>
            ),
          ],
        ]}
      />
      <section className="stack tight">
        <h3>Scopes</h3>
        {hasFullAccess(apiKey) ? (
          <p>Full access: the key may call everything.</p>
        ) : (
          <Facts
            facts={apiKey.scopes.map((scope) => [scope, SCOPE_TEXTS[scope as keyof typeof SCOPE_TEXTS] ?? ''] as const)}
          />
        )}
      </section>
    </>
  );
}

const OVERLAPS = [
  { value: '0', text: 'Not at all' },
  { value: '3600', text: '1 hour' },
  { value: '86400', text: '24 hours' },
  { value: '604800', text: '7 days' },
] as const;
type Overlap = (typeof OVERLAPS)[number]['value'];

interface RotateKeyProps {
  apiKey: Key;
  isOpen: boolean;
  /** Gets the ID of the new key, if there is one. */
  onClose: (made?: number) => void;
}

/** Replaces a key. The old one works for a time, so that no request fails. */
function RotateKey({ apiKey, isOpen, onClose }: RotateKeyProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const rotate = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.POST('/accounts/{account}/keys/{key}/rotate', {
          params: { path: { account, key: apiKey.id } },
          body: { valid_seconds: Number(overlap) },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery(account).queryKey }),
  });
  const close = () => {
    rotate.reset();
    onClose(rotate.data?.id);
  };
  if (rotate.data) {
    const { key, replaces } = rotate.data;
    return (
      <NewKey text={key} isOpen={isOpen} onClose={close}>
        <p>
          {overlap === '0' ? (
            'The old key no longer works.'
          ) : (
            <>
              The old key works until <ExactTime at={replaces.revoked_at} />. Give the new one to your program before
              then.
            </>
          )}
        </p>
      </NewKey>
    );
  }
  return (
    <ActionDialog
      title={`Rotate ${nameOf(apiKey)}`}
      isOpen={isOpen}
      onClose={close}
      action="Create new key"
      isPending={rotate.isPending}
      onAction={() => rotate.mutate()}
    >
      <p>A new key gets the same rights. The old one works for a time, so that no request fails meanwhile.</p>
      <Select label="How long the old key still works" value={overlap} onChange={setOverlap} options={OVERLAPS} />
      {rotate.error && <ErrorNote error={rotate.error} />}
    </ActionDialog>
  );
}
