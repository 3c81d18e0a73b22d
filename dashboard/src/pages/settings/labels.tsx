import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { fieldOf } from '../../api/problem.ts';
import { useAccountId, useMay, useSession } from '../../api/session.ts';
import { EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Form } from './form.tsx';
import { labelsQuery } from './queries.ts';

/** A colour that is proposed for a new label. */
const PROPOSED = '#4f46e5';

/** The labels that agents give to conversations. */
export function Labels() {
  const account = useAccountId();
  const { role } = useSession().login;
  const mayAdd = useMay('conversations:write') && role !== 'agent';
  const { data: labels, error, refetch } = useQuery(labelsQuery(account));
  return (
    <div className="stack settings">
      <p className="muted">Agents give labels to conversations. The list of conversations can be filtered by them.</p>
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <Table
          label="Labels"
          rows={labels}
          keyOf={({ id }) => String(id)}
          empty={
            <EmptyState icon={Tag} title="No labels yet">
              {mayAdd ? 'Add the first one below, such as VIP or Complaint.' : 'An owner or a manager adds them.'}
            </EmptyState>
          }
          columns={[
            {
              name: 'Label',
              cell: ({ name, color }) => (
                <span className="row">
                  <span
                    className="label-colour"
                    style={color === null ? undefined : { background: color }}
                    aria-hidden
                  />
                  <bdi>{name}</bdi>
                </span>
              ),
              sortBy: ({ name }) => name,
            },
            { name: 'Colour', cell: ({ color }) => <span className="mono">{color ?? '–'}</span> },
          ]}
        />
      )}
      {mayAdd && <AddLabel account={account} />}
    </div>
  );
}

function AddLabel({ account }: { account: string }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [color, setColor] = useState(PROPOSED);
  return (
    <Form
      action="Add the label"
      submit={() =>
        bodyOf(
          admin.POST('/accounts/{account}/labels', {
            params: { path: { account } },
            body: { name, ...(color !== '' && { color }) },
          }),
        )
      }
      onDone={() => {
        setName('');
        void queries.invalidateQueries({ queryKey: labelsQuery(account).queryKey });
        toast('The label is added');
      }}
    >
      {(error) => (
        <div className="label-fields">
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            error={fieldOf(error) === 'name' ? 'Must not be empty.' : undefined}
          />
          <TextField
            label="Colour"
            value={color}
            isMono
            onChange={setColor}
            help="Such as #c0392b, or empty"
            error={fieldOf(error) === 'color' ? 'Must be six hexadecimal digits, such as #c0392b.' : undefined}
          />
        </div>
      )}
    </Form>
  );
}
