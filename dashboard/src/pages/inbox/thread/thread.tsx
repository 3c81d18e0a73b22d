import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { memo, type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote, Skeleton } from '../../../parts/feedback.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { TimeZone } from '../../../parts/values/time.tsx';
import { findMessage, SEARCHED, useHistory, useMoreHistory } from '../data/history.ts';
import type { FoundMessage } from '../data/search.ts';
import type { Send } from '../data/sends.ts';
import type { HistoryMessage } from '../data/types.ts';
import { MessageRow, NoteRow, SendRow } from './message-row.tsx';
import { type Row, rowsOf, type ThreadNote } from './rows.ts';

interface ThreadProps {
  phone: string;
  /** The message to show and mark. @default the newest is shown */
  found: FoundMessage | undefined;
  /** The time of the newest message of all. */
  newestAt: string | undefined;
  customer: string;
  notes: readonly ThreadNote[];
  sends: readonly Send[];
  mayReply: boolean;
  /** Leaves the found message, and shows the newest. */
  onNewest: () => void;
  /** Shows a message that is not loaded. */
  onFound: (message: FoundMessage) => void;
  onReply: (message: HistoryMessage) => void;
  onAgain: (send: Send) => void;
  onEdit: (send: Send) => void;
}

/** How near its ends, in rows, the thread requests more messages. */
const AHEAD = 10;
/** Nearer to the end than this, in pixels, new messages scroll into view. */
const AT_END = 80;

const ESTIMATES: Record<Row['kind'], number> = { day: 44, message: 60, note: 84, send: 60 };

/**
 * The messages with a person, the newest at the bottom. A found message that is not among the newest is shown between
 * its neighbors. Messages before and after those on the screen are loaded when they are scrolled to.
 */
export const Thread = memo(function Thread(props: ThreadProps) {
  const { phone, found } = props;
  const { data } = useHistory(phone);
  const isFar = useMemo(
    () => found !== undefined && data !== undefined && !data.messages.some(({ id }) => id === found.id),
    [found, data],
  );
  const at = useTimeOf(phone, isFar ? found : undefined);
  return <Part key={at ?? ''} at={at} {...props} />;
});

