import { useQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/session.ts';
import { Plot } from '../../parts/data/plot.tsx';
import { Table } from '../../parts/data/table.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Checkbox } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { percentOf, writePercent } from '../../parts/values/percent.ts';
import { Time } from '../../parts/values/time.tsx';
import { addressed, titleOf } from '../campaigns/campaign.ts';
import { Export } from './export.tsx';
import { type Campaign, campaignsQuery } from './queries.ts';

/** How many campaigns are compared at first, and at most. */
const AT_FIRST = 3;
const AT_MOST = 6;

const RATES = [
  ['Delivered', '--good', ({ delivered, read }: Campaign) => delivered + read],
  ['Read', '--info', ({ read }: Campaign) => read],
  ['Failed', '--bad', ({ failed }: Campaign) => failed],
] as const;

const nameOf = (campaign: Campaign): string => `${campaign.campaign_id}: ${titleOf(campaign)}`;

interface CampaignsProps {
  /** The chosen campaigns; undefined for the newest. */
  chosen: readonly number[] | undefined;
  onChoose: (chosen: number[]) => void;
}

/** The results of campaigns side by side. */
export function Campaigns({ chosen, onChoose }: CampaignsProps) {
  const { data: campaigns, error, refetch } = useQuery(campaignsQuery(useAccountId()));
  const started = campaigns?.filter(({ state }) => state !== 'loading');
  const ids = chosen ?? started?.slice(0, AT_FIRST).map(({ campaign_id }) => campaign_id) ?? [];
  const compared = (started ?? []).filter(({ campaign_id }) => ids.includes(campaign_id)).toReversed();
  const choose = (id: number, isChosen: boolean) =>
    onChoose(isChosen ? [...ids, id].slice(-AT_MOST) : ids.filter((one) => one !== id));
  if (error) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  return (
    <Section
      title="Campaigns side by side"
      actions={
        <Export
          file="campaigns"
          what="campaigns"
          columns={[
            'campaign_id',
            'name',
            'template',
            'created_at',
            'recipients',
            'delivered',
            'read',
            'failed',
            'skipped',
          ]}
          rows={started?.map((one) => [
            one.campaign_id,
            one.name,
            one.template,
            one.created_at,
            one.recipients,
            one.delivered + one.read,
            one.read,
            one.failed,
            one.skipped,
          ])}
        />
      }
    >
      {compared.length > 0 && (
        <Plot
          label="Results of campaigns, in percent of the people who were not skipped"
          labelName="Campaign"
          labels={compared.map(nameOf)}
          unit="percent"
          write={writePercent}
          series={RATES.map(([name, colour, of]) => ({
            name,
            colour,
            values: compared.map((one) => percentOf(of(one), addressed(one))),
          }))}
        />
      )}
      <Table
        label="Campaigns"
        rows={started}
        keyOf={({ campaign_id }) => String(campaign_id)}
        empty={<p className="muted">No campaign has started yet.</p>}
        columns={[
          {
            name: 'Campaign',
            width: '34%',
            cell: (one) => (
              <Checkbox
                isSelected={ids.includes(one.campaign_id)}
                onChange={(isChosen) => choose(one.campaign_id, isChosen)}
              >
                {nameOf(one)}
              </Checkbox>
            ),
          },
          { name: 'Created', isSecondary: true, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            name: 'Recipients',
            isNumber: true,
            cell: ({ recipients }) => recipients.toLocaleString(),
            sortBy: ({ recipients }) => recipients,
          },
          ...RATES.map(([name, , of]) => ({
            name,
            isNumber: true,
            cell: (one: Campaign) => writePercent(percentOf(of(one), addressed(one))),
            sortBy: (one: Campaign) => percentOf(of(one), addressed(one)),
          })),
          {
            name: 'Skipped',
            isNumber: true,
            isSecondary: true,
            cell: ({ skipped }) => skipped.toLocaleString(),
            sortBy: ({ skipped }) => skipped,
          },
        ]}
      />
    </Section>
  );
}
