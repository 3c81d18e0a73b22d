import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import type { Act, Place } from '../api.ts';
import type { Business } from '../types.ts';

interface NewPersonProps {
  businesses: Business[];
  act: Act;
  onClose: () => void;
  onWritten: (place: Place) => void;
}

/** Lets a new person write their first message. */
export function NewPerson({ businesses, act, onClose, onWritten }: NewPersonProps) {
  const [business_id, setBusiness] = useState(businesses[0]?.id ?? '');
  const [id, setId] = useState('905551112233');
  const [name, setName] = useState('Ayla');
  const [text, setText] = useState('Hello');
  const [isPending, setPending] = useState(false);
  const write = async () => {
    setPending(true);
    const channel = businesses.find((one) => one.id === business_id)?.channel;
    const from = { id, ...(name ? { name } : {}) };
    await act('POST', 'receive', { channel, business_id, from, type: 'text', text });
    onWritten({ business_id, id });
    onClose();
  };
  return (
    <FormDialog
      title="Write as a new person"
      action="Write as a new person"
      isOpen
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void write()}
    >
      <Select
        label="To"
        value={business_id}
        onChange={setBusiness}
        options={businesses.map((one) => ({ value: one.id, text: `${one.channel}: ${one.name} (${one.handle})` }))}
      />
      <TextField label="Phone number or ID" isRequired value={id} onChange={setId} isMono />
      <TextField label="Name" value={name} onChange={setName} />
      <TextField label="First message" isRequired value={text} onChange={setText} />
    </FormDialog>
  );
}
