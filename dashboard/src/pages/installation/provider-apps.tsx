import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { admin, BASE, bodyOf } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { DoneDialog, FormDialog } from '../../parts/dialog.tsx';
import { EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { Secret } from '../../parts/values/secret.tsx';
import { appsQuery } from '../connections/data.ts';

/** The Meta apps whose callbacks the server accepts. */
export function ProviderApps() {
  const { data, error, refetch } = useQuery(appsQuery);
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      Register app
    </Button>
  );
  return (
    <Section title="Meta apps" actions={data && data.length > 0 && add}>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!error && (
        <Table
          label="Meta apps"
          rows={data}
          keyOf={({ app_id: id }) => id}
          columns={[
            { name: 'App', cell: ({ app_id: id }) => <Copyable text={id} name="app ID" /> },
            {
              name: 'Callback URL',
              cell: ({ callback_url: url }) => <Copyable text={url} name="callback URL" whole />,
            },
          ]}
          empty={
            <EmptyState title="No app yet" action={add}>
              Register the Meta app first: its secret proves that callbacks come from Meta.
            </EmptyState>
          }
        />
      )}
      <RegisterApp isOpen={isAdding} onClose={() => setAdding(false)} />
    </Section>
  );
}

/** Registers an app, and shows what to enter at Meta. */
function RegisterApp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const register = useMutation({
    mutationFn: () => bodyOf(admin.POST('/apps', { body: { app_secret: secret.trim() } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: appsQuery.queryKey }),
  });
  const close = () => {
    register.reset();
    setSecret('');
    onClose();
  };
  if (register.data) {
    const { callback_url: url, verify_token: token } = register.data;
    return (
      <DoneDialog title="Enter this at Meta" isOpen={isOpen} onClose={close}>
        <p>
          In the Meta app, open Webhooks, enter both values, and subscribe to all fields of your products.{' '}
          <a href={new URL('../developers/docs/going-live', BASE).href} target="_blank" rel="noreferrer">
            The list of fields
          </a>
        </p>
        <section className="stack tight">
          <h3>Callback URL</h3>
          <CodeBlock name="Callback URL" text={url} />
        </section>
        <section className="stack tight">
          <h3>Verify token</h3>
          <Secret name="Verify token" text={token} />
        </section>
      </DoneDialog>
    );
  }
  return (
    <FormDialog
      title="Register a Meta app"
      isOpen={isOpen}
      onClose={close}
      action="Register"
      isPending={register.isPending}
      isDisabled={secret.trim() === ''}
      onSubmit={() => register.mutate()}
    >
      <TextField
        label="App secret"
        type="password"
        autoComplete="off"
        autoFocus
        help="From App settings > Basic of the Meta app. It is stored encrypted and never shown."
        value={secret}
        onChange={setSecret}
      />
      {register.error && <ErrorNote error={register.error} />}
    </FormDialog>
  );
}
