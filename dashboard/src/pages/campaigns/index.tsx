import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import './campaigns.css';
import { campaignsQuery } from './campaign.ts';
import { CampaignDetail } from './campaign-detail.tsx';
import { CampaignList, PAGE } from './campaign-list.tsx';
import { NewCampaign } from './new-campaign.tsx';
import { type CampaignSearch, useMaySend } from './search.ts';

export default function CampaignsPage() {
  const { campaign, step, template } = useSearch({ strict: false }) as CampaignSearch;
  const maySend = useMaySend();
  if (step !== undefined && maySend) {
    return <NewCampaign step={step} chosen={template} />;
  }
  if (Number.isInteger(campaign)) {
    return <CampaignDetail id={Number(campaign)} />;
  }
  return <AllCampaigns />;
}

function AllCampaigns() {
  const account = useAccountId();
  const navigate = useNavigate();
  const maySend = useMaySend();
  const { data } = useQuery(campaignsQuery(account, PAGE));
  const create = () => void navigate({ to: '/campaigns', search: { step: 'template' } as never });
  return (
    <Page
      title="Campaigns"
      about="Sends of one template to a list of people."
      actions={
        maySend &&
        // An empty list has the button itself.
        data?.length !== 0 && (
          <Button kind="primary" icon={Plus} onPress={create}>
            New campaign
          </Button>
        )
      }
    >
      <CampaignList onCreate={maySend ? create : undefined} />
    </Page>
  );
}
