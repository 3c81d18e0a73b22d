import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../../parts/feedback.tsx';
import { Time } from '../../../parts/time.tsx';
import { useMessageSearch } from '../data/team.ts';
import { ChannelIcon } from './channel-icon.tsx';

interface SearchResultsProps {
  words: string;
  person: string | undefined;
  onOpen: (phone: string) => void;
}

/** The messages that contain the words, and how far back they were searched. */
export function SearchResults({ words, person, onOpen }: SearchResultsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMessageSearch(words);
  const [openedId, setOpenedId] = useState<string>();
  if (words.trim().length < 2) {
    return <p className="search-foot muted">Write at least two characters.</p>;
  }
  if (error && !data) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  if (!data) {
    return <SkeletonRows rows={6} height={76} />;
  }
  const found = data.pages.flatMap(({ messages }) => messages);
  const until = data.pages.at(-1)?.searched_until;
  return (
    <nav className="conversations" aria-label="Messages found">
      {found.length === 0 && (
        <EmptyState icon={SearchX} title="No message found">
          {hasNextPage ? 'Search further back, or change the words.' : 'Change the words, or write fewer of them.'}
        </EmptyState>
      )}
      {found.map(({ id, phone, name, channel, direction, text, at }) => (
        <button
          key={id}
          type="button"
          className="conversation"
          aria-current={(id === openedId && phone === person) || undefined}
          onClick={() => {
            setOpenedId(id);
            onOpen(phone);
          }}
        >
          <span className="conversation-line">
            <ChannelIcon channel={channel} />
            <span className="conversation-name cut" dir="auto">
              {direction === 'out' ? `To ${name ?? phone}` : (name ?? phone)}
            </span>
            <Time at={at} />
          </span>
          <span className="found-text" dir="auto">
            <Excerpt text={text} words={words.trim()} />
          </span>
        </button>
      ))}
      <div className="search-foot">
        {until && (
          <span className="muted">
            Searched back to <Time at={until} />
          </span>
        )}
        {hasNextPage && (
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Search further back
          </Button>
        )}
      </div>
    </nav>
  );
}

/** How much of a text is shown before the words. */
const BEFORE = 40;

/** The part of a text that contains the words, with the words marked. */
function Excerpt({ text, words }: { text: string; words: string }) {
  const place = text.toLowerCase().indexOf(words.toLowerCase());
  if (place === -1) {
    return text;
  }
  const start = Math.max(0, place - BEFORE);
  return (
    <>
      {start > 0 && '…'}
      {text.slice(start, place)}
      <mark>{text.slice(place, place + words.length)}</mark>
      {text.slice(place + words.length, place + 200)}
    </>
  );
}
