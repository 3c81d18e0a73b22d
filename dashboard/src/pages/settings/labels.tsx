import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { EllipsisVertical, Tag } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { labelsKey } from '../../api/labels.ts';
import { fieldOf } from '../../api/problem.ts';
import { useAccountId, useMay, useSession } from '../../api/session.ts';
import { IconButton } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Form, SubmitDialog } from './form.tsx';
import { labelsQuery } from './queries.ts';

type Label = AdminComponents['schemas']['Label'];

/** A color that is proposed for a new label. */
const PROPOSED = '#4f46e5';

/** The labels that agents give to conversations. */
export function Labels() {
  const account = useAccountId();
  const { role } = useSession().login;
  const mayChange = useMay('conversations:write') && role !== 'agent';
  const [edited, setEdited] = useState<Label>();
  const [deleted, setDeleted] = useState<Label>();
  const { data: labels, error, refetch } = useQuery(labelsQuery(account));
  return (
    <div className="stack settings">
      <p className="muted">Agents add labels to conversations. You can filter conversations by label.</p>
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <Table
          label="Labels"
          rows={labels}
          keyOf={({ id }) => String(id)}
          empty={
            <EmptyState icon={Tag} title="No labels yet">
              {mayChange ? 'Add the first one below, such as VIP or Complaint.' : 'An owner or a manager adds them.'}
            </EmptyState>
          }
          columns={[
            {
              name: 'Label',
              cell: ({ name, color }) => (
                <span className="row">
                  <span
                    className="label-color"
                    style={color === null ? undefined : { background: color }}
                    aria-hidden
                  />
                  <bdi>{name}</bdi>
                </span>
              ),
              sortBy: ({ name }) => name,
            },
            { name: 'Color', cell: ({ color }) => <span className="mono">{color ?? '–'}</span> },
            ...(mayChange
              ? [
                  {
                    name: 'Actions',
                    cell: (label: Label) => (
                      <Menu
                        actions={[
                          { id: 'edit', text: 'Edit', run: () => setEdited(label) },
                          { id: 'delete', text: 'Delete', isDanger: true, run: () => setDeleted(label) },
                        ]}
                      >
                        <IconButton label={`Actions for ${label.name}`} icon={EllipsisVertical} />
                      </Menu>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {mayChange && <AddLabel account={account} />}
      {edited && <EditLabel account={account} label={edited} onClose={() => setEdited(undefined)} />}
      {deleted && <DeleteLabel account={account} label={deleted} onClose={() => setDeleted(undefined)} />}
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
        void queries.invalidateQueries({ queryKey: labelsKey(account) });
        toast('The label is added');
      }}
    >
      {(error) => <LabelFields error={error} name={name} color={color} onName={setName} onColor={setColor} />}
    </Form>
  );
}

interface LabelFieldsProps {
  error: unknown;
  name: string;
  color: string;
  onName: (name: string) => void;
  onColor: (color: string) => void;
}

function LabelFields({ error, name, color, onName, onColor }: LabelFieldsProps) {
  return (
    <div className="label-fields">
      <TextField
        label="Name"
        value={name}
        onChange={onName}
        error={fieldOf(error) === 'name' ? 'Must not be empty.' : undefined}
      />
      <TextField
        label="Color"
        value={color}
        isMono
        onChange={onColor}
        help="Such as #c0392b, or empty"
        error={fieldOf(error) === 'color' ? 'Must be six hexadecimal digits, such as #c0392b.' : undefined}
      />
    </div>
  );
}

interface ChangeProps {
  account: string;
  label: Label;
  onClose: () => void;
}

function EditLabel({ account, label, onClose }: ChangeProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(label.name);
  const [color, setColor] = useState(label.color ?? '');
  return (
    <SubmitDialog
      title={`Edit the label ${label.name}`}
      onClose={onClose}
      action="Save the label"
      submit={() =>
        bodyOf(
          admin.PATCH('/accounts/{account}/labels/{label}', {
            params: { path: { account, label: label.id } },
            body: { name, color: color === '' ? null : color },
          }),
        )
      }
      onDone={() => {
        void queries.invalidateQueries({ queryKey: labelsKey(account) });
        toast('The label is saved');
        onClose();
      }}
    >
      {(error) => <LabelFields error={error} name={name} color={color} onName={setName} onColor={setColor} />}
    </SubmitDialog>
  );
}

function DeleteLabel({ account, label, onClose }: ChangeProps) {
  const queries = useQueryClient();
  return (
    <Confirm
      title={`Delete the label ${label.name}?`}
      action="Delete label"
      isDanger
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        const path = { account, label: label.id };
        const { conversations } = await bodyOf(
          admin.DELETE('/accounts/{account}/labels/{label}', { params: { path } }),
        );
        await queries.invalidateQueries({ queryKey: labelsKey(account) });
        const removed = `${conversations.toLocaleString()} ${conversations === 1 ? 'conversation' : 'conversations'}`;
        toast(conversations === 0 ? 'The label is deleted' : `The label is deleted and removed from ${removed}`);
      }}
    >
      <p>The label is removed from all conversations. Their messages and notes stay. This cannot be undone.</p>
    </Confirm>
  );
}
