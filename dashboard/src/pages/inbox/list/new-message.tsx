import { useQuery } from '@tanstack/react-query';
import { CircleUser } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { SearchField } from '../../../parts/fields.tsx';

/** How many people the dialog shows. */
const PEOPLE = 8;
/** The digits of an international number. */
const NUMBER = /^\d{7,15}$/;

interface NewMessageProps {
  onOpen: (phone: string) => void;
  onClose: () => void;
}

/** Chooses whom to write to: a contact or a number. */
export function NewMessage({ onOpen, onClose }: NewMessageProps) {
  const [words, setWords] = useState('');
  const search = useDeferredValue(words.trim());
  const { data, error } = useQuery({
    queryKey: ['new-message', search],
    queryFn: () =>
      dataOf(api.GET('/contacts', { params: { query: { limit: PEOPLE, ...(search !== '' && { search }) } } })),
  });
  const people = data?.contacts ?? [];
  const number = words.replace(/[\s()+.-]/g, '');
  const isNew = NUMBER.test(number) && !people.some(({ phone }) => phone === number);
  const row = (phone: string, name: string) => (
    <li key={phone}>
      <button
        type="button"
        onClick={() => {
          onClose();
          onOpen(phone);
        }}
      >
        <span className="row">
          <CircleUser size={16} aria-hidden />
          <bdi className="grow cut">{name}</bdi>
          <span className="muted number">{phone}</span>
        </span>
      </button>
    </li>
  );
  return (
    <Dialog title="New message" isOpen onClose={onClose}>
      <SearchField label="Name or phone number" value={words} onChange={setWords} />
      {error && <ErrorNote error={error} />}
      <ul className="template-choice">
        {isNew && row(number, 'Write to this number')}
        {people.map(({ phone, name, display_name, username }) => row(phone, name ?? display_name ?? username ?? phone))}
      </ul>
      {data && people.length === 0 && !isNew && (
        <p className="muted">No contact found. Write a phone number with its country code.</p>
      )}
    </Dialog>
  );
}