/** Returns the time of a message. An address that someone wrote down may have only its ID. */
function useTimeOf(phone: string, message: FoundMessage | undefined): string | undefined {
  const isSearched = message !== undefined && message.at === undefined;
  const { data } = useQuery({
    queryKey: ['found', phone, message?.id],
    queryFn: () => findMessage(phone, ({ id }) => id === message?.id),
    enabled: isSearched,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isMissing = isSearched && data === null;
  useEffect(() => {
    if (isMissing) {
      toast(`The message is not among the last ${SEARCHED.toLocaleString()}`);
    }
  }, [isMissing]);
  return message && (message.at ?? data?.at);
}

/** @param at the time around which the messages are. @default they end with the newest */
function Part({ at, ...props }: ThreadProps & { at: string | undefined }) {
  const { phone, found, newestAt, customer, notes, sends, mayReply, onNewest, onFound, onReply, onAgain, onEdit } =
    props;
  const messageId = found?.id;
  const { messages, data, error, refetch, hasOlder, hasNewer } = useHistory(phone, at);
  const { load: loadOlder, ...older } = useMoreHistory(phone, at, 'before');
  const { load: loadNewer, ...newer } = useMoreHistory(phone, at, 'after');
  const timeZone = useContext(TimeZone);
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(
    () => rowsOf(messages, notes, sends, { timeZone, isComplete: !hasOlder, isNewest: !hasNewer }),
    [messages, notes, sends, timeZone, hasOlder, hasNewer],
  );

  const latest = useRef(rows);
  latest.current = rows;
  /** Whether the messages on the screen ended with the newest. Only then, what is added below has just arrived. */
  const endedNewest = useRef(false);

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
    followOnAppend: endedNewest.current,
    scrollEndThreshold: AT_END,
  });
  const items = virtual.getVirtualItems();

  const isLoaded = data !== undefined;
  const [isJumping, startJump] = useJump(virtual, scroller);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thread, when its messages are there
  useEffect(() => {
    if (isLoaded && messageId === undefined) {
      startJump(rows.length - 1);
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

  useEffect(() => {
    endedNewest.current = isLoaded && !hasNewer;
  });

  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const isLoadable = ({ isLoading, error: failure }: Omit<ReturnType<typeof useMoreHistory>, 'load'>) =>
    isLoaded && !isJumping && items.length > 0 && !isLoading && failure === null;
  const needsOlder = hasOlder && first < AHEAD && isLoadable(older);
  const needsNewer = hasNewer && last >= rows.length - AHEAD && isLoadable(newer);
  useEffect(() => {
    if (needsOlder) {
      loadOlder();
    }
  }, [needsOlder, loadOlder]);
  useEffect(() => {
    if (needsNewer) {
      loadNewer();
    }
  }, [needsNewer, loadNewer]);

  const toNewest = useCallback(() => {
    if (hasNewer) {
      onNewest();
    } else {
      wasAtEnd.current = true;
      virtual.scrollToEnd();
    }
  }, [hasNewer, onNewest, virtual]);

  // The person's own message is always shown.
  const ownKey = sends.at(-1)?.key;
  const shownOwn = useRef(ownKey);
  useEffect(() => {
    if (ownKey !== undefined && ownKey !== shownOwn.current) {
      toNewest();
    }
    shownOwn.current = ownKey;
  }, [ownKey, toNewest]);

  const [seenAt] = useState(newestAt);
  const lastKey = rows.at(-1)?.key;
  const [seenKey, setSeenKey] = useState(lastKey);
  const isAtEnd = rows.length === 0 || isNearEnd(virtual);
  useEffect(() => {
    if (isAtEnd) {
      setSeenKey(lastKey);
    }
  }, [isAtEnd, lastKey]);
  const hasNews = hasNewer ? newestAt !== seenAt : lastKey !== seenKey;

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
      startJump(foundAt);
      virtual.scrollToIndex(foundAt, { align: 'center' });
    }
  }, [messageId, foundAt, isLoaded, virtual, startJump]);

  const openQuote = useCallback(
    ({ reply_to: quoted, at: before }: HistoryMessage) => {
      const isQuoted = ({ external_id: id }: HistoryMessage) => id === quoted;
      const place = latest.current.findIndex((row) => row.kind === 'message' && isQuoted(row.message));
      if (place !== -1) {
        startJump(place);
        virtual.scrollToIndex(place, { align: 'center' });
        return;
      }
      void findMessage(phone, isQuoted, before)
        .then((message) =>
          message
            ? onFound(message)
            : toast(`The quoted message is not among the ${SEARCHED.toLocaleString()} messages before this one`),
        )
        .catch(({ message }: Error) => toast(message));
    },
    [virtual, startJump, phone, onFound],
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
      <More side="top" what="older" {...older} onAgain={loadOlder} />
      {isLoaded && (
        <div className="thread-foot">
          <More side="bottom" what="newer" {...newer} onAgain={loadNewer} />
          {(hasNewer || !isAtEnd) && (
            <Button icon={ArrowDown} onPress={toNewest}>
              {hasNews ? 'New messages' : 'Newest'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface MoreProps {
  side: 'top' | 'bottom';
  what: 'older' | 'newer';
  isLoading: boolean;
  error: Error | null;
  onAgain: () => void;
}

/** Says that more messages are loaded, or that they could not be. */
function More({ side, what, isLoading, error, onAgain }: MoreProps) {
  if (isLoading) {
    return (
      <p className={`thread-loading ${side}`} role="status">
        Loading {what} messages
      </p>
    );
  }
  return (
    error && (
      <div className={`thread-loading ${side}`} role="alert">
        {error.message} <Button onPress={() => onAgain()}>Try again</Button>
      </div>
    )
  );
}

/** What people do to scroll. */
const SCROLLS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Returns whether the thread scrolls to a row, and a function to call with the row's index before it does. The
 * virtualizer finds the row by its index until it is in place, so no rows must be added above it meanwhile. A person who
 * scrolls ends it.
 */
function useJump(
  { isScrolling, range }: ReturnType<typeof useVirtualizer<HTMLElement, Element>>,
  scroller: RefObject<HTMLElement | null>,
): [boolean, (index: number) => void] {
  // A thread begins with a jump, to a row that is known when its messages are there. It is null when the jump has ended.
  const [target, setTarget] = useState<number | null>();
  const isThere =
    typeof target === 'number' &&
    !isScrolling &&
    (target === -1 || (range !== null && range.startIndex <= target && target <= range.endIndex));
  useEffect(() => {
    if (!isThere) {
      return;
    }
    // The row may be in place already, and then nothing scrolls. A correction would be known in the second frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setTarget(null));
    });
    return () => cancelAnimationFrame(frame);
  }, [isThere]);
  useEffect(() => {
    const element = scroller.current;
    const end = () => setTarget(null);
    for (const name of SCROLLS) {
      element?.addEventListener(name, end, { passive: true });
    }
    return () => {
      for (const name of SCROLLS) {
        element?.removeEventListener(name, end);
      }
    };
  }, [scroller]);
  return [target !== null, setTarget];
}

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
