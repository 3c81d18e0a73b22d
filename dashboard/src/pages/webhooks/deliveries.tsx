import { EVENTS } from 'virtual:facts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { EventName as Event } from '@wigwag/openapi';
import { History } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEvents } from '../../api/events.ts';
import { useOwns } from '../../api/owning.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, MoreRows, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { Breakable } from '../../parts/values/breakable.tsx';
import { Time } from '../../parts/values/time.tsx';
import {
  type Delivery,
  type DeliveryFilter,
  deliveriesQuery,
  type Endpoint,
  isReplayable,
  nameOfId,
  type Period,
  rowsOf,
  STATES,
  type StateFilter,
  takesEvents,
} from './data.ts';
import { DeliverySheet } from './delivery-sheet.tsx';
import { DeliveryBadge, NextAttempt, ResponseBadge } from './delivery-state.tsx';
import { ReplayPeriod } from './replay-period.tsx';
import { ReplayPicked } from './replay-picked.tsx';

/** How often the list is read again while events arrive, or while a delivery is pending, in milliseconds. */
const AFTER_EVENT = 2_000;
const WHILE_PENDING = 10_000;

const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: 'Event',
    cell: ({ event, sample, replay_of: replayOf }) => (
      <span className="row wrap">
        <Breakable text={event} />
        {sample && <Badge>Sample</Badge>}
        {replayOf !== null && <Badge>Replay</Badge>}
      </span>
    ),
  },
  { name: 'Status', cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
  { name: 'Last response', isSecondary: true, cell: ({ attempts }) => <ResponseBadge attempt={attempts.at(-1)} /> },
  { name: 'Attempts', isNumber: true, isSecondary: true, cell: ({ attempts }) => attempts.length },
  {
    name: 'Next attempt',
    isSecondary: true,
    cell: ({ state, attempts }) => {
      const next = attempts.at(-1)?.next_attempt_at;
      return next && state === 'pending' ? <NextAttempt at={next} /> : <span className="muted">–</span>;
    },
  },
  { name: 'Happened', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** Returns the columns with the endpoint after the event. */
const withEndpoint = (endpoints: readonly Endpoint[]): readonly Column<Delivery>[] =>
  COLUMNS.toSpliced(1, 0, {
    name: 'Endpoint',
    isSecondary: true,
    cell: ({ endpoint }) => <span className="cut endpoint-name">{nameOfId(endpoints, endpoint)}</span>,
  });

type Search = Partial<{ state: StateFilter; event: Event; period: Period; endpoint: number; delivery: string }>;
const ANY = 'any';

/** The delivery log, the newest first. */
export function Deliveries({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const account = useAccountId();
  const owns = useOwns();
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter: DeliveryFilter = {
    ...pick(search, 'state'),
    ...pick(search, 'event'),
    ...pick(search, 'period'),
    ...pick(search, 'endpoint'),
  };
  const used = endpoints.filter(({ url }) => url !== null);
  const taking = new Set(used.filter(takesEvents).map(({ id }) => id));
  // With one endpoint, all deliveries are its own, except those of a removed one.
  const hasSeveral = endpoints.length > 1;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isReplaying, setReplaying] = useState<'picked' | 'period'>();
  const list = useInfiniteQuery({
    ...deliveriesQuery(account, filter),
    refetchInterval: ({ state: { data } }) =>
      rowsOf(data)?.some(({ state }) => state === 'pending') && taking.size > 0 ? WHILE_PENDING : false,
  });
  useRefreshOnEvents(account);
  const rows = rowsOf(list.data);
  const change = (next: Search) => {
    setPicked(new Set());
    void navigate({ to: '.', search: ((before: Search) => cleaned({ ...before, ...next })) as never });
  };
  const isFiltered = Object.keys(filter).length > 0;
  const none = rows?.length === 0 && !isFiltered;
  if (none && used.length === 0) {
    return null;
  }
  return (
    <Section
      title="Deliveries"
      actions={
        owns &&
        used.length > 0 && (
          <Button icon={History} isDisabled={taking.size === 0} onPress={() => setReplaying('period')}>
            Replay a period
          </Button>
        )
      }
    >
      <div className="row wrap">
        <Select
          label="Status"
          isLabelHidden
          value={search.state ?? ANY}
          onChange={(state) => change({ state: state === ANY ? undefined : state } as Search)}
          options={[
            { value: ANY, text: 'Any status' },
            ...Object.entries(STATES).map(([value, { text, about }]) => ({
              value: value as StateFilter,
              text,
              detail: about,
            })),
            { value: 'failing', text: 'Retrying', detail: 'Pending, with an attempt that your server did not accept.' },
          ]}
        />
        <Select
          label="Event"
          isLabelHidden
          value={search.event ?? ANY}
          onChange={(event) => change({ event: event === ANY ? undefined : event } as Search)}
          options={[{ value: ANY, text: 'Any event' }, ...EVENTS.map((value) => ({ value, text: value }))]}
        />
        <Select
          label="Period"
          isLabelHidden
          value={search.period ?? ANY}
          onChange={(period) => change({ period: period === ANY ? undefined : period } as Search)}
          options={[
            { value: ANY, text: 'Any time' },
            { value: '1h', text: 'Last hour' },
            { value: '24h', text: 'Last 24 hours' },
            { value: '7d', text: 'Last 7 days' },
          ]}
        />
        {hasSeveral && (
          <Select
            label="Endpoint"
            isLabelHidden
            value={String(search.endpoint ?? ANY)}
            onChange={(endpoint) => change({ endpoint: endpoint === ANY ? undefined : Number(endpoint) } as Search)}
            options={[
              { value: ANY, text: 'Any endpoint' },
              ...endpoints.map(({ id }) => ({ value: String(id), text: nameOfId(endpoints, id) })),
            ]}
          />
        )}
        <span className="grow" />
        {picked.size > 0 && (
          <Button kind="primary" onPress={() => setReplaying('picked')}>
            {`Replay ${picked.size.toLocaleString()} selected`}
          </Button>
        )}
      </div>
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {!(list.error && !rows) && (
        <Table
          label="Deliveries"
          columns={hasSeveral ? withEndpoint(endpoints) : COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          selected={search.delivery}
          onOpen={({ id }) => change({ delivery: id })}
          picks={
            owns
              ? {
                  picked,
                  onPick: setPicked,
                  nameOf: ({ event, id }) => `${event} ${id}`,
                  canPick: (delivery) => isReplayable(delivery) && taking.has(delivery.endpoint),
                }
              : undefined
          }
          empty={
            isFiltered ? (
              <EmptyState
                title="No delivery matches"
                action={
                  <Button
                    onPress={() =>
                      change({ state: undefined, event: undefined, period: undefined, endpoint: undefined } as Search)
                    }
                  >
                    Show all deliveries
                  </Button>
                }
              />
            ) : (
              <EmptyState title="Nothing delivered yet">
                Send a sample event, or write to one of your connections from your phone.
              </EmptyState>
            )
          }
        />
      )}
      <MoreRows
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      <DeliverySheet
        id={search.delivery}
        endpoints={endpoints}
        onClose={() => change({ delivery: undefined } as unknown as Search)}
        onShow={(delivery) => change({ delivery })}
      />
      <ReplayPicked
        ids={[...picked]}
        isOpen={isReplaying === 'picked'}
        onClose={() => setReplaying(undefined)}
        onDone={() => setPicked(new Set())}
      />
      {isReplaying === 'period' && (
        <ReplayPeriod endpoints={used} chosen={search.endpoint} onClose={() => setReplaying(undefined)} />
      )}
    </Section>
  );
}

const pick = <Key extends keyof Search>(search: Search, key: Key) =>
  search[key] === undefined ? {} : ({ [key]: search[key] } as Pick<Search, Key>);

const cleaned = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

/** Reads the list again after events, but not for each of them. */
function useRefreshOnEvents(account: string): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents(
    useCallback(() => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void queries.invalidateQueries({ queryKey: ['deliveries', account] });
      }, AFTER_EVENT);
    }, [queries, account]),
  );
}
