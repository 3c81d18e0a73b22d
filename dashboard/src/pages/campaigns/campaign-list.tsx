import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, MoreRows, Table } from '../../parts/data/table.tsx';
import { Badge, EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { writeShare } from '../../parts/values/percent.ts';
import { Time } from '../../parts/values/time.tsx';
import { addressed, type Campaign, campaignsQuery, handled, STATES, titleOf } from './campaign.ts';

/** How many campaigns are shown at first. */
export const PAGE = 20;

const COLUMNS: readonly Column<Campaign>[] = [
  {
    name: 'Campaign',
    cell: (campaign) => (
      <span>
        <bdi>{titleOf(campaign)}</bdi>{' '}
        <span className="muted">{campaign.name ? campaign.template : campaign.language}</span>
      </span>
    ),
    sortBy: titleOf,
  },
  {
    name: 'Status',
    width: '130px',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>,
    sortBy: ({ state }) => state,
  },
  { name: 'Progress', width: '180px', cell: (campaign) => <SmallProgress campaign={campaign} /> },
  {
    name: 'Recipients',
    isNumber: true,
    isSecondary: true,
    cell: ({ recipients }) => recipients.toLocaleString(),
    sortBy: ({ recipients }) => recipients,
  },
  {
    name: 'Delivered',
    isNumber: true,
    isSecondary: true,
    cell: (campaign) => writeShare(campaign.delivered + campaign.read, addressed(campaign)),
  },
  {
    name: 'Read',
    isNumber: true,
    isSecondary: true,
    cell: (campaign) => writeShare(campaign.read, addressed(campaign)),
  },
  {
    name: 'Failed',
    isNumber: true,
    isSecondary: true,
    cell: ({ failed }) => failed.toLocaleString(),
    sortBy: ({ failed }) => failed,
  },
  {
    name: 'Created',
    width: '110px',
    isSecondary: true,
    cell: ({ created_at }) => <Time at={created_at} />,
    sortBy: ({ created_at }) => created_at,
  },
];

/** The campaigns, newest first, with their progress. */
export function CampaignList({ onCreate }: { onCreate: (() => void) | undefined }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isFetching, refetch } = useQuery(campaignsQuery(account, limit));
  if (error && data === undefined) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  return (
    <>
      <Table
        label="Campaigns"
        columns={COLUMNS}
        rows={data}
        keyOf={({ campaign_id }) => String(campaign_id)}
        onOpen={({ campaign_id }) => void navigate({ to: '/campaigns', search: { campaign: campaign_id } as never })}
        empty={
          <EmptyState
            icon={Megaphone}
            title="No campaigns yet"
            action={
              onCreate && (
                <Button kind="primary" onPress={onCreate}>
                  New campaign
                </Button>
              )
            }
          >
            {onCreate
              ? 'Choose an approved template and a list of people to send it to.'
              : 'A manager or an owner can create one.'}
          </EmptyState>
        }
      />
      <MoreRows
        hasMore={data !== undefined && data.length === limit}
        isLoading={isFetching}
        onMore={() => setLimit(limit + PAGE)}
      />
    </>
  );
}

/** The handled share of a list as a bar in a row. */
function SmallProgress({ campaign }: { campaign: Campaign }) {
  const done = handled(campaign);
  const all = addressed(campaign);
  const share = all === 0 ? 100 : (100 * done) / all;
  return (
    <span className="small-progress">
      <span className="progress-track" aria-hidden>
        <span className="progress-fill" style={{ width: `${share}%` }} />
      </span>
      <span className="number muted">
        {done.toLocaleString()} of {all.toLocaleString()}
      </span>
    </span>
  );
}
