import { useQuery } from '@tanstack/react-query';
import { templatesQuery } from '../../api/templates.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import type { FormProps } from './draft.ts';

/** The name of the flow, and the button that starts it. */
export function Trigger({ draft, change, errors, isDisabled }: FormProps) {
  const { data: templates, error } = useQuery(templatesQuery);
  const template = templates?.find(({ id }) => id === draft.templateId);
  const starting = (one: NonNullable<typeof templates>[number]) =>
    one.buttons.filter(({ type, is_opt_out }) => type === 'QUICK_REPLY' && !is_opt_out);
  const usable = (templates ?? []).filter((one) => starting(one).length > 0 || one.id === draft.templateId);
  return (
    <section className="section" aria-label="Start">
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        error={errors.name}
        isDisabled={isDisabled}
        help="Only your team sees it."
        maxLength={255}
      />
      {error && <ErrorNote error={error} />}
      <div className="flow-trigger">
        <Select
          label="Template"
          value={draft.templateId === null ? undefined : String(draft.templateId)}
          isDisabled={isDisabled}
          error={errors.template}
          placeholder={templates && usable.length === 0 ? 'No template has a quick reply' : 'Choose a template'}
          options={usable.map(({ id, name, language, status }) => ({
            value: String(id),
            text: name,
            detail: status === 'APPROVED' ? language : `${language}, ${status.toLowerCase()}`,
          }))}
          onChange={(id) => {
            const chosen = usable.find((one) => String(one.id) === id);
            const [only, ...others] = chosen ? starting(chosen) : [];
            change({ templateId: Number(id), buttonIndex: only && others.length === 0 ? only.index : null });
          }}
        />
        <Select
          label="Button that starts the flow"
          value={draft.buttonIndex === null ? undefined : String(draft.buttonIndex)}
          isDisabled={isDisabled || !template}
          error={errors.button}
          placeholder="Choose a button"
          options={(template ? starting(template) : []).map(({ index, text }) => ({ value: String(index), text }))}
          onChange={(index) => change({ buttonIndex: Number(index) })}
        />
      </div>
    </section>
  );
}
