import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Pause, Play, Send } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useConnectionName } from '../../api/connections.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Badge, ErrorNote, Note, Progress, SkeletonRows } from '../../parts/feedback.tsx';
import { Facts, Page, Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { writeShare } from '../../parts/values/percent.ts';
import { fullTime, Time, useZone } from '../../parts/values/time.tsx';
import { addressed, type Campaign, campaignQuery, handled, isIdle, STATES, sentOf, titleOf } from './campaign.ts';
import { ChangeTime } from './change-time.tsx';
import { Results } from './results.tsx';
import { useMaySend } from './search.ts';

/** A campaign: its progress, live, and the result for each recipient. */
export function CampaignDetail({ id }: { id: number }) {
  const account = useAccountId();
  const { data, error, refetch } = useQuery(campaignQuery(account, id));
  return (
    <Page
      title={data ? titleOf(data) : `Campaign ${id}`}
      about={
        <Link to="/campaigns" className="back">
          <ArrowLeft size={14} aria-hidden /> All campaigns
        </Link>
      }
      actions={data && <Actions campaign={data} />}
    >
      {data ? (
        <>
          <Overview campaign={data} />
          <Results campaign={data} />
        </>
      ) : error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Page>
  );
}

function Overview({ campaign }: { campaign: Campaign }) {
  const zone = useZone();
  const connectionName = useConnectionName(campaign.connection_id);
  const { state, problem, recipients, waiting, queued, delivered, read, failed, skipped } = campaign;
  const all = addressed(campaign);
  const tiles: readonly (readonly [name: string, count: number, share: string | undefined])[] = [
    ['Sent', sentOf(campaign), writeShare(sentOf(campaign), all)],
    ['Delivered', delivered + read, writeShare(delivered + read, all)],
    ['Read', read, writeShare(read, all)],
    ['Failed', failed, writeShare(failed, all)],
    ['Skipped', skipped, undefined],
    ['Waiting', waiting + queued, undefined],
  ];
  return (
    <Section title="Progress" actions={<Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>}>
      {problem !== null && (
        <Note tone="bad">
          <p>{problem}</p>
          <p>
            Fix what the message names, then press “{waiting === recipients ? 'Send now' : 'Resume'}”. No one gets the
            message twice.
          </p>
        </Note>
      )}
      {state === 'loading' && (
        <Note tone="warn">
          <p>The list was never completely stored, so nothing is sent.</p>
          <p>Create the campaign again with the same list. It continues this one.</p>
        </Note>
      )}
      {state === 'scheduled' && campaign.starts_at !== null && (
        <Note>
          <p>
            Sending starts on {fullTime(campaign.starts_at, zone)}. The list has {recipients.toLocaleString()}{' '}
            {recipients === 1 ? 'person' : 'people'}. People who have opted out or are blocked then are skipped.
          </p>
        </Note>
      )}
      {isIdle(campaign) && (
        <Note tone="warn">
          <p>No worker sends messages now. The campaign continues as soon as one runs.</p>
        </Note>
      )}
      <Progress label="Handled recipients" done={handled(campaign)} total={all} />
      <dl className="tiles">
        {tiles.map(([name, count, share]) => (
          <div key={name} className="tile">
            <dt>{name}</dt>
            <dd className="number">
              {count.toLocaleString()}
              {share !== undefined && <span className="muted"> {share}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="campaign-facts">
        <Facts
          facts={[
            ['Template', `${campaign.template} (${campaign.language})`],
            ['Connection', connectionName],
            ['Created', <Time key="created" at={campaign.created_at} />],
            ...(state !== 'scheduled' || campaign.starts_at === null
              ? []
              : [['Scheduled for', <Time key="start" at={campaign.starts_at} />] as const]),
            ...(campaign.finished_at === null
              ? []
              : [['Finished', <Time key="finished" at={campaign.finished_at} />] as const]),
          ]}
        />
      </div>
    </Section>
  );
}

function Actions({ campaign }: { campaign: Campaign }) {
  const account = useAccountId();
  const queries = useQueryClient();
  const maySend = useMaySend();
  const [isStopping, setStopping] = useState(false);
  const [isResuming, setResuming] = useState(false);
  const path = { account, campaign: campaign.campaign_id };
  const refresh = () => queries.invalidateQueries({ queryKey: ['campaigns', account] });
  const stop = async () => {
    await bodyOf(admin.POST('/accounts/{account}/campaigns/{campaign}/stop', { params: { path } }));
    await refresh();
    toast('The campaign is stopped');
  };
  const resume = async () => {
    await bodyOf(admin.POST('/accounts/{account}/campaigns/{campaign}/resume', { params: { path } }));
    await refresh();
    toast(isUnsent ? 'The campaign is being sent' : 'The campaign is resumed');
  };
  // If the second call fails, the campaign is stopped and can be sent by hand.
  const sendNow = async () => {
    await bodyOf(admin.POST('/accounts/{account}/campaigns/{campaign}/stop', { params: { path } }));
    try {
      await resume();
    } finally {
      await refresh();
    }
  };
  const resumeNow = useMutation({ mutationFn: resume });
  // A person may have unscheduled it, and not expect that it sends at once.
  const asksToResume = campaign.starts_at !== null && campaign.waiting > 0;
  const isUnsent = campaign.waiting === campaign.recipients;
  const isScheduled = campaign.state === 'scheduled';
  const unreached = `${campaign.waiting.toLocaleString()} ${campaign.waiting === 1 ? 'person has' : 'people have'} not received the message yet.`;
  if (!maySend) {
    return null;
  }
  return (
    <>
      {resumeNow.error && <ErrorNote error={resumeNow.error} />}
      {(campaign.state === 'sending' || isScheduled) && (
        <Button icon={Pause} onPress={() => setStopping(true)}>
          {isScheduled ? 'Unschedule' : 'Stop'}
        </Button>
      )}
      {isScheduled && <ChangeTime campaign={campaign} />}
      {isScheduled && (
        <Button kind="primary" icon={Send} onPress={() => setResuming(true)}>
          Send now
        </Button>
      )}
      {campaign.state === 'stopped' && (
        <Button
          kind="primary"
          icon={Play}
          isPending={resumeNow.isPending}
          onPress={() => (asksToResume ? setResuming(true) : resumeNow.mutate())}
        >
          {isUnsent ? 'Send now' : 'Resume'}
        </Button>
      )}
      <Confirm
        title={isScheduled ? 'Unschedule the campaign?' : 'Stop the campaign?'}
        action={isScheduled ? 'Unschedule' : 'Stop the campaign'}
        isDanger
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        onConfirm={stop}
      >
        <p>{unreached} If you resume the campaign later, it sends immediately.</p>
      </Confirm>
      <Confirm
        title={isUnsent ? 'Send the campaign now?' : 'Resume the campaign?'}
        action={isUnsent ? 'Send the campaign' : 'Resume the campaign'}
        isOpen={isResuming}
        onClose={() => setResuming(false)}
        onConfirm={isScheduled ? sendNow : resume}
      >
        <p>
          {unreached} {isScheduled ? 'The campaign does not wait for its time.' : 'The campaign sends immediately.'}
        </p>
      </Confirm>
    </>
  );
}
