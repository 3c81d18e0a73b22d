import { UserPlus, Users } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/feedback.tsx';
import { SearchField } from '../../parts/fields/fields.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type Act, type Place, placeKey } from '../api.ts';
import type { Business, Person } from '../types.ts';
import { useSlices } from '../use-slices.ts';
import { VirtualList } from '../virtual-list.tsx';
import { NewPerson } from './new-person.tsx';

/** The height of a row, in pixels: two lines. */
const ROW = 60;

interface PeopleProps {
  businesses: Business[] | undefined;
  open: Place | undefined;
  seen: Readonly<Record<string, number>>;
  act: Act;
  onOpen: (place: Place) => void;
  onFirst: (place: Place) => void;
}

/** The people by latest activity, with what they have not read. */
export const People = memo(function People({ businesses, open, seen, act, onOpen, onFirst }: PeopleProps) {
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const asked = useDeferredValue(search);
  const slices = useSlices<Person>('lab/people', new URLSearchParams({ search: asked }).toString());
  const first = slices.rowAt(0);
  useEffect(() => {
    if (first && !open) {
      onFirst({ business_id: first.business_id, id: first.id });
    }
  }, [first, open, onFirst]);
  return (
    <section className="mock-people" aria-label="People and search">
      <div className="mock-people-head">
        <div className="row">
          <h2 className="grow">
            People {slices.total !== undefined && <span className="muted number">{slices.total.toLocaleString()}</span>}
          </h2>
          <Button icon={UserPlus} isDisabled={!businesses?.length} onPress={() => setAdding(true)}>
            New person
          </Button>
        </div>
        <SearchField label="Search people" value={search} onChange={setSearch} placeholder="Name, number or ID" />
      </div>
      <VirtualList
        label="People"
        slices={slices}
        keyOf={placeKey}
        height={ROW}
        render={(person) => (
          <PersonRow
            person={person}
            isOpen={open !== undefined && placeKey(open) === placeKey(person)}
            seen={seen[placeKey(person)] ?? 0}
            onOpen={onOpen}
          />
        )}
        empty={
          asked === '' ? (
            <EmptyState icon={Users} title="No people yet">
              A person appears when they write, or when your application sends them a message.
            </EmptyState>
          ) : (
            <EmptyState icon={Users} title="No person matches" />
          )
        }
      />
      {businesses && isAdding && (
        <NewPerson businesses={businesses} act={act} onClose={() => setAdding(false)} onWritten={onOpen} />
      )}
    </section>
  );
});

interface PersonRowProps {
  person: Person;
  isOpen: boolean;
  seen: number;
  onOpen: (place: Place) => void;
}

function PersonRow({ person, isOpen, seen, onOpen }: PersonRowProps) {
  const { channel, business_id, id, name, username, last, unread, written } = person;
  const count = isOpen ? 0 : Math.min(unread, written - seen);
  return (
    <button
      type="button"
      className="mock-person"
      aria-current={isOpen || undefined}
      onClick={() => onOpen({ business_id, id })}
    >
      <span className={`mock-avatar ${channel}`} aria-hidden>
        {[...name][0]}
      </span>
      <span className="mock-person-text">
        <span className="row">
          <span className="grow cut mock-person-name" dir="auto">
            {name}
            {username && ` @${username}`}
          </span>
          <span className="muted mock-small">{last && <Time at={last.at} />}</span>
        </span>
        <span className="row">
          <span className="grow cut muted" dir="auto">
            {last?.from === 'business' && 'Business: '}
            {last?.text ?? id}
          </span>
          {count > 0 ? (
            <span className="mock-unread number">
              {count}
              <span className="visually-hidden"> unread</span>
            </span>
          ) : (
            <span className={`mock-small ${channel}-name`}>{channel}</span>
          )}
        </span>
      </span>
    </button>
  );
}
