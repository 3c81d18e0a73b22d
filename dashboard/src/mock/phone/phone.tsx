import { Smartphone } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { EmptyState, SkeletonRows } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { type Act, type Place, useChat } from '../api.ts';
import type { Message, Person } from '../types.ts';
import { Bubble } from './bubble.tsx';
import { Composer } from './composer.tsx';

/** How many messages the phone shows at first. Each time that more are needed, it shows twice as many. */
const SHOWN = 60;
/** How near the top the list is scrolled when it loads earlier messages, in pixels. */
const NEAR_TOP = 600;

interface PhoneProps {
  place: Place | undefined;
  isInSight: boolean;
  act: Act;
  onSee: (person: Person) => void;
}

/** The phone of a person: their chat with a business. The page renders each second, and the phone when it changes. */
export const Phone = memo(function Phone({ place, isInSight, act, onSee }: PhoneProps) {
  return (
    <section className="mock-phone-pane" aria-label="Phone">
      <div className="mock-phone">
        {place ? (
          <OpenChat
            key={`${place.business_id} ${place.id}`}
            place={place}
            isInSight={isInSight}
            act={act}
            onSee={onSee}
          />
        ) : (
          <NoChat />
        )}
      </div>
    </section>
  );
});

const NoChat = () => (
  <EmptyState icon={Smartphone} title="No chat open">
    Choose a person, or write as a new one.
  </EmptyState>
);

function OpenChat({ place, isInSight, act, onSee }: PhoneProps & { place: Place }) {
  const [limit, setLimit] = useState(SHOWN);
  const [replyTo, setReplyTo] = useState<Message>();
  const { data } = useChat(place, limit);
  const scroller = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const person = data?.person;
  const rows = data?.rows;
  useEffect(() => {
    if (person && isInSight) {
      onSee(person);
    }
  }, [person, isInSight, onSee]);
  const latest = rows?.at(-1)?.id;
  const earliest = rows?.[0]?.id;
  /** The first message and where it was, before earlier ones are added above it. */
  const anchor = useRef<{ id: string | undefined; fromEnd: number }>({ id: undefined, fromEnd: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phone follows new messages, if its end is in sight
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list && isAtEnd.current) {
      list.scrollTop = list.scrollHeight;
    } else if (list && earliest !== anchor.current.id) {
      // What is in sight stays where it is.
      list.scrollTop = list.scrollHeight - anchor.current.fromEnd;
    }
    anchor.current.id = earliest;
  }, [latest, rows, isInSight]);
  // Pictures and sounds get their height when they have loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row is an element that can grow
  useEffect(() => {
    const list = scroller.current;
    if (!list) {
      return;
    }
    const growth = new ResizeObserver(() => {
      if (isAtEnd.current) {
        list.scrollTop = list.scrollHeight;
      }
    });
    for (const row of list.children) {
      growth.observe(row);
    }
    return () => growth.disconnect();
  }, [rows]);
  const { channel, business_id, id } = person ?? {};
  const write = useCallback(
    (message: Record<string, unknown>) => act('POST', 'receive', { channel, business_id, from: { id }, ...message }),
    [act, channel, business_id, id],
  );
  const hasEarlier = data !== undefined && rows !== undefined && data.total > rows.length;
  const showEarlier = () => {
    if (hasEarlier && rows.length >= limit) {
      setLimit(limit * 2);
    }
  };
  if (!data) {
    return <SkeletonRows rows={8} height={60} />;
  }
  if (!person || !rows) {
    return <NoChat />;
  }
  const known = new Set(rows.map(({ id }) => id));
  const reactions = new Map<string, Message>();
  for (const row of rows) {
    if (row.reaction?.to && known.has(row.reaction.to)) {
      reactions.set(`${row.reaction.to} ${row.from}`, row);
    }
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = rows.filter(({ reaction }) => !(reaction?.to && known.has(reaction.to)));
  return (
    <>
      <PhoneHead person={person} act={act} />
      <ol
        ref={scroller}
        className="mock-bubbles"
        aria-label={`Chat of ${person.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
          anchor.current.fromEnd = scrollHeight - scrollTop;
          if (scrollTop < NEAR_TOP) {
            showEarlier();
          }
        }}
      >
        {hasEarlier && (
          <li className="mock-earlier">
            <Button kind="quiet" onPress={showEarlier}>
              Show earlier messages
            </Button>
          </li>
        )}
        {shown.map((message) => (
          <Bubble
            key={message.id}
            message={message}
            isPage={person.channel !== 'whatsapp'}
            quoted={byId.get(message.reply_to ?? '')}
            reactions={['person', 'business']
              .flatMap((from) => reactions.get(`${message.id} ${from}`)?.reaction?.emoji || [])
              .join(' ')}
            write={write}
            onReply={setReplyTo}
          />
        ))}
      </ol>
      <Composer
        person={person}
        target={rows.findLast(({ from, deleted }) => from === 'person' && !deleted)?.id}
        replyTo={replyTo}
        onReplied={() => setReplyTo(undefined)}
        write={write}
      />
    </>
  );
}

function PhoneHead({ person, act }: { person: Person; act: Act }) {
  const { name, username, phone, user_id, business, business_id, id, channel } = person;
  const [isNaming, setNaming] = useState(false);
  const [adopted, setAdopted] = useState('');
  const adopt = async () => {
    await act('POST', 'contacts', { business_id, id, username: adopted || null });
    setNaming(false);
  };
  const ids = [phone, user_id].filter((one) => one !== undefined && one !== name);
  return (
    <header className="mock-phone-head">
      <div className="grow">
        <h2 className="cut" dir="auto">
          {name}
          {username && ` @${username}`}
        </h2>
        <p className="cut muted mock-small" title={ids.join(', ')}>
          writes to {business}
          {ids.length > 0 && ` as ${ids.join(', ')}`}
        </p>
      </div>
      {channel === 'whatsapp' && (
        <Button kind="quiet" onPress={() => setNaming(true)}>
          Username
        </Button>
      )}
      <FormDialog
        title="Username"
        action="Adopt username"
        isOpen={isNaming}
        isPending={false}
        onClose={() => setNaming(false)}
        onSubmit={() => void adopt()}
      >
        <TextField
          label="New username"
          value={adopted}
          onChange={setAdopted}
          help="Callbacks then have no phone number, as the rules of usernames say. Leave it empty to drop the username."
        />
      </FormDialog>
    </header>
  );
}
