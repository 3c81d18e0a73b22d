import { Note } from '../../parts/feedback.tsx';
import { Switch, TextField } from '../../parts/fields/fields.tsx';
import { isExpiry, type TemplateDraft } from './draft.ts';

interface CodeFieldsProps {
  draft: TemplateDraft;
  onChange: (fields: Partial<TemplateDraft>) => void;
}

/** The choices of a template for one-time codes. */
export const CodeFields = ({ draft: { expires, advises }, onChange }: CodeFieldsProps) => (
  <>
    <Note>
      <p>Meta writes the text in each language, and adds a button that copies the code.</p>
    </Note>
    <Switch isSelected={advises} onChange={(isOn) => onChange({ advises: isOn })}>
      Add a warning not to share the code
    </Switch>
    <TextField
      label="Code expires after (minutes)"
      value={expires}
      onChange={(text) => onChange({ expires: text.replace(/\D/g, '') })}
      error={isExpiry(expires) ? undefined : 'Enter a number from 1 to 90.'}
      help="1 to 90. Leave empty for no footer."
    />
  </>
);
