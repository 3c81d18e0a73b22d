import { useNavigate } from '@tanstack/react-router';
import { CircleUser, MessageSquareText } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { usePeople } from '../api/people.ts';
import { useMay, useSession } from '../api/session.ts';
import { placesOf } from './places.ts';

/** How many people the palette shows. */
const PEOPLE = 6;

interface Entry {
  id: string;
  text: string;
  detail?: string | undefined;
  icon: React.ReactNode;
  run: () => void;
}

/** Searches pages and contacts, by keyboard. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ModalOverlay className="overlay palette" isDismissable isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Modal className="modal palette">
        <Dialog className="dialog-frame" aria-label="Search pages and contacts">
          <PaletteList onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteList({ onClose }: { onClose: () => void }) {
  const { login } = useSession();
  const mayRead = useMay('contacts:read');
  const maySearch = useMay('conversations:read');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { contains } = useFilter({ sensitivity: 'base' });
  const isSearching = search.length > 1;
  const people = usePeople(search, PEOPLE, mayRead && isSearching);
  const entries: Entry[] = [
    ...placesOf(login.role)
      .filter(({ name, words = '' }) => contains(`${name} ${words}`, text))
      .map(({ path, name, icon: Icon, key }) => ({
        id: path,
        text: name,
        detail: `g ${key}`,
        icon: <Icon size={16} aria-hidden />,
        run: () => void navigate({ to: path }),
      })),
    ...(search === '' ? [] : placesOf(login.role)).flatMap(({ path, name, icon: Icon, parts = [] }) =>
      parts
        .filter((part) => part.roles.includes(login.role) && contains(`${part.name} ${part.words ?? ''}`, search))
        .map((part) => ({
          id: `${path} ${part.tab}`,
          text: `${name} > ${part.name}`,
          icon: <Icon size={16} aria-hidden />,
          run: () => void navigate({ to: path, search: { tab: part.tab } as never }),
        })),
    ),
    ...((isSearching && people.data) || []).map(({ address, name }) => ({
      id: `person ${address}`,
      text: name,
      detail: address,
      icon: <CircleUser size={16} aria-hidden />,
      run: () => void navigate({ to: '/inbox', search: { with: address } as never }),
    })),
    ...(maySearch && isSearching
      ? [
          {
            id: 'messages',
            text: `Search messages for “${search}”`,
            icon: <MessageSquareText size={16} aria-hidden />,
            run: () => void navigate({ to: '/inbox', search: { find: search } as never }),
          },
        ]
      : []),
  ];
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Search pages and contacts" autoFocus className="palette-search">
        <Input className="palette-input" placeholder="Search pages and contacts" />
      </SearchField>
      <Menu
        className="options palette-options"
        aria-label="Results"
        items={entries}
        renderEmptyState={() => <p className="muted palette-none">Nothing found.</p>}
        onAction={(id) => {
          onClose();
          entries.find((entry) => entry.id === id)?.run();
        }}
      >
        {({ id, text: name, detail, icon }) => (
          <MenuItem id={id} textValue={name} className="option">
            {icon}
            <span className="grow cut">{name}</span>
            {detail && <span className="muted number">{detail}</span>}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
