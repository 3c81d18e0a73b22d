import { type components, LIST_MAX_ROWS } from '@wigwag/openapi';
import { invalidField } from '../api-error.ts';

type Interactive = components['schemas']['Interactive'];
type Section = Extract<Interactive, { kind: 'list' }>['sections'][number];

/**
 * Checks the rules for buttons and lists that no schema can express: the limit on rows (§2.3), and contents that the
 * provider always refuses (provider-limits).
 *
 * @throws {ApiError} VALIDATION_FAILED
 */
export function requireFitting(interactive: Interactive): void {
  if (interactive.kind === 'button') {
    const { buttons } = interactive;
    requireDistinct(buttons.map(({ id }, index) => [`interactive.buttons.${index}.id`, id]));
    requireDistinct(buttons.map(({ title }, index) => [`interactive.buttons.${index}.title`, title]));
    return;
  }
  const { sections } = interactive;
  const rows = sections.flatMap((section, at) =>
    section.rows.map(({ id }, index) => [`interactive.sections.${at}.rows.${index}.id`, id] as const),
  );
  if (rows.length > LIST_MAX_ROWS) {
    throw invalidField('interactive.sections', `must have at most ${LIST_MAX_ROWS} rows in all sections together`);
  }
  requireDistinct(rows);
  requireTitles(sections);
}

/** @param values pairs of a field name and its value */
function requireDistinct(values: readonly (readonly [field: string, value: string])[]): void {
  const seen = new Set<string>();
  for (const [field, value] of values) {
    if (seen.has(value)) {
      throw invalidField(field, 'is the same as another one; each must be different');
    }
    seen.add(value);
  }
}

function requireTitles(sections: readonly Section[]): void {
  const untitled = sections.findIndex(({ title }) => (title ?? '').trim() === '');
  if (sections.length > 1 && untitled !== -1) {
    throw invalidField(`interactive.sections.${untitled}.title`, 'is required if there are several sections');
  }
}
