import type { NewTemplate } from '../../providers/provider.ts';
import type { TemplateButton, TemplateComponent } from '../../store/templates/templates.ts';
import { invalidField } from '../api-error.ts';
import { variableNames } from './template-parts.ts';

/** A template as people write it: texts, with one sample for each variable. */
export interface TemplateInput {
  name: string;
  language: string;
  category: 'MARKETING' | 'UTILITY';
  header?: string | undefined;
  body: string;
  footer?: string | undefined;
  /** By the name of the variable. */
  samples?: Readonly<Record<string, string>> | undefined;
  buttons?: readonly TemplateButtonInput[] | undefined;
}

interface TemplateButtonInput {
  type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER';
  text: string;
  url?: string | undefined;
  phone_number?: string | undefined;
  /** The whole URL of an example, for a URL with a variable. */
  sample?: string | undefined;
}

/**
 * Returns a template in the provider's format.
 *
 * @throws {ApiError} VALIDATION_FAILED naming the field that Meta would refuse
 */
export function newTemplateOf(input: TemplateInput): NewTemplate {
  const { name, language, category, header, body, footer, samples = {}, buttons = [] } = input;
  const names = variableNames(body);
  const isNamed = names.some((variable) => !/^\d+$/.test(variable));
  requireNumbered(names, isNamed);
  const ofHeader = variableNames(header);
  if (ofHeader.length > 0) {
    throw invalidField('header', 'must not have variables, because campaigns and flows have no value for them');
  }
  const missing = names.find((variable) => !samples[variable]?.trim());
  if (missing !== undefined) {
    throw invalidField('samples', `must have a sample for {{${missing}}}: Meta reviews the text with it`);
  }
  const components: TemplateComponent[] = [
    ...(header ? [{ type: 'HEADER', format: 'TEXT', text: header }] : []),
    { type: 'BODY', text: body, ...(names.length > 0 && { example: exampleOf(names, samples, isNamed) }) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }] : []),
  ];
  return { name, language, category, parameterFormat: isNamed ? 'NAMED' : 'POSITIONAL', components };
}

/** @throws {ApiError} VALIDATION_FAILED if numbers have gaps, or if names and numbers are mixed */
function requireNumbered(names: readonly string[], isNamed: boolean): void {
  const isRight = isNamed
    ? names.every((variable) => /^[a-z_][a-z0-9_]*$/.test(variable))
    : names.every((_, place) => names.includes(String(place + 1)));
  if (!isRight) {
    throw invalidField(
      'body',
      'must have the variables {{1}}, {{2}} and so on, or names in lower case such as {{first_name}}',
    );
  }
}

const exampleOf = (names: readonly string[], samples: Readonly<Record<string, string>>, isNamed: boolean) =>
  isNamed
    ? { body_text_named_params: names.map((name) => ({ param_name: name, example: samples[name] })) }
    : { body_text: [names.toSorted((left, right) => Number(left) - Number(right)).map((name) => samples[name])] };

function buttonOf({ type, text, url, phone_number, sample }: TemplateButtonInput, place: number): TemplateButton {
  if (type === 'QUICK_REPLY') {
    return { type, text };
  }
  if (type === 'PHONE_NUMBER') {
    if (!phone_number) {
      throw invalidField(`buttons.${place}.phone_number`, 'is required for a button that calls');
    }
    return { type, text, phone_number } as TemplateButton;
  }
  if (!url || !/^https?:\/\//.test(url)) {
    throw invalidField(`buttons.${place}.url`, 'must be an address that begins with https://');
  }
  const isDynamic = variableNames(url).length > 0;
  if (isDynamic && !sample) {
    throw invalidField(`buttons.${place}.sample`, 'must be an example of the whole address');
  }
  return { type, text, url, ...(isDynamic && { example: [sample] }) } as TemplateButton;
}
