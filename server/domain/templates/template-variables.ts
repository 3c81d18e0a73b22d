import type { components } from '@wigwag/openapi';
import type { FilledButton, FilledTemplate, TemplateParameter } from '../../store/messages/content.ts';
import type { Template, TemplateComponent } from '../../store/templates/templates.ts';
import { ApiError, invalidField } from '../api-error.ts';
import { type ButtonRule, buttonRuleOf } from './template-buttons.ts';
import { bodyVariables, buttonsOf, componentOf, sampleFile, unfillablePart, variableNames } from './template-parts.ts';

/** For a POSITIONAL template, an array or a map by position (`1`, `2`); for a NAMED one, an object by name. */
type TemplateVariables = components['schemas']['SendTemplateRequest']['variables'] | ReadonlyMap<string, string>;
type HeaderValue = components['schemas']['SendTemplateRequest']['header'];
type ButtonValues = components['schemas']['SendTemplateRequest']['buttons'];

/** The variable parts of a template, from the request. */
export interface GivenParts {
  variables?: TemplateVariables | undefined;
  header?: HeaderValue | undefined;
  buttons?: ButtonValues | undefined;
  /** Where the request contains the variables, for error messages. @default 'body' */
  place?: keyof typeof WORDS;
}

/** How a request provides the variables of each format, for error messages. */
const WORDS = {
  body: {
    POSITIONAL: { field: 'variables', form: 'an array' },
    NAMED: { field: 'variables', form: 'an object from name to value' },
  },
  query: {
    POSITIONAL: { field: 'var', form: 'given as var1, var2 and so on' },
    NAMED: { field: 'vars', form: 'given as vars[name]' },
  },
} as const;

/** A request may name thousands of variables. Error messages list only a few of them. */
const MAX_NAMES = 5;
const LONGEST_NAME = 50;

const braced = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMES).map((name) => `{{${name.slice(0, LONGEST_NAME)}}}`);
  return shown.join(', ') + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '');
};

const MEDIA_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT'];

/** Returns the text of the body with its variables filled in, as the customer sees it. */
export function bodyText(template: Template, filled: FilledTemplate): string {
  const names = bodyVariables(template);
  const values = new Map(names.map((name, index) => [name, filled.body[index]?.text ?? '']));
  return (componentOf(template, 'BODY')?.text ?? '').replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (_, name: string) => values.get(name) ?? '',
  );
}

/**
 * Checks variables, header and buttons against the template (§2.4). They must match exactly: none may be missing, and
 * none may be extra.
 *
 * @throws {ApiError} TEMPLATE_VARIABLES_FORMAT, TEMPLATE_VARIABLES_MISSING, TEMPLATE_HEADER_MISSING,
 * TEMPLATE_BUTTON_PARAM_MISSING or VALIDATION_FAILED
 */
export function fillTemplate(template: Template, given: GivenParts): FilledTemplate {
  const unfillable = unfillablePart(template);
  if (unfillable !== undefined) {
    throw invalidField(
      'name',
      `is the template ${template.name}, which needs ${unfillable}: the API has no field for that; use another template`,
    );
  }
  const body = fillBody(template, given);
  const header = fillHeader(template, given.header);
  const buttons = fillButtons(template, given.buttons ?? []);
  const texts = buttonsOf(template).flatMap(({ text }) => text ?? []);
  return {
    name: template.name,
    language: template.language,
    body,
    buttons,
    ...(texts.length > 0 && { button_texts: texts }),
    ...(header && { header }),
  };
}

/** Returns the given values by name. A value given by position belongs to the variable at that position. */
function valuesByName(names: readonly string[], variables: TemplateVariables): Map<string, string> {
  const byPlace = (place: string, text: string) => [names[Number(place) - 1] ?? place, text] as const;
  if (Array.isArray(variables)) {
    return new Map(variables.map((text, index) => byPlace(String(index + 1), text)));
  }
  return variables instanceof Map
    ? new Map([...variables].map(([place, text]) => byPlace(place, text)))
    : new Map(Object.entries(variables ?? {}));
}

