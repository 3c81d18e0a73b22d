import { CircleUser, SearchX } from 'lucide-react';
import { usePeople } from '../../../api/people.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../parts/button.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../../parts/feedback.tsx';
import { Time } from '../../../parts/values/time.tsx';
import type { FoundMessage } from '../data/search.ts';
import { useMessageSearch } from '../data/team.ts';
import { ChannelIcon } from './channel-icon.tsx';

/** How many people a search shows. */
const PEOPLE = 5;

interface SearchResultsProps {
  words: string;
  /** The open person, and the open one of the messages found. */
  person: string | undefined;
  messageId: string | undefined;
  onOpen: (phone: string, message?: FoundMessage) => void;
}

/** The people whose name or number matches, the messages that contain the words, and how far back they were searched. */
export function SearchResults({ words, person, messageId, onOpen }: SearchResultsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMessageSearch(words);
  const mayRead = useMay('contacts:read');
  const isSearching = words.trim().length >= 2;
  const people = usePeople(words.trim(), PEOPLE, mayRead && isSearching).data ?? [];
  if (!isSearching) {
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
    <nav className="conversations" aria-label="Search results">
      {people.length > 0 && <h2 className="found-head">People</h2>}
      {people.map(({ address, name }) => (
        <button
          key={address}
          type="button"
          className="conversation found-person"
          aria-current={(address === person && messageId === undefined) || undefined}
          onClick={() => onOpen(address)}
        >
          <span className="conversation-line">
            <CircleUser size={16} aria-hidden />
            <span className="conversation-name cut" dir="auto">
              {name}
            </span>
            {name !== address && <span className="muted number">{address}</span>}
          </span>
        </button>
      ))}
      {people.length > 0 && <h2 className="found-head">Messages</h2>}
      {found.length === 0 &&
        (people.length > 0 ? (
          <p className="search-foot muted">No message contains these words.</p>
        ) : (
          <EmptyState icon={SearchX} title="Nothing found">
            {hasNextPage
              ? 'No person or recent message matches. Search further back, or change the words.'
              : 'No person or message matches. Change the words, or write fewer of them.'}
          </EmptyState>
        ))}
      {found.map(({ id, phone, name, channel, direction, text, at }) => (
        <button
          key={id}
          type="button"
          className="conversation"
          aria-current={(id === messageId && phone === person) || undefined}
          onClick={() => onOpen(phone, { id, at })}
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

/** How much of it is shown after the first place of the words. */
const AFTER = 200;

/** The part of a text that contains the words, with each place of them marked. */
function Excerpt({ text, words }: { text: string; words: string }) {
  const pattern = new RegExp(`(${words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'iu');
  const place = text.search(pattern);
  if (place === -1) {
    return text;
  }
  const start = Math.max(0, place - BEFORE);
  return (
    <>
      {start > 0 && '…'}
      {text
        .slice(start, place + AFTER)
        .split(pattern)
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        .map((part, at) => (at % 2 === 0 ? part : <mark key={at}>{part}</mark>))}
    </>
  );
}
