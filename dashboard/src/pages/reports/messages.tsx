import { Plot, type Series } from '../../parts/data/plot.tsx';
import { Section } from '../../parts/page.tsx';
import { percentOf, writePercent } from '../../parts/values/percent.ts';
import { Export } from './export.tsx';
import type { ReportDay } from './queries.ts';
import { dayText } from './range.ts';
import { categoryText } from './write.ts';

const COUNTS = [
  ['incoming', 'From customers', '--line-strong'],
  ['outgoing', 'To customers', '--accent'],
] as const;

const RATES = [
  ['delivered', 'Delivered', '--good'],
  ['read', 'Read', '--info'],
  ['failed', 'Failed', '--bad'],
] as const;

/** The colours of categories, in the order of their names. */
const COLOURS = ['--accent', '--good', '--warn', '--info', '--bad', '--web'] as const;

interface SectionProps {
  days: readonly ReportDay[];
  /** The end of the names of files. */
  file: string;
}

/** Messages in both directions by day. */
export function MessagesByDay({ days, file }: SectionProps) {
  const columns = ['day', 'incoming', 'outgoing', 'delivered', 'read', 'failed'] as const;
  return (
    <Section
      title="Messages"
      actions={
        <Export
          file={`messages-${file}`}
          what="messages"
          columns={columns}
          rows={days.map((day) => columns.map((name) => day[name]))}
        />
      }
    >
      <Plot
        label="Messages by day"
        labelName="Day"
        labels={days.map(({ day }) => dayText(day))}
        unit="pieces"
        series={COUNTS.map(([field, name, colour]) => ({ name, colour, values: days.map((day) => day[field]) }))}
      />
    </Section>
  );
}

/** What became of the messages to customers, by day. A day without messages has no rates. */
export function RatesByDay({ days, file }: SectionProps) {
  const rateOf = (day: ReportDay, field: (typeof RATES)[number][0]) =>
    day.outgoing === 0 ? null : percentOf(day[field], day.outgoing);
  return (
    <Section
      title="Delivered, read and failed"
      actions={
        <Export
          file={`rates-${file}`}
          what="rates"
          columns={['day', ...RATES.map(([field]) => `${field}_rate`)]}
          rows={days.map((day) => [day.day, ...RATES.map(([field]) => rateOf(day, field)?.toFixed(1) ?? '')])}
        />
      }
    >
      <Plot
        label="Rates by day"
        labelName="Day"
        kind="lines"
        labels={days.map(({ day }) => dayText(day))}
        unit="percent"
        write={writePercent}
        series={RATES.map(([field, name, colour]) => ({ name, colour, values: days.map((day) => rateOf(day, field)) }))}
      />
      <p className="muted">
        Of the messages that were sent on the day, by their status now. Read messages count as delivered.
      </p>
    </Section>
  );
}

/** The messages that Meta charges for, by day and category. */
export function BillableByDay({ days, file }: SectionProps) {
  const categories = [...new Set(days.flatMap(({ billable }) => Object.keys(billable)))].sort();
  const series = categories.map((category, place): Series => {
    const values = days.map(({ billable }) => billable[category] ?? 0);
    const total = values.reduce((sum, value) => sum + value, 0);
    return {
      name: `${categoryText(category)} (${total.toLocaleString()})`,
      colour: COLOURS[place % COLOURS.length] ?? COLOURS[0],
      values,
    };
  });
  return (
    <Section
      title="Billable messages"
      actions={
        <Export
          file={`billable-${file}`}
          what="billable messages"
          columns={['day', ...categories]}
          rows={days.map(({ day, billable }) => [day, ...categories.map((category) => billable[category] ?? 0)])}
        />
      }
    >
      {categories.length === 0 ? (
        <p className="muted">Meta has reported no price of a message in these days.</p>
      ) : (
        <Plot
          label="Billable messages by day"
          labelName="Day"
          kind="stacked"
          labels={days.map(({ day }) => dayText(day))}
          unit="pieces"
          series={series}
        />
      )}
      <p className="muted">
        Counts, by Meta’s category. Meta names no amounts: multiply by the rates of your contract.
      </p>
    </Section>
  );
}
