import { Note } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { openSlots, type Slot, slotsOf, sourceOf } from './slots.ts';
import type { CampaignDraft, DraftList, Source, Template } from './use-campaign-draft.ts';

interface StepValuesProps {
  template: Template;
  list: DraftList;
  draft: CampaignDraft;
  onChange: (sources: CampaignDraft['sources']) => void;
}

const SAME = 'same';
const NONE = 'none';

/** Chooses which column contains which value. */
export function StepValues({ template, list, draft, onChange }: StepValuesProps) {
  const slots = slotsOf(template);
  const open = openSlots(template, draft, list.header);
  return (
    <>
      <p className="muted">Columns whose names match are already chosen.</p>
      {slots.map((slot) => (
        <SlotFields
          key={slot.id}
          slot={slot}
          source={sourceOf(slot, draft, list.header)}
          list={list}
          isOpen={open.includes(slot)}
          onChange={(source) => {
            const { [slot.id]: _, ...others } = draft.sources;
            onChange(source === undefined ? others : { ...others, [slot.id]: source });
          }}
        />
      ))}
      {open.length > 0 && (
        <Note tone="warn">
          <p>Choose a column or a text for {open.map(({ label }) => label).join(', ')}.</p>
        </Note>
      )}
    </>
  );
}

interface SlotFieldsProps {
  slot: Slot;
  source: Source | undefined;
  list: DraftList;
  isOpen: boolean;
  onChange: (source: Source | undefined) => void;
}

function SlotFields({ slot, source, list: { header, rows }, onChange }: SlotFieldsProps) {
  const value = source === undefined ? NONE : 'text' in source ? SAME : String(source.column);
  const isPhone = slot.id === 'phone';
  const [first] = rows;
  return (
    <div className="slot">
      <Select
        label={slot.label}
        help={slot.help}
        value={value === NONE && slot.isRequired ? undefined : value}
        placeholder="Choose a column"
        onChange={(key) => onChange(key === NONE ? undefined : key === SAME ? { text: '' } : { column: Number(key) })}
        options={[
          ...(slot.isRequired ? [] : [{ value: NONE, text: 'None' }]),
          ...header.map((column, place) => ({
            value: String(place),
            text: column || `Column ${place + 1}`,
            detail: first?.cells[place] || undefined,
          })),
          ...(isPhone || !slot.isRequired ? [] : [{ value: SAME, text: 'The same text for all' }]),
        ]}
      />
      {source !== undefined && 'text' in source && (
        <TextField label={`Text for ${slot.label}`} value={source.text} onChange={(text) => onChange({ text })} />
      )}
    </div>
  );
}
