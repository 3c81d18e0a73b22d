import type { TemplateChange } from '../callback.ts';
import { type Json, textAt } from '../meta/values.ts';
import { categoryOf, eventStatusOf, qualityOf } from './templates.ts';

/** The fields of callbacks about templates (Meta, "Webhooks overview"). */
export const TEMPLATE_FIELDS: Readonly<Record<string, (value: Json) => TemplateChange>> = {
  message_template_status_update: (value) => ({
    ...templateIn(value),
    ...statusIn(value),
    category: categoryOf(textAt(value, 'message_template_category')),
  }),
  // An announcement has the current category as `new_category`, and the next one as `correct_category`.
  template_category_update: (value) => ({
    ...templateIn(value),
    category: categoryOf(textAt(value, 'new_category')),
    isReadAgain: true,
  }),
  message_template_components_update: (value) => ({ ...templateIn(value), isReadAgain: true }),
  message_template_quality_update: (value) => ({
    ...templateIn(value),
    quality: qualityOf(textAt(value, 'new_quality_score')) ?? undefined,
    isReadAgain: true,
  }),
};

const templateIn = (value: Json): Pick<TemplateChange, 'name' | 'language'> => ({
  name: textAt(value, 'message_template_name') ?? '',
  language: textAt(value, 'message_template_language') ?? '',
});

function statusIn(value: Json): Pick<TemplateChange, 'status' | 'rejectionReason' | 'isReadAgain' | 'isUnclear'> {
  const event = textAt(value, 'event')?.toUpperCase() ?? '';
  const status = eventStatusOf(event);
  return {
    status,
    rejectionReason: status === 'REJECTED' ? (reasonOf(value) ?? event) : null,
    // An approval may be that of an edit, which changes the variables.
    isReadAgain: status === undefined || status === 'APPROVED',
    isUnclear: status === undefined,
  };
}

function reasonOf(value: Json): string | undefined {
  const code = textAt(value, 'reason');
  return (
    textAt(value, 'rejection_info', 'reason') ??
    textAt(value, 'other_info', 'description') ??
    textAt(value, 'other_info', 'title') ??
    (code === 'NONE' ? undefined : (code ?? undefined))
  );
}
