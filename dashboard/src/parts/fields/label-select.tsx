import { useAllLabels } from '../../api/labels.ts';
import { Select } from './fields.tsx';

interface LabelSelectProps {
  /** The ID of the label; undefined for any. */
  value: number | undefined;
  onChange: (label: number | undefined) => void;
  help?: string;
  isLabelHidden?: boolean;
}

/** A choice of one of the account's labels. It has its place before they are known. */
export function LabelSelect({ value, onChange, ...rest }: LabelSelectProps) {
  const labels = useAllLabels();
  return (
    <Select
      {...rest}
      label="Label"
      isDisabled={labels === undefined}
      value={value === undefined ? 'all' : String(value)}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : Number(chosen))}
      options={[
        { value: 'all', text: 'Any label' },
        ...(labels ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
    />
  );
}
