import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Problem } from '../../api/problem.ts';
import { useAccountId, useSession } from '../../api/session.ts';
import { Plot } from '../../parts/data/plot.tsx';
import { ErrorNote, Skeleton, SkeletonRows } from '../../parts/feedback.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Campaigns } from './campaigns.tsx';
import { BillableByDay, MessagesByDay, RatesByDay } from './messages.tsx';
import { reportQuery, statsQuery } from './queries.ts';
import { type DayRange, dayText, type RangeSearch, rangeOf } from './range.ts';
import { RangeChooser } from './range-chooser.tsx';
import './reports.css';
import { writePercent } from '../../parts/values/percent.ts';
import { Responses } from './responses.tsx';

type Search = RangeSearch & { campaigns?: number[] };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the account sent and received in a range of days. */
export default function ReportsPage() {
  const { account } = useSession();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const range = rangeOf(search, account?.time_zone);
  const { data: report, error, refetch } = useQuery(reportQuery(accountId, range));
  const isRangeError = error instanceof Problem && (error.field === 'from' || error.field === 'to');
  const zone = report?.time_zone ?? account?.time_zone;
  const file = `${range.from}-${range.to}`;
  const show = (changes: Search) => void navigate({ to: '/reports', search: changes, replace: true });
  return (
    <Page
      title="Reports"
      about={
        isRangeError
          ? undefined
          : `${dayText(range.from)} to ${dayText(range.to)}${zone === undefined ? '' : `, days in ${zone}`}`
      }
      actions={
        <RangeChooser
          search={search}
          range={range}
          timeZone={account?.time_zone}
          error={isRangeError ? capital(error.message) : undefined}
          onChange={(next) => show({ ...next, ...(search.campaigns && { campaigns: search.campaigns }) })}
        />
      }
    >
      {error && !isRangeError && <ErrorNote error={error} retry={() => void refetch()} />}
      {!isRangeError && <Figures range={range} />}
      {report && !error ? (
        <>
          <MessagesByDay days={report.days} file={file} />
          <RatesByDay days={report.days} file={file} />
          <div className="report-pair">
            <Statuses range={range} />
            <BillableByDay days={report.days} file={file} />
          </div>
          <Responses responses={report.responses} file={file} />
        </>
      ) : (
        !error && <SkeletonRows rows={30} />
      )}
      <Campaigns chosen={search.campaigns} onChoose={(campaigns) => show({ ...search, campaigns })} />
    </Page>
  );
}

const FIGURES = [
  ['incoming', 'From customers'],
  ['outgoing', 'To customers'],
  ['delivered_rate', 'Delivered'],
  ['read_rate', 'Read'],
  ['failed_rate', 'Failed'],
] as const;

function Figures({ range }: { range: DayRange }) {
  const { data: stats } = useQuery(statsQuery(range));
  return (
    <dl className="cards figures">
      {FIGURES.map(([field, text]) => {
        const value = stats?.messages[field];
        return (
          <div key={field} className="card figure">
            <dt>{text}</dt>
            <dd className="number">
              {value === undefined ? (
                <Skeleton width={64} height={24} />
              ) : field.endsWith('_rate') ? (
                // Nothing has no rate, and 0 % delivered would be an alarm.
                writePercent(stats?.messages.outgoing === 0 ? null : value)
              ) : (
                value.toLocaleString()
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const STATUSES = [
  ['open', 'Open'],
  ['closed', 'Closed'],
  ['bot', 'In a flow'],
] as const;

/** The statuses that conversations of the range have now. */
function Statuses({ range }: { range: DayRange }) {
  const { data: stats } = useQuery(statsQuery(range));
  return (
    <Section title="Conversations">
      <Plot
        label="Conversations by status"
        labelName="Status"
        labels={STATUSES.map(([, text]) => text)}
        unit="pieces"
        series={[
          {
            name: 'Conversations',
            colour: '--accent',
            values: STATUSES.map(([field]) => stats?.conversations[field] ?? 0),
          },
        ]}
      />
      <p className="muted">Conversations with a message in these days, by their status now.</p>
    </Section>
  );
}
