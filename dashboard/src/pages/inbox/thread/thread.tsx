import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { memo, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote, Skeleton } from '../../../parts/feedback.tsx';
import { TimeZone } from '../../../parts/values/time.tsx';
import { useHistory } from '../data/history.ts';
import type { Send } from '../data/sends.ts';
import type { HistoryMessage } from '../data/types.ts';
import { MessageRow, NoteRow, SendRow } from './message-row.tsx';
import { type Row, rowsOf, type ThreadNote } from './rows.ts';

interface ThreadProps {
  phone: string;
  /** The message to show and mark. @default the newest is shown */
  messageId: string | undefined;
  customer: string;
  notes: readonly ThreadNote[];
  sends: readonly Send[];
  mayReply: boolean;
  onReply: (message: HistoryMessage) => void;
  onAgain: (send: Send) => void;
  onEdit: (send: Send) => void;
}

/** How near the top, in rows, the thread requests older messages. */
const AHEAD = 10;
/** Nearer to the end than this, in pixels, new messages scroll into view. */
const AT_END = 80;

const ESTIMATES: Record<Row['kind'], number> = { day: 44, message: 60, note: 84, send: 60 };

/** The messages with a person, the newest at the bottom. Older ones are loaded when they are scrolled to. */
export const Thread = memo(function Thread(props: ThreadProps) {
  const { phone, messageId, customer, notes, sends, mayReply, onReply, onAgain, onEdit } = props;
  const { messages, data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useHistory(phone);
  const timeZone = useContext(TimeZone);
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(
    () => rowsOf(messages, notes, sends, { timeZone, isComplete: !hasNextPage }),
    [messages, notes, sends, timeZone, hasNextPage],
  );

  const latest = useRef(rows);
  latest.current = rows;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((place: number) => ESTIMATES[rows[place]?.kind ?? 'message'], [rows]),
    // With another function, the virtualizer computes the places of all rows again.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
    overscan: 8,
    paddingStart: 16,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
  });
  const items = virtual.getVirtualItems();

  const isLoaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thread, when its messages are there
  useEffect(() => {
    if (isLoaded && messageId === undefined) {
      virtual.scrollToEnd();
    }
  }, [phone, isLoaded]);

  // The composer below grows and shrinks. The newest message stays in sight.
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    const note = () => {
      wasAtEnd.current = isNearEnd(virtual);
    };
    const size = new ResizeObserver(() => wasAtEnd.current && virtual.scrollToEnd());
    size.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, [virtual]);

  const first = items[0]?.index ?? 0;
  useEffect(() => {
    if (isLoaded && items.length > 0 && first < AHEAD && hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [isLoaded, items.length, first, hasNextPage, isFetchingNextPage, fetchNextPage]);

  // The person's own message is always shown.
  const ownKey = sends.at(-1)?.key;
  const shownOwn = useRef(ownKey);
  useEffect(() => {
    if (ownKey !== undefined && ownKey !== shownOwn.current) {
      wasAtEnd.current = true;
      virtual.scrollToEnd();
    }
    shownOwn.current = ownKey;
  }, [ownKey, virtual]);

  const lastKey = rows.at(-1)?.key;
  const [seenKey, setSeenKey] = useState(lastKey);
  const isAtEnd = rows.length === 0 || isNearEnd(virtual);
  useEffect(() => {
    if (isAtEnd) {
      setSeenKey(lastKey);
    }
  }, [isAtEnd, lastKey]);

  // A message that a search found may be on an older page.
  const shownId = useRef<string>(undefined);
  const foundAt = messageId === undefined ? -1 : rows.findIndex(({ key }) => key === messageId);
  useEffect(() => {
    if (!isLoaded || messageId === shownId.current) {
      return;
    }
    if (messageId === undefined || foundAt !== -1) {
      shownId.current = messageId;
    }
    if (foundAt !== -1) {
      wasAtEnd.current = false;
      virtual.scrollToIndex(foundAt, { align: 'center' });
    } else if (messageId !== undefined && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [messageId, foundAt, isLoaded, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, virtual]);

  const openQuote = useCallback(
    (message: HistoryMessage) => {
      const place = latest.current.findIndex(({ key }) => key === message.id);
      if (place !== -1) {
        virtual.scrollToIndex(place, { align: 'center' });
      }
    },
    [virtual],
  );

  return (
    <div className="thread">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={scroller} className="thread-scroll" aria-label={`Messages with ${customer}`} tabIndex={0}>
        {error && !isLoaded && <ErrorNote error={error} retry={() => void refetch()} />}
        {!isLoaded && !error && <ThreadSkeleton />}
        <div className="thread-all" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index] as Row;
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={`thread-row${key === messageId ? ' found' : ''}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === 'day' && <h3 className="day">{row.day}</h3>}
                {row.kind === 'message' && (
                  <MessageRow row={row} customer={customer} mayReply={mayReply} onReply={onReply} onQuote={openQuote} />
                )}
                {row.kind === 'note' && <NoteRow note={row.note} />}
                {row.kind === 'send' && <SendRow send={row.send} onAgain={onAgain} onEdit={onEdit} />}
              </div>
            );
          })}
        </div>
      </section>
      {isFetchingNextPage && (
        <p className="thread-loading" role="status">
          Loading older messages
        </p>
      )}
      {!isAtEnd && isLoaded && (
        <div className="to-end">
          <Button icon={ArrowDown} onPress={() => virtual.scrollToEnd()}>
            {seenKey === lastKey ? 'Newest' : 'New messages'}
          </Button>
        </div>
      )}
    </div>
  );
});

/** Whether the newest message is in sight. Reading the element instead would lay out the page while it scrolls. */
const isNearEnd = (virtual: ReturnType<typeof useVirtualizer<HTMLElement, Element>>): boolean =>
  virtual.getTotalSize() - (virtual.scrollOffset ?? 0) - (virtual.scrollRect?.height ?? 0) < AT_END;

const ThreadSkeleton = () => (
  <div role="status" aria-label="Loading" className="thread-skeleton">
    {[60, 40, 70, 35, 55].map((width, place) => (
      <div key={width} className={`message ${place % 2 === 0 ? 'in' : 'out'}`}>
        <Skeleton width={`${width}%`} height={40} />
      </div>
    ))}
  </div>
);
