import type { components } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { ListedTemplate, Template, TemplateButton, TemplateComponent } from '../../store/templates/templates.ts';
import { isOptOutButton } from './opt-out-button.ts';
import { isDynamic } from './template-buttons.ts';
import { bodyVariables, buttonsOf, componentOf, sampleFile, variableNames } from './template-parts.ts';

type Schemas = components['schemas'];

/**
 * Returns a template as GET /templates shows it. It extracts the fields that a send needs from Meta's components
 * (§2.5).
 */
export function templateAnswer(template: ListedTemplate): Schemas['Template'] {
  const names = bodyVariables(template);
  const body = componentOf(template, 'BODY');
  return {
    id: template.id,
    name: template.name,
    language: template.language,
    category: template.category,
    status: template.status,
    parameter_format: template.parameterFormat,
    body: body?.text ?? '',
    variables: {
      count: names.length,
      names,
      samples: names.map((name, at) => sampleOf(body, 'body_text', name, at) ?? ''),
    },
    header: headerOf(template),
    footer: componentOf(template, 'FOOTER')?.text ?? null,
    buttons: buttonsOf(template).map(buttonOf),
    rejection_reason: template.rejectionReason,
    quality: template.quality ?? null,
    updated_at: isoOf(template.updatedAt),
  };
}

/**
 * Returns Meta's sample value for a variable. It is in `body_text: [[...]]` and `header_text: [...]` by position, or in
 * `..._named_params` by name. The provider's format is not guaranteed, so any other value counts as no sample.
 */
function sampleOf(
  component: TemplateComponent | undefined,
  field: 'body_text' | 'header_text',
  name: string,
  place: number,
): string | undefined {
  const named = listOf(component?.example?.[`${field}_named_params`]) as { param_name?: unknown; example?: unknown }[];
  const [first, ...others] = listOf(component?.example?.[field]);
  const byPlace = Array.isArray(first) ? first : [first, ...others];
  const sample = named.find((one) => one?.param_name === name)?.example ?? byPlace[place];
  return typeof sample === 'string' ? sample : undefined;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function headerOf(template: Template): Schemas['TemplateHeader'] | null {
  const header = componentOf(template, 'HEADER');
  if (!header) {
    return null;
  }
  const { format = 'TEXT', text = null } = header;
  if (format.toUpperCase() === 'TEXT') {
    const [variable = null] = variableNames(header.text);
    const sample = variable === null ? undefined : sampleOf(header, 'header_text', variable, 0);
    return { format: 'TEXT', text, variable, sample: sample ?? null };
  }
  return { format: format.toUpperCase(), text: null, variable: null, sample: sampleFile(header) ?? null };
}

const buttonOf = (button: TemplateButton, index: number): Schemas['TemplateButton'] => ({
  index,
  type: button.type.toUpperCase(),
  text: button.text ?? '',
  url: button.url ?? null,
  dynamic: isDynamic(button),
  is_opt_out: isOptOutButton(button),
});
