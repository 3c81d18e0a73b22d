import { Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../parts/button.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { type DraftButton, variablesIn } from './draft.ts';

/** Meta's limit for the buttons of a template. */
const MOST = 10;

const TYPES = [
  { value: 'QUICK_REPLY', text: 'Quick reply' },
  { value: 'URL', text: 'Open a page' },
  { value: 'PHONE_NUMBER', text: 'Call a number' },
] as const;

interface TemplateButtonsProps {
  buttons: readonly DraftButton[];
  onChange: (buttons: DraftButton[]) => void;
  /** Returns what is wrong with a field, such as `buttons.0.url`. */
  errorAt: (field: string) => string | undefined;
}

/** The buttons of a new template. */
export function TemplateButtons({ buttons, onChange, errorAt }: TemplateButtonsProps) {
  const change = (place: number, fields: Partial<DraftButton>) =>
    onChange(buttons.map((button, at) => (at === place ? { ...button, ...fields } : button)));
  return (
    <>
      {buttons.map((button, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button has no ID
        <fieldset key={place} className="template-samples">
          <legend>{`Button ${place + 1}`}</legend>
          <div className="template-values">
            <Select
              label="Kind"
              value={button.type}
              onChange={(type) => change(place, { type })}
              options={TYPES.map(({ value, text }) => ({ value, text }))}
            />
            <TextField
              label="Label"
              value={button.text}
              maxLength={25}
              onChange={(text) => change(place, { text })}
              isRequired
            />
            {button.type === 'URL' && (
              <TextField
                label="Address"
                type="url"
                value={button.url ?? ''}
                onChange={(url) => change(place, { url })}
                error={errorAt(`buttons.${place}.url`)}
                help="It may end in {{1}}, which each send fills."
              />
            )}
            {button.type === 'URL' && variablesIn(button.url ?? '').length > 0 && (
              <TextField
                label="Example of the whole address"
                type="url"
                value={button.sample ?? ''}
                onChange={(sample) => change(place, { sample })}
                error={errorAt(`buttons.${place}.sample`)}
              />
            )}
            {button.type === 'PHONE_NUMBER' && (
              <TextField
                label="Number"
                type="tel"
                value={button.phone_number ?? ''}
                onChange={(phone_number) => change(place, { phone_number })}
                error={errorAt(`buttons.${place}.phone_number`)}
              />
            )}
          </div>
          <IconButton
            label={`Remove button ${place + 1}`}
            icon={Trash2}
            onPress={() => onChange(buttons.filter((_, at) => at !== place))}
          />
        </fieldset>
      ))}
      {buttons.length < MOST && (
        <div>
          <Button onPress={() => onChange([...buttons, { type: 'QUICK_REPLY', text: '' }])}>Add a button</Button>
        </div>
      )}
    </>
  );
}
