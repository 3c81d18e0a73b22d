import { Link2, Reply, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { type ButtonDraft, type FieldErrors, MAX_REPLIES } from './draft.ts';

interface StepButtonsProps {
  buttons: readonly ButtonDraft[];
  errors: FieldErrors;
  isDisabled: boolean;
  onChange: (buttons: ButtonDraft[]) => void;
}

/** The buttons below a text: up to three replies, or one link. */
export function StepButtons({ buttons, errors, isDisabled, onChange }: StepButtonsProps) {
  const hasLink = buttons.some(({ type }) => type === 'url');
  const add = (type: ButtonDraft['type']) => onChange([...buttons, { type, text: '', url: '' }]);
  const set = (index: number, changes: Partial<ButtonDraft>) =>
    onChange(buttons.map((button, at) => (at === index ? { ...button, ...changes } : button)));
  return (
    <div className="stack tight">
      {errors.buttons && <p className="field-error">{errors.buttons}</p>}
      {buttons.map((button, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other identity
        <div key={index} className="flow-step-button">
          <TextField
            label={button.type === 'url' ? 'Text of the link' : `Reply ${index + 1}`}
            value={button.text}
            isDisabled={isDisabled}
            error={errors[`buttons.${index}.text`]}
            help={`${button.text.length} of 20 characters`}
            onChange={(text) => set(index, { text })}
          />
          {button.type === 'url' && (
            <TextField
              label="URL"
              type="url"
              value={button.url}
              isDisabled={isDisabled}
              placeholder="https://"
              error={errors[`buttons.${index}.url`]}
              onChange={(url) => set(index, { url })}
            />
          )}
          {!isDisabled && (
            <IconButton
              label={`Remove the button ${button.text || index + 1}`}
              icon={Trash2}
              onPress={() => onChange(buttons.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!isDisabled && !hasLink && buttons.length < MAX_REPLIES && (
        <div className="row wrap">
          <Button kind="quiet" icon={Reply} onPress={() => add('reply')}>
            Add a reply button
          </Button>
          {buttons.length === 0 && (
            <Button kind="quiet" icon={Link2} onPress={() => add('url')}>
              Add a link button
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
