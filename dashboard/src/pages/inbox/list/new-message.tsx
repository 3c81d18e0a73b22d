import { CircleUser } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { usePeople } from '../../../api/people.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { SearchField } from '../../../parts/fields/fields.tsx';
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
  const { data, error, isPlaceholderData } = usePeople(search, PEOPLE);
  const people = data ?? [];
  const number = words.replace(/[\s()+.-]/g, '');
  const isNew = isNewAddress(number) && !people.some(({ address }) => address === number);
  const channels = useChannelsFor(number);
  const open = (phone: string) => {
    onClose();
    onOpen(phone);
  };
  const writable = channels?.some(({ reason }) => reason === undefined);
  /** Enter opens the first row, as a click does. */
  const first = isNew ? (writable ? number : undefined) : isPlaceholderData ? undefined : people[0]?.address;
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
      <SearchField
        label="Name or phone number"
        value={words}
        autoFocus
        onChange={setWords}
        onSubmit={() => first !== undefined && words === search && open(first)}
      />
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
        {people.map(({ address, name }) => row(address, name))}
      </ul>
      {data && people.length === 0 && !isNew && (
        <p className="muted">No contact found. Write a phone number with its country code.</p>
      )}
    </Dialog>
  );
}
