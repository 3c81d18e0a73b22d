import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminPaths } from '@wigwag/openapi';
import type { ReactNode } from 'react';
import { admin, bodyOf } from '../../../api/client.ts';
import { useAccountId, useSession } from '../../../api/session.ts';
import { Badge, ErrorNote } from '../../../parts/feedback.tsx';
import { Time } from '../../../parts/values/time.tsx';
import { REASONS, RECIPIENT_STATES } from '../../campaigns/campaign.ts';
import { noteText } from '../../contacts/refusals.ts';
import { RUN_STATUSES, STOP_REASONS } from '../../flows/run-words.ts';

type Activity =
  AdminPaths['/accounts/{account}/conversations/{phone}/activity']['get']['responses'][200]['content']['application/json'];

const LISTS: Record<Activity['lists'][number]['list'], string> = {
  opt_outs: 'Opted out of marketing',
  blocked_numbers: 'Blocked',
};
/** The lists that the person is on, and the flows and campaigns that sent to them. */
export function PersonActivity({ phone }: { phone: string }) {
  const path = { account: useAccountId(), phone };
  const { data, error, refetch } = useQuery({
    queryKey: ['activity', path.account, phone],
    queryFn: () => bodyOf(admin.GET('/accounts/{account}/conversations/{phone}/activity', { params: { path } })),
  });
  // Agents do not have the pages of flows and campaigns.
  const hasPages = useSession().login.role !== 'agent';
  if (error) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  if (!data) {
    return null;
  }
  const link = (to: '/flows' | '/campaigns', search: object, children: ReactNode) =>
    hasPages ? (
      <Link to={to} search={search as never}>
        {children}
      </Link>
    ) : (
      children
    );
  return (
    <>
      <Part title="Lists">
        {data.lists.map(({ list, cause, at }) => (
          <li key={list}>
            <span className="row">
              <span className="grow">{LISTS[list]}</span>
              <Time at={at} />
            </span>
            {cause && <span className="muted">{noteText(cause)}</span>}
          </li>
        ))}
      </Part>
      <Part title="Flows">
        {data.flow_runs.map(({ run_id, flow_id, flow, status, stop_reason, messages_sent, started_at }) => (
          <li key={run_id}>
            <span className="row">
              <bdi className="grow cut">
                {flow === null ? 'Deleted flow' : link('/flows', { flow: flow_id, tab: 'runs' }, flow)}
              </bdi>
              <Time at={started_at} />
            </span>
            <span className="row">
              <Badge tone={RUN_STATUSES[status].tone}>{RUN_STATUSES[status].text}</Badge>
              <span className="muted">
                {messages_sent.toLocaleString()} {messages_sent === 1 ? 'message' : 'messages'}
                {stop_reason && `. ${STOP_REASONS[stop_reason as keyof typeof STOP_REASONS] ?? stop_reason}`}
              </span>
            </span>
          </li>
        ))}
      </Part>
      <Part title="Campaigns">
        {data.campaigns.map(({ campaign_id, template, state, reason, queued_at }) => (
          <li key={campaign_id}>
            <span className="row">
              <span className="grow cut">{link('/campaigns', { campaign: campaign_id }, template)}</span>
              <Time at={queued_at} />
            </span>
            <span className="row">
              <Badge tone={RECIPIENT_STATES[state].tone}>{RECIPIENT_STATES[state].text}</Badge>
              {reason && <span className="muted">{REASONS[reason] ?? reason}</span>}
            </span>
          </li>
        ))}
      </Part>
    </>
  );
}

/** A heading and its entries; nothing without entries. */
function Part({ title, children }: { title: string; children: ReactNode[] }) {
  return children.length === 0 ? null : (
    <section className="stack tight" aria-label={title}>
      <h3>{title}</h3>
      <ul className="others activity">{children}</ul>
    </section>
  );
}
