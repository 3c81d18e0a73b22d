import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Inbox, Plug } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { connectionsQuery } from '../../../api/connections.ts';
import { useMentions } from '../../../api/mentions.ts';
import { useOwns } from '../../../api/owning.ts';
import { useAccountId, useSession } from '../../../api/session.ts';
import { EmptyState, ErrorNote, SkeletonRows } from '../../../parts/feedback.tsx';
import type { useConversations } from '../data/conversations.ts';
import { useLabelsOfRows } from '../data/labels.ts';
import { useNow } from '../data/reply-window.ts';
import type { InboxSearch } from '../data/search.ts';
import { keyOf } from '../data/types.ts';
import { ConversationRow } from './conversation-row.tsx';
import type { Selection } from './selection.tsx';

/** The height of a row, in pixels: three lines. */
const ROW = 76;
/** How near the end, in rows, the list requests its next page. */
const AHEAD = 15;

interface ConversationListProps {
  query: ReturnType<typeof useConversations>;
  search: InboxSearch;
  /** The row that keys act on. */
  current: number;
  /** The selected rows; undefined if the login may not change them. */
  selection: Selection | undefined;
  onOpen: (phone: string) => void;
}

/** The conversations in their order. Only the rows in sight are on the page. */
export function ConversationList({ query, search, current, selection, onOpen }: ConversationListProps) {
  const { data, error, refetch, hasMore, more } = query;
  const { load: loadMore, isLoading, error: failure } = more;
  const rows = data?.rows;
  const scroller = useRef<HTMLElement>(null);
  const now = useNow(undefined);
  const count = rows?.length ?? 0;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    // With another function, the virtualizer computes the places of all rows again.
    getItemKey: useCallback(
      (place: number) => {
        const row = rows?.[place];
        return row ? keyOf(row) : place;
      },
      [rows],
    ),
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const mentioned = new Set(useMentions().map(({ phone }) => phone));
  const labels = useLabelsOfRows(items.flatMap(({ index }) => rows?.[index] ?? []));
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last > count - AHEAD && hasMore && !isLoading && failure === null) {
      loadMore();
    }
  }, [last, count, hasMore, isLoading, failure, loadMore]);
  useEffect(() => {
    if (current >= 0) {
      virtual.scrollToIndex(current, { align: 'auto' });
    }
  }, [current, virtual]);

  if (error && !rows) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  if (!rows) {
    return <SkeletonRows rows={10} height={ROW} />;
  }
  if (rows.length === 0) {
    return <Empty search={search} />;
  }
  return (
    <nav
      ref={scroller}
      className={`conversations${selection && (selection.isChoosing || selection.keys.size > 0) ? ' selecting' : ''}`}
      aria-label="Conversations"
    >
      <div className="conversations-all" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                className="conversation-place"
                data-key={key}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ConversationRow
                  conversation={row}
                  isOpen={search.person === row.phone}
                  isCurrent={index === current}
                  now={now}
                  labels={labels.get(keyOf(row))}
                  isMentioned={mentioned.has(row.phone)}
                  onOpen={onOpen}
                  isSelected={selection?.keys.has(keyOf(row)) === true}
                  isChoosing={selection?.isChoosing === true}
                  onSelect={selection?.toggle}
                />
              </div>
            )
          );
        })}
      </div>
      {failure !== null && <ErrorNote error={failure} retry={() => loadMore()} />}
    </nav>
  );
}

function Empty({ search }: { search: InboxSearch }) {
  const { state, isMine, isUnassigned, isWaiting, isUnread, isMentioned, channel, labelId } = search;
  const { mock_url: mockUrl } = useSession();
  const isFiltered =
    isMine ||
    isUnassigned ||
    isWaiting ||
    isUnread ||
    isMentioned ||
    channel !== undefined ||
    labelId !== undefined ||
    state === 'closed' ||
    state === 'bot';
  const { data: connections, isLoading } = useQuery(connectionsQuery(useAccountId()));
  const owns = useOwns();
  if (isFiltered) {
    return (
      <EmptyState icon={Inbox} title="No conversations match">
        Change the filters above to see others.
      </EmptyState>
    );
  }
  if (isLoading) {
    return <SkeletonRows rows={10} height={ROW} />;
  }
  if (connections?.every(({ is_active }) => !is_active)) {
    return (
      <EmptyState
        icon={Plug}
        title="No channel is connected"
        action={
          owns && (
            <Link to="/connections" className="button primary">
              Connect a channel
            </Link>
          )
        }
      >
        {owns
          ? 'Connect a number, a page or a web chat first. Messages of customers then appear here.'
          : 'Ask an owner of the account to connect one. Messages of customers then appear here.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No open conversations"
      action={
        mockUrl && (
          <a className="button plain" href={mockUrl} target="_blank" rel="noreferrer">
            Write as a customer
          </a>
        )
      }
    >
      When a customer writes on one of your channels, the conversation appears here at once.
    </EmptyState>
  );
}
