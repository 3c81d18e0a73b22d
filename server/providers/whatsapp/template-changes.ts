import type { TemplateChange } from '../callback.ts';
import { type Json, textAt } from '../meta/values.ts';
import { statusOf } from './templates.ts';

/** Returns the change that a `message_template_status_update` reports. */
export function templateChange(value: Json): TemplateChange {
  const event = textAt(value, 'event') ?? '';
  const status = statusOf(event);
  return {
    name: textAt(value, 'message_template_name') ?? '',
    // Meta's documentation shows en-US, but live events contain en_US.
    language: (textAt(value, 'message_template_language') ?? '').replace('-', '_'),
    status,
    rejectionReason: status === 'REJECTED' ? (reasonOf(value) ?? event) : null,
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
