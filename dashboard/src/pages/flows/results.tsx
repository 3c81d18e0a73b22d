import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { Plot } from '../../parts/data/plot.tsx';
import { Table } from '../../parts/data/table.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../parts/feedback.tsx';
import { Section } from '../../parts/page.tsx';
import { writeShare } from '../../parts/values/percent.ts';
import type { Flow } from './draft.ts';
import { statsQuery } from './queries.ts';
import { STOP_REASONS } from './run-words.ts';

const FIGURES = [
  ['entered', 'Pressed the button'],
  ['running', 'Running'],
  ['done', 'Got all steps'],
  ['stopped', 'Stopped before'],
  ['messages_sent', 'Messages sent'],
] as const;

/** How far people got in the flow, and why runs stopped. */
export function Results({ flow }: { flow: Flow }) {
  const { data: stats, error, refetch } = useQuery(statsQuery(flow.id));
  if (error) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  if (stats?.entered === 0) {
    return (
      <EmptyState icon={ChartColumn} title="No results yet">
        They appear when the first customer presses “{flow.button}”. Tests do not count.
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <dl className="cards figures">
        {FIGURES.map(([name, text]) => (
          <div key={name} className="card figure">
            <dt>{text}</dt>
            <dd className="number">{stats ? stats[name].toLocaleString() : <Skeleton width={48} height={24} />}</dd>
          </div>
        ))}
      </dl>
      <Section title="How far people got">
        <Plot
          label="People whom each step reached"
          labelName="Step"
          labels={['Pressed', ...flow.steps.map((_, index) => `Step ${index + 1}`)]}
          series={[
            {
              name: 'People',
              colour: '--accent',
              values: stats ? [stats.entered, ...stats.funnel.map(({ reached }) => reached)] : [],
            },
          ]}
          writeMore={(value) => (stats ? writeShare(value, stats.entered) : '')}
          unit="pieces"
        />
      </Section>
      <Section title="Why runs stopped">
        <Table
          label="Reasons to stop"
          rows={
            stats && Object.entries(STOP_REASONS).map(([id, text]) => ({ id: id as keyof typeof STOP_REASONS, text }))
          }
          keyOf={({ id }) => id}
          columns={[
            { name: 'Reason', cell: ({ text }) => text },
            {
              name: 'Runs',
              isNumber: true,
              sortBy: ({ id }) => stats?.stop_reasons[id] ?? 0,
              cell: ({ id }) => (stats?.stop_reasons[id] ?? 0).toLocaleString(),
            },
            {
              name: 'Of all who entered',
              isNumber: true,
              cell: ({ id }) => writeShare(stats?.stop_reasons[id] ?? 0, stats?.entered ?? 0),
            },
          ]}
        />
      </Section>
    </div>
  );
}
