import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useCallback, useDeferredValue, useState } from 'react';
import { contactsPage } from '../../api/load-contacts.ts';
import { useAccountId } from '../../api/session.ts';
import { VirtualTable, type WideColumn } from '../../parts/data/virtual-table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { SearchField } from '../../parts/fields/fields.tsx';
import { LabelSelect } from '../../parts/fields/label-select.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CONTACTS, type Contact, nameOf } from './contact.ts';
import { useContactsSearch } from './use-contacts-search.ts';

const COLUMNS: readonly WideColumn<Contact>[] = [
  {
    name: 'Name',
    cell: (contact) => <bdi>{nameOf(contact) ?? <span className="muted">No name</span>}</bdi>,
  },
  { name: 'Phone or ID', width: 170, cell: ({ phone }) => <span className="number">{phone}</span> },
  { name: 'Email', isSecondary: true, cell: ({ email }) => email },
  {
    name: 'Status',
    width: 200,
    isSecondary: true,
    cell: ({ opted_out, blocked }) => (
      <span className="row">
        {opted_out && <Badge tone="warn">Opted out</Badge>}
        {blocked && <Badge tone="bad">Blocked</Badge>}
      </span>
    ),
  },
  { name: 'Added', width: 110, isSecondary: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

/** All contacts, with a search and a filter by label. More are loaded as one scrolls. */
export function ContactList() {
  const [search, set] = useContactsSearch();
  const [text, setText] = useState(String(search.search ?? ''));
  const wanted = useDeferredValue(text.trim());
  const { label } = search;
  const account = useAccountId();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...CONTACTS, 'list', label === undefined ? wanted : { label }],
    queryFn: ({ pageParam }) => contactsPage(label === undefined ? { search: wanted } : { account, label }, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
  });
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div className="stack">
      <div className="row wrap">
        <SearchField
          label="Search contacts"
          placeholder="Name, email or number"
          value={text}
          onChange={(value) => {
            setText(value);
            // The search is over all contacts.
            set({ search: value === '' ? undefined : value, label: undefined }, true);
          }}
        />
        <LabelSelect
          isLabelHidden
          value={label}
          onChange={(chosen) => {
            setText('');
            set({ search: undefined, label: chosen }, true);
          }}
        />
      </div>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!(error && !data) && (
        <VirtualTable
          label="Contacts"
          columns={COLUMNS}
          rows={data?.pages.flatMap(({ contacts }) => contacts)}
          keyOf={({ id }) => id}
          onOpen={({ phone }) => set({ person: phone })}
          onEnd={onEnd}
          empty={
            label !== undefined ? (
              <EmptyState icon={Users} title="No contacts have this label">
                Agents add labels to conversations in the inbox.
              </EmptyState>
            ) : wanted === '' ? (
              <EmptyState icon={Users} title="No contacts yet">
                Everyone who writes to you appears here. You can also add people, or import them from a CSV file.
              </EmptyState>
            ) : (
              <EmptyState icon={Users} title={`No one matches “${wanted}”`}>
                Try a part of the name, or the number with its country code.
              </EmptyState>
            )
          }
        />
      )}
    </div>
  );
}
