import type { NewTemplate } from '../../providers/provider.ts';
import type { TemplateButton, TemplateComponent } from '../../store/templates/templates.ts';
import { invalidField } from '../api-error.ts';
import { variableNames } from './template-parts.ts';

/** The example of a media header: an upload or a link. */
export interface TemplateMediaInput {
  format: 'IMAGE' | 'VIDEO' | 'DOCUMENT';
  media_id?: string | undefined;
  url?: string | undefined;
}

/** A template as people write it: texts, with one sample for each variable. */
export interface TemplateInput {
  name: string;
  language: string;
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  header?: string | undefined;
  header_media?: TemplateMediaInput | undefined;
  body?: string | undefined;
  footer?: string | undefined;
  /** By the name of the variable. */
  samples?: Readonly<Record<string, string>> | undefined;
  buttons?: readonly TemplateButtonInput[] | undefined;
  code_expiration_minutes?: number | undefined;
  add_security_recommendation?: boolean | undefined;
}

interface TemplateButtonInput {
  type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER';
  text: string;
  url?: string | undefined;
  phone_number?: string | undefined;
  /** The whole URL of an example, for a URL with a variable. */
  sample?: string | undefined;
}

/** The fields of a template whose text the person writes. */
const WRITTEN = ['header', 'header_media', 'body', 'footer', 'samples', 'buttons'] as const;
/** The fields of a template for one-time codes, whose text Meta writes. */
const OF_CODES = ['code_expiration_minutes', 'add_security_recommendation'] as const;

/** Returns a template for one-time codes, with a button that copies the code. */
function codeTemplateOf(input: TemplateInput): NewTemplate {
  const { name, language, category, code_expiration_minutes: minutes, add_security_recommendation: advises } = input;
  const given = WRITTEN.find((field) => input[field] !== undefined);
  if (given !== undefined) {
    throw invalidField(given, 'must not be given: Meta writes the text of authentication templates');
  }
  const components: TemplateComponent[] = [
    { type: 'BODY', ...(advises && { add_security_recommendation: true }) },
    ...(minutes === undefined ? [] : [{ type: 'FOOTER', code_expiration_minutes: minutes } as TemplateComponent]),
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' } as unknown as TemplateButton] },
  ];
  return { name, language, category, parameterFormat: 'POSITIONAL', components };
}

/**
 * Returns a template in the provider's format. A media header lacks its example, which the provider has to get first.
 *
 * @throws {ApiError} VALIDATION_FAILED naming the field that Meta would refuse
 */
export function newTemplateOf(input: TemplateInput): NewTemplate {
  const { name, language, category, header, header_media, body, footer, samples = {}, buttons = [] } = input;
  if (category === 'AUTHENTICATION') {
    return codeTemplateOf(input);
  }
  const foreign = OF_CODES.find((field) => input[field] !== undefined);
  if (foreign !== undefined) {
    throw invalidField(foreign, 'is for authentication templates only');
  }
  if (body === undefined) {
    throw invalidField('body', 'is required, except for authentication templates');
  }
  if (header && header_media) {
    throw invalidField('header_media', 'must not be given together with header: a template has one of them');
  }
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
    ...(header_media ? [{ type: 'HEADER', format: header_media.format }] : []),
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