function fillBody(template: Template, { variables, place = 'body' }: GivenParts): TemplateParameter[] {
  const { name, parameterFormat: format } = template;
  const { field, form } = WORDS[place][format];
  const names = bodyVariables(template);
  const positional = format === 'POSITIONAL';
  if (variables !== undefined && (Array.isArray(variables) || variables instanceof Map) !== positional) {
    throw new ApiError('TEMPLATE_VARIABLES_FORMAT', { name, format, form }, { param: field });
  }
  const values = valuesByName(names, variables);
  const missing = names.filter((known) => !values.has(known));
  const extra = [...values.keys()].filter((known) => !names.includes(known));
  if (missing.length > 0) {
    const unknown = extra.length > 0 ? `, ${braced(extra)} unknown` : '';
    throw new ApiError(
      'TEMPLATE_VARIABLES_MISSING',
      { name, expected: names.length, given: values.size, missing: braced(missing), unknown },
      { param: field },
    );
  }
  if (extra.length > 0) {
    throw invalidField(field, `name variables that the template ${name} does not have: ${braced(extra)}`);
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
  if (format === 'LOCATION') {
    // Every send would have to fill this placeholder.
    const fix = 'Send a template without a placeholder in its header: `header` has no field for one.';
    throw new ApiError('TEMPLATE_HEADER_MISSING', { name, format }, { param: 'header', fix });
  }
  const [variable] = variableNames(component?.text);
  if (variable === undefined) {
    if (given !== undefined) {
      throw invalidField('header', `is not allowed: the template ${name} has no header with a value`);
    }
    return undefined;
  }
  const misfit = (['media_id', 'url', 'filename'] as const).find((field) => given?.[field] !== undefined);
  if (misfit !== undefined) {
    throw invalidField(`header.${misfit}`, `is not allowed: the template ${name} has a text header; send header.text`);
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
  if (given?.text !== undefined) {
    throw invalidField('header.text', `is not allowed: the header of the template ${name} is a file`);
  }
  if (given?.media_id !== undefined && given.url !== undefined) {
    throw invalidField('header.url', 'is not allowed together with header.media_id; send one of them');
  }
  const url = given === undefined ? sampleFile(component) : given.url; // §2.4: the default is the template's own sample
  const mediaId = given?.media_id;
  if (mediaId === undefined && url === undefined) {
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
  const rules = buttonsOf(template).map(buttonRuleOf);
  for (const [index, rule] of rules.entries()) {
    if (rule?.isRequired && !given.some((button) => button.index === index)) {
      throw new ApiError('TEMPLATE_BUTTON_PARAM_MISSING', { name, index, needs: rule.needs }, { param: 'buttons' });
    }
  }
  const indexes = given.map(({ index }) => index);
  if (indexes.some((index) => !rules[index]) || new Set(indexes).size < indexes.length) {
    const places = rules.flatMap((rule, index) => (rule ? [index] : []));
    throw invalidField(
      'buttons',
      `must have one value for each button of the template ${name} that takes one: ${places.join(', ') || 'none'}`,
    );
  }
  for (const [place, { index, text }] of given.entries()) {
    const most = rules[index]?.maxLength ?? Number.POSITIVE_INFINITY;
    if ([...text].length > most) {
      throw invalidField(`buttons.${place}.text`, `may have at most ${most} characters, the limit of Meta for codes`);
    }
  }
  const filled = rules.map((rule, index) => filledButton(rule, index, given.find((one) => one.index === index)?.text));
  return filled.filter((button) => button !== undefined);
}

/** Meta's token for a form whose token does not matter. Meta refuses a form without a token. */
const NO_TOKEN = 'unused';

function filledButton(rule: ButtonRule | undefined, index: number, text: string | undefined): FilledButton | undefined {
  const value = text ?? (rule?.kind === 'flow' ? NO_TOKEN : undefined);
  return rule && value !== undefined
    ? { index, text: value, ...(rule.kind !== 'url' && { kind: rule.kind }) }
    : undefined;
}
