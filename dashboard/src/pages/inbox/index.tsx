import './inbox.css';
import { useQueryClient } from '@tanstack/react-query';
import { ListChecks, MessagesSquare, SquarePen } from 'lucide-react';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMentions } from '../../api/mentions.ts';
import { useAccountId, useMay, useSession } from '../../api/session.ts';
import { useKeys } from '../../frame/use-keys.ts';
import { IconButton } from '../../parts/button.tsx';
import { EmptyState, Skeleton } from '../../parts/feedback.tsx';
import { SearchField } from '../../parts/fields/fields.tsx';
import { refreshHeads, useConversations } from './data/conversations.ts';
import { useLiveInbox } from './data/live.ts';
import { type FoundMessage, useInboxSearch } from './data/search.ts';
import { keyOf } from './data/types.ts';
import { ConversationList } from './list/conversation-list.tsx';
import { Filters } from './list/filters.tsx';
import { NewMessage } from './list/new-message.tsx';
import { SearchResults } from './list/search-results.tsx';
import { SelectionBar, useSelection } from './list/selection.tsx';

const loadPane = () => import('./conversation-pane.tsx');
/** Loaded after the list, because the first page has none open. */
const ConversationPane = lazy(() => loadPane().then((module) => ({ default: module.ConversationPane })));

/** How long after the last key a search begins, in milliseconds. */
const SETTLED = 250;

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** It is not rendered for each message that arrives. */
const SearchBox = memo(SearchField);

