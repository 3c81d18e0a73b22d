import type { components } from '@wigwag/openapi';
import type { Template, TemplateComponent } from '../store/templates.ts';
import { ApiError, invalidField } from './api-error.ts';

type Variables = components['schemas']['SendTemplateRequest']['variables'];
type HeaderValue = components['schemas']['SendTemplateRequest']['header'];
type ButtonValues = components['schemas']['SendTemplateRequest']['buttons'];

/** A value for one variable; NAMED templates name it. */
export interface Parameter {
  name?: string;
  text: string;
}

/** A template with everything it needs, ready for the provider. */
export interface FilledTemplate {
  name: string;
  language: string;
  header?: {
    format: string;
    text?: Parameter;
    /** Ours; the provider's is null for a file of a test key. */
    mediaId?: string;
    providerMediaId?: string | null;
    url?: string;
    filename?: string;
  };
  body: Parameter[];
  buttons: { index: number; text: string }[];
}

const MEDIA_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT'];

/** The names in double braces of a text, in order of appearance, each once: `1`, `2` or `first_name`. */
export function variableNames(text: string | undefined): string[] {
  return [...new Set([...(text ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => String(name)))];
}

const componentOf = (template: Template, type: string): TemplateComponent | undefined =>
  template.components.find((component) => component.type.toUpperCase() === type);

/** The variables of the body in the order in which a send gives them: {{1}} comes first wherever it stands. */
function bodyVariables(template: Template): string[] {
  const names = variableNames(componentOf(template, 'BODY')?.text);
  return template.parameterFormat === 'NAMED' ? names : names.sort((left, right) => Number(left) - Number(right));
}

/** The text of the body with its variables filled in, as the customer reads it. */
export function bodyText(template: Template, filled: FilledTemplate): string {
  const names = bodyVariables(template);
  const values = new Map(names.map((name, index) => [name, filled.body[index]?.text ?? '']));
  return (componentOf(template, 'BODY')?.text ?? '').replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (_, name: string) => values.get(name) ?? '',
  );
}

/**
 * Checks variables, header and buttons exactly against the template (§2.4): nothing may be missing, nothing may be left over.
 *
 * @throws {ApiError} TEMPLATE_VARIABLES_FORMAT, TEMPLATE_VARIABLES_MISSING, TEMPLATE_HEADER_MISSING,
 *   TEMPLATE_BUTTON_PARAM_MISSING or VALIDATION_FAILED
 */
export function fillTemplate(
  template: Template,
  given: { variables?: Variables; header?: HeaderValue; buttons?: ButtonValues },
): FilledTemplate {
  const body = fillBody(template, given.variables);
  const header = fillHeader(template, given.header);
  const buttons = fillButtons(template, given.buttons ?? []);
  return { name: template.name, language: template.language, body, buttons, ...(header && { header }) };
}

function fillBody(template: Template, variables: Variables): Parameter[] {
  const { name, parameterFormat: format } = template;
  const names = bodyVariables(template);
  const positional = format === 'POSITIONAL';
  if (variables !== undefined && Array.isArray(variables) !== positional) {
    const form = positional ? 'an array' : 'an object from name to value';
    throw new ApiError('TEMPLATE_VARIABLES_FORMAT', { name, format, form }, { param: 'variables' });
  }
  const values = new Map(
    Array.isArray(variables)
      ? variables.map((text, index) => [names[index] ?? String(index + 1), text])
      : Object.entries(variables ?? {}),
  );
  const missing = names.filter((known) => !values.has(known));
  if (missing.length > 0) {
    throw new ApiError(
      'TEMPLATE_VARIABLES_MISSING',
      { name, expected: names.length, given: values.size, missing: missing.map((known) => `{{${known}}}`).join(', ') },
      { param: 'variables' },
    );
  }
  const extra = [...values.keys()].filter((known) => !names.includes(known));
  if (extra.length > 0) {
    throw invalidField(
      'variables',
      `name variables that the template ${name} does not have: ${extra.map((known) => `{{${known}}}`).join(', ')}`,
    );
  }
  return names.map((known) => ({ text: values.get(known) ?? '', ...(!positional && { name: known }) }));
}

function fillHeader(template: Template, given: HeaderValue): FilledTemplate['header'] {
  const component = componentOf(template, 'HEADER');
  const format = component?.format ?? 'TEXT';
  const { name } = template;
  if (component && MEDIA_FORMATS.includes(format)) {
    return mediaHeader(name, format, component, given);
  }
  const [variable] = variableNames(component?.text);
  if (variable === undefined) {
    if (given !== undefined) {
      throw invalidField('header', `is not taken: the template ${name} has no header with a value`);
    }
    return undefined;
  }
  if (given?.text === undefined) {
    throw new ApiError('TEMPLATE_HEADER_MISSING', { name, format }, { param: 'header' });
  }
  return { format, text: { text: given.text, ...(template.parameterFormat === 'NAMED' && { name: variable }) } };
}

function mediaHeader(
  name: string,
  format: string,
  component: TemplateComponent,
  given: HeaderValue,
): FilledTemplate['header'] {
  const sample = (component.example?.header_handle as string[] | undefined)?.[0];
  const url = given === undefined ? sample : given.url; // §2.4: the template's own sample when omitted
  const mediaId = given?.media_id;
  if (mediaId === undefined && (url === undefined || !/^https?:/.test(url))) {
    throw new ApiError('TEMPLATE_HEADER_MISSING', { name, format }, { param: 'header' });
  }
  return {
    format,
    ...(mediaId === undefined ? { url } : { mediaId }),
    ...(given?.filename !== undefined && { filename: given.filename }),
  };
}

function fillButtons(template: Template, given: NonNullable<ButtonValues>): FilledTemplate['buttons'] {
  const { name } = template;
  const dynamic = (componentOf(template, 'BUTTONS')?.buttons ?? []).flatMap((button, index) =>
    button.type.toUpperCase() === 'URL' && variableNames(button.url).length > 0 ? [index] : [],
  );
  for (const index of dynamic) {
    if (!given.some((button) => button.index === index)) {
      throw new ApiError('TEMPLATE_BUTTON_PARAM_MISSING', { name, index }, { param: 'buttons' });
    }
  }
  const extra = given.find(({ index }) => !dynamic.includes(index));
  if (extra || given.length > dynamic.length) {
    throw invalidField(
      'buttons',
      `must have one value for each dynamic URL button of the template ${name}: ${dynamic.join(', ') || 'none'}`,
    );
  }
  return given.map(({ index, text }) => ({ index, text }));
}
