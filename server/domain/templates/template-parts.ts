import type { Template, TemplateButton, TemplateComponent } from '../../store/templates/templates.ts';

/** The parts of one of Meta's templates. */

/** Returns the names in double braces in a text (`1`, `2` or `first_name`), each once, in order of appearance. */
export function variableNames(text: string | undefined): string[] {
  return [...new Set([...(text ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => String(name)))];
}

/** Returns the component of a template with this type: BODY, HEADER, FOOTER or BUTTONS. */
export const componentOf = (template: Template, type: string): TemplateComponent | undefined =>
  template.components.find((component) => component.type.toUpperCase() === type);

/** Returns the URL of a media header's sample file. Meta also gives handles, which cannot be opened. */
export function sampleFile(header: TemplateComponent): string | undefined {
  const handles = header.example?.header_handle;
  const handle: unknown = Array.isArray(handles) ? handles[0] : undefined;
  return typeof handle === 'string' && /^https?:/.test(handle) ? handle : undefined;
}

/** Returns the buttons in order. */
export const buttonsOf = (template: Template): TemplateButton[] => componentOf(template, 'BUTTONS')?.buttons ?? [];

/** Returns whether a send must provide the end of the button's URL. */
export const isDynamic = ({ type, url }: TemplateButton): boolean =>
  type.toUpperCase() === 'URL' && variableNames(url).length > 0;

/** Returns the indexes of the buttons for which a send must provide the end of the URL. */
export const dynamicButtons = (template: Template): number[] =>
  buttonsOf(template).flatMap((button, index) => (isDynamic(button) ? [index] : []));

/**
 * Returns the variables of the body in the order in which a send provides them: {{1}} is first, wherever it is in the
 * text.
 */
export function bodyVariables(template: Template): string[] {
  const names = variableNames(componentOf(template, 'BODY')?.text);
  return template.parameterFormat === 'NAMED' ? names : names.sort((left, right) => Number(left) - Number(right));
}