/** The conversations of the account, the open one, and the person beside it. */
export default function InboxPage() {
  const [search, change] = useInboxSearch();
  const { agent } = useSession();
  const {
    state,
    isUnread,
    channel,
    isMine,
    isUnassigned,
    isWaiting,
    isMentioned,
    labelId,
    person,
    found,
    words,
    showsPerson,
  } = search;
  const account = useAccountId();
  const query = useConversations({
    state,
    isUnread,
    channel,
    agentId: isMine ? agent?.id : undefined,
    account,
    labelId,
    isUnassigned,
    isWaiting,
    isMentioned: isMentioned && agent !== null,
  });
  useLiveInbox(person);
  const mentions = useMentions();
  const newestMention = mentions[0]?.note_id;
  const queries = useQueryClient();
  useEffect(() => {
    if (isMentioned && newestMention !== undefined) {
      void refreshHeads(queries).catch(() => {});
    }
  }, [isMentioned, newestMention, queries]);

  const rows = query.data?.rows ?? [];
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (hasRows) {
      // When one is opened, it is there. If this fails, opening it tries again.
      void loadPane().catch(() => {});
    }
  }, [hasRows]);
  // The row of the keys follows its conversation when the order changes. If it is gone, its place remains.
  const [cursor, setCursor] = useState<{ key: string; place: number }>();
  const listedAt = cursor === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor.key);
  if (cursor && listedAt !== -1 && listedAt !== cursor.place) {
    setCursor({ ...cursor, place: listedAt });
  }
  const current = cursor === undefined ? -1 : listedAt === -1 ? Math.min(cursor.place, rows.length - 1) : listedAt;
  const searchField = useRef<HTMLDivElement>(null);
  const settled = useSettled(words ?? '');
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number) => {
    if (words !== undefined) {
      const results = [...(list.current?.querySelectorAll<HTMLElement>('.conversation') ?? [])];
      const at = results.findIndex((one) => one === document.activeElement || one.contains(document.activeElement));
      results[Math.max(0, Math.min(results.length - 1, at + by))]?.focus();
      return;
    }
    const start = current === -1 ? rows.findIndex(({ phone }) => phone === person) : current;
    const isGone = cursor !== undefined && listedAt === -1;
    const place = Math.max(0, Math.min(rows.length - 1, start + (isGone && by > 0 ? 0 : by)));
    const row = rows[place];
    if (row) {
      // Enter then opens it, as for any button. So the row has the focus before the next key.
      flushSync(() => setCursor({ key: keyOf(row), place }));
      const focus = () => list.current?.querySelector<HTMLElement>('.conversation.current')?.focus();
      focus();
      requestAnimationFrame(() => requestAnimationFrame(focus));
    }
  };
  useKeys({ j: () => move(1), k: () => move(-1), '/': () => searchField.current?.querySelector('input')?.select() });
  const mayChange = useMay('conversations:write');
  const selection = useSelection(rows);
  const { clear } = selection;
  /** Gives the focus to a row if what had it is gone: to the first of these rows that is on the page. */
  const focusRow = useCallback((...rowsFirst: readonly string[]) => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) {
      const elements = [...rowsFirst, '.conversation.current', '.conversation'].map((selector) =>
        list.current?.querySelector<HTMLElement>(selector),
      );
      elements.find((element) => element)?.focus({ preventScroll: true });
    }
  }, []);
  const opened = useRef(person);
  useEffect(() => {
    const before = opened.current;
    opened.current = person;
    if (person === undefined && before !== undefined) {
      focusRow(`.conversation[data-phone="${CSS.escape(before)}"]`);
    }
  }, [person, focusRow]);
  const selectFocused = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key;
    const row = rows[current] ?? rows.find(({ phone }) => phone === person);
    const key = focused ?? (row && keyOf(row));
    if (key !== undefined) {
      selection.toggle(key, false);
    }
  };
  useKeys(mayChange && words === undefined ? { x: selectFocused } : {});
  const latestMove = useRef(move);
  latestMove.current = move;
  /** From the field to the first row. */
  const onSearchKey = useCallback((event: { key: string; preventDefault: () => void }) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      latestMove.current(1);
    }
  }, []);

  const mayWrite = [useMay('messages:send'), useMay('contacts:read')].every(Boolean);
  const [isWriting, setWriting] = useState(false);
  // Other rows are shown then. What is selected must be in sight.
  const onWords = useCallback(
    (next: string) => {
      clear();
      change({ words: next }, { replace: true });
    },
    [change, clear],
  );
  const onFilter = useCallback(
    (changes: Parameters<typeof change>[0]) => {
      clear();
      change(changes, { replace: true });
    },
    [change, clear],
  );
  const onOpen = useCallback(
    (phone: string, message?: FoundMessage) => change({ person: phone, found: message }),
    [change],
  );
  const onNewest = useCallback(() => change({ found: undefined }), [change]);
  const onFound = useCallback((message: FoundMessage) => change({ found: message }), [change]);
  return (
    <div className={`inbox${person === undefined ? '' : ' has-open'}`}>
      {/* Beside the list, which a phone hides while a conversation is open. */}
      <h1 className="visually-hidden">Inbox</h1>
      <div className={`list-pane${words === undefined ? '' : ' is-searching'}`} ref={list}>
        <div className="inbox-search" ref={searchField}>
          <SearchBox
            label="Search people and messages"
            value={words ?? ''}
            onChange={onWords}
            onKeyDown={onSearchKey}
          />
          {mayWrite && <IconButton label="New message" icon={SquarePen} onPress={() => setWriting(true)} />}
          {mayChange && words === undefined && (
            <IconButton
              label="Select conversations"
              icon={ListChecks}
              shortcut="x"
              isDisabled={!hasRows}
              onPress={selection.choose}
            />
          )}
          {isWriting && <NewMessage onOpen={onOpen} onClose={() => setWriting(false)} />}
        </div>
        {words === undefined && (
          <Filters search={search} isAgent={agent !== null} mentions={mentions.length} onChange={onFilter} />
        )}
        {words === undefined ? (
          <ConversationList
            query={query}
            search={search}
            current={current}
            selection={mayChange ? selection : undefined}
            onOpen={onOpen}
          />
        ) : (
          <SearchResults words={settled} person={person} messageId={found?.id} onOpen={onOpen} />
        )}
        <SelectionBar selection={selection} rows={rows} onDone={() => focusRow()} />
      </div>
      {person === undefined ? (
        <section className="pane nothing-open" aria-label="Conversation">
          {(hasRows || words !== undefined) && (
            <EmptyState icon={MessagesSquare} title="Choose a conversation">
              Press <kbd>j</kbd> and <kbd>k</kbd> to move, <kbd>Enter</kbd> to open, and <kbd>?</kbd> for all keys.
            </EmptyState>
          )}
        </section>
      ) : (
        <Suspense fallback={<PaneSkeleton />}>
          <ConversationPane
            key={person}
            phone={person}
            found={found}
            showsPerson={showsPerson}
            onBack={() => change({ person: undefined, found: undefined })}
            onNewest={onNewest}
            onFound={onFound}
            onAbout={(shows) => change({ showsPerson: shows }, { replace: true })}
          />
        </Suspense>
      )}
    </div>
  );
}

const PaneSkeleton = () => (
  <section className="pane" aria-label="Conversation">
    <header className="thread-head">
      <Skeleton width={180} height={20} />
    </header>
  </section>
);
