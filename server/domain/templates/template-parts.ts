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

/** The parts of templates for which requests have no field (Meta, "Template components"). */
const UNFILLABLE: Readonly<Record<string, string>> = {
  CAROUSEL: 'the cards of its carousel',
  LIMITED_TIME_OFFER: 'the end of its limited-time offer',
  PRODUCT: 'the product in its header',
  MPM: 'its list of products',
  SPM: 'its product',
  ORDER_DETAILS: 'the details of an order',
  ORDER_STATUS: 'the status of an order',
  GIF: 'the animation in its header',
};

/** Returns what a send would have to provide and no request can contain; undefined for any other template. */
export function unfillablePart(template: Template): string | undefined {
  const types = template.components.flatMap(({ type, format = '' }) => [type, format]);
  const kinds = [...types, ...buttonsOf(template).map(({ type }) => type)].map((kind) => kind.toUpperCase());
  const found = kinds.find((kind) => Object.hasOwn(UNFILLABLE, kind));
  return found === undefined ? undefined : UNFILLABLE[found];
}

/**
 * Returns the variables of the body in the order in which a send provides them: {{1}} is first, wherever it is in the
 * text.
 */
export function bodyVariables(template: Template): string[] {
  const names = variableNames(componentOf(template, 'BODY')?.text);
  return template.parameterFormat === 'NAMED' ? names : names.sort((left, right) => Number(left) - Number(right));
}
