import { useQuery } from '@tanstack/react-query';
import { CircleUser } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { SearchField } from '../../../parts/fields.tsx';
import { isNewAddress, useChannelsFor } from '../data/channels.ts';
import { CHANNEL_NAMES, ChannelIcon } from './channel-icon.tsx';

/** How many people the dialog shows. */
const PEOPLE = 8;

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
  const isNew = isNewAddress(number) && !people.some(({ phone }) => phone === number);
  const channels = useChannelsFor(number);
  const open = (phone: string) => {
    onClose();
    onOpen(phone);
  };
  const row = (phone: string, name: string) => (
    <li key={phone}>
      <button type="button" onClick={() => open(phone)}>
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
        {isNew &&
          channels?.map(({ channel, reason }) => (
            <li key={channel}>
              <button type="button" disabled={reason !== undefined} onClick={() => open(number)}>
                <span className="row">
                  <ChannelIcon channel={channel} size={16} />
                  <span className="grow cut">
                    {reason === undefined ? `Write on ${CHANNEL_NAMES[channel]}` : CHANNEL_NAMES[channel]}
                  </span>
                  <span className="muted number">{reason ?? number}</span>
                </span>
              </button>
            </li>
          ))}
        {isNew && channels?.every(({ reason }) => reason !== undefined) && (
          <li className="muted">No connected channel can write to a new number. Connect a WhatsApp number first.</li>
        )}
        {people.map(({ phone, name, display_name, username }) => row(phone, name ?? display_name ?? username ?? phone))}
      </ul>
      {data && people.length === 0 && !isNew && (
        <p className="muted">No contact found. Write a phone number with its country code.</p>
      )}
    </Dialog>
  );
}
