import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { patiently } from '../../api/patiently.ts';
import { useAccountId } from '../../api/session.ts';
import { csvOf } from '../../files/csv.ts';
import { download } from '../../files/download.ts';
import { Button } from '../../parts/button.tsx';
import { VirtualTable, type WideColumn } from '../../parts/data/virtual-table.tsx';
import { Badge, EmptyState, ErrorNote, Progress } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type Campaign, REASONS, RECIPIENT_STATES, type Recipient, type RecipientState } from './campaign.ts';
import type { CampaignSearch } from './search.ts';

const CSV_COLUMNS = ['row', 'phone', 'name', 'status', 'reason', 'message_id', 'queued_at'];
const ALL = 'all';

const COLUMNS: readonly WideColumn<Recipient>[] = [
  { name: 'Row', width: 64, isNumber: true, isSecondary: true, cell: ({ position }) => position.toLocaleString() },
  {
    name: 'Person',
    cell: ({ phone, name }) => (
      <>
        <span className="number">{phone}</span>
        {name !== null && (
          <>
            {' '}
            <bdi className="muted">{name}</bdi>
          </>
        )}
      </>
    ),
  },
  {
    name: 'Status',
    width: 110,
    cell: ({ state }) => {
      const known = RECIPIENT_STATES[state as RecipientState];
      return <Badge tone={known?.tone ?? 'neutral'}>{known?.text ?? state}</Badge>;
    },
  },
  {
    name: 'Reason',
    isSecondary: true,
    cell: ({ reason }) => reason !== null && <span title={reason}>{REASONS[reason] ?? reason}</span>,
  },
  {
    name: 'Message',
    width: 210,
    isSecondary: true,
    cell: ({ message_id }) => message_id !== null && <Copyable text={message_id} name="message ID" />,
  },
  {
    name: 'Queued',
    width: 90,
    isSecondary: true,
    cell: ({ queued_at }) => queued_at !== null && <Time at={queued_at} />,
  },
];

const pageOf = (account: string, campaign: number, after: number, state: RecipientState | undefined) =>
  bodyOf(
    admin.GET('/accounts/{account}/campaigns/{campaign}/recipients', {
      params: { path: { account, campaign }, query: { after, ...(state && { state: [state] }) } },
    }),
  );

/** The result for each recipient, with a filter and an export. */
export function Results({ campaign }: { campaign: Campaign }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as CampaignSearch;
  const state =
    search.state !== undefined && search.state in RECIPIENT_STATES ? (search.state as RecipientState) : undefined;
  const id = campaign.campaign_id;
  const list = useInfiniteQuery({
    queryKey: ['campaigns', account, id, 'recipients', state ?? ALL],
    queryFn: ({ pageParam }) => pageOf(account, id, pageParam, state),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  useResultsOf(campaign, list.data?.pages.length ?? 0);
  const choose = (value: string) =>
    void navigate({
      to: '/campaigns',
      search: { campaign: id, ...(value !== ALL && { state: value }) } as never,
      replace: true,
    });
  return (
    <Section
      title="Results by recipient"
      actions={
        <div className="row wrap">
          <Select
            label="Status"
            isLabelHidden
            value={state ?? ALL}
            onChange={choose}
            options={[
              { value: ALL, text: 'All states' },
              ...Object.entries(RECIPIENT_STATES).map(([value, { text }]) => ({
                value,
                text,
                detail: `${campaign[value as RecipientState].toLocaleString()} people`,
              })),
            ]}
          />
          <Export campaign={campaign} state={state} />
        </div>
      }
    >
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      <VirtualTable
        label="Results by recipient"
        columns={COLUMNS}
        rows={list.data?.pages.flatMap(({ recipients }) => recipients)}
        total={state ? campaign[state] : campaign.recipients}
        keyOf={({ position }) => position}
        onEnd={onEnd}
        empty={
          <EmptyState title={state ? `No one has the status “${RECIPIENT_STATES[state].text}”` : 'The list is empty'} />
        }
      />
    </Section>
  );
}

/** More pages than this are not read again while the numbers change. */
const MAX_FOLLOWED = 2;

/** Reads the results again if the numbers of the campaign have changed. */
function useResultsOf(campaign: Campaign, pages: number): void {
  const account = useAccountId();
  const queries = useQueryClient();
  const id = campaign.campaign_id;
  const counts = Object.keys(RECIPIENT_STATES)
    .map((state) => campaign[state as RecipientState])
    .join();
  const last = useRef(counts);
  useEffect(() => {
    if (last.current !== counts && pages <= MAX_FOLLOWED) {
      last.current = counts;
      void queries.invalidateQueries({ queryKey: ['campaigns', account, id, 'recipients'] });
    }
  }, [counts, pages, queries, account, id]);
}

/** Saves the shown results as CSV. */
function Export({ campaign, state }: { campaign: Campaign; state: RecipientState | undefined }) {
  const account = useAccountId();
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<unknown>();
  const id = campaign.campaign_id;
  const save = async () => {
    setError(undefined);
    setDone(0);
    try {
      const rows: Recipient[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after;
        const page = await patiently(() => pageOf(account, id, from, state));
        rows.push(...page.recipients);
        setDone(rows.length);
        after = page.next;
      }
      const cells = rows.map(({ position, phone, name, state: status, reason, message_id, queued_at }) => [
        ...[position, phone, name, status, reason, message_id, queued_at],
      ]);
      download(`campaign-${id}.csv`, 'text/csv', csvOf(CSV_COLUMNS, cells));
    } catch (problem) {
      setError(problem);
    }
    setDone(undefined);
  };
  return (
    <>
      <Button icon={Download} isPending={done !== undefined} onPress={() => void save()}>
        {state ? `Export CSV, only ${RECIPIENT_STATES[state].text.toLowerCase()}` : 'Export CSV'}
      </Button>
      {done !== undefined && (
        <div className="export-progress">
          <Progress label="Reading" done={done} total={state ? campaign[state] : campaign.recipients} />
        </div>
      )}
      {error !== undefined && <ErrorNote error={error} retry={() => void save()} />}
    </>
  );
}
