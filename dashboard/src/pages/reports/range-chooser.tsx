import { Select, TextField } from '../../parts/fields/fields.tsx';
import { type DayRange, PRESETS, presetOf, type RangeSearch, today } from './range.ts';

interface RangeChooserProps {
  search: RangeSearch;
  range: DayRange;
  timeZone: string | undefined;
  /** What the server says about the days. */
  error: string | undefined;
  onChange: (search: RangeSearch) => void;
}

/** Chooses the days of the reports. */
export function RangeChooser({ search, range, timeZone, error, onChange }: RangeChooserProps) {
  const preset = presetOf(search);
  return (
    <div className="report-range">
      <Select
        label="Range"
        isLabelHidden
        value={preset}
        options={PRESETS}
        onChange={(value) => onChange(value === 'custom' ? range : { days: Number(value) })}
      />
      {preset === 'custom' && (
        <>
          <TextField
            label="First day"
            type="date"
            value={range.from}
            error={error}
            onChange={(from) => from !== '' && onChange({ ...range, from })}
          />
          <TextField
            label="Last day"
            type="date"
            value={range.to}
            onChange={(to) => to !== '' && onChange({ ...range, to: to > today(timeZone) ? today(timeZone) : to })}
          />
        </>
      )}
    </div>
  );
}
