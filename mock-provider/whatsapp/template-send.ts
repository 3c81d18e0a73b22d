import { GraphError } from '../graph/graph-error.ts';
import { list, object, text } from '../graph/graph-request.ts';
import type { Asset, Json, Template } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { checkComponents } from './rules.ts';

const MEDIA_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT'];
const BODY_MAX = 1024;

/** Returns the template of a send, if it can be sent with these components. */
export function requireSendableTemplate(world: World, number: Asset, sent: Json): Template {
  const name = text(sent.name) ?? '';
  const language = text(object(sent.language).code) ?? '';
  const template = findTemplate(world, number.waba_id ?? '', name, language);
  if (template?.status === 'PAUSED') throw new GraphError('whatsapp', 132015);
  if (template?.status === 'DISABLED') throw new GraphError('whatsapp', 132016);
  if (template?.status !== 'APPROVED') {
    throw new GraphError('whatsapp', 132001, { details: `template name (${name}) does not exist in ${language}` });
  }
  checkComponents(world, number, sent.components);
  // Clients send `type` and `sub_type` in either case.
  const components = list(sent.components).map(object);
  const given = (type: string) => components.filter((one) => String(one.type).toLowerCase() === type);
  checkHeader(template, parametersOf(given('header')[0]));
  const body = template.components.find((one) => one.type === 'BODY');
  checkText(template, 'body', text(body?.text) ?? '', parametersOf(given('body')[0]));
  checkButtons(template, given('button'));
  return template;
}

/**
 * Finds a template by its name and language. Meta ignores the case of the language: for "ES" and a template in "es", it
 * returned 132000, an error about the parameters, instead of 132001 (github.com/chatwoot/chatwoot/issues/13257). In
 * contrast, a vendor's guide says that codes are case-sensitive (docs.ycloud.com, supported languages). Both agree that
 * a code with a hyphen is another code, and that the name must be exact.
 */
function findTemplate(world: World, wabaId: string, name: string, language: string): Template | undefined {
  const anyCase = (one: Template) => one.name === name && one.language.toLowerCase() === language.toLowerCase();
  return (
    world.state.template(wabaId, name, language) ?? world.state.wabas.get(wabaId)?.templates.find((one) => anyCase(one))
  );
}

function parametersOf(component: Json | undefined): Json[] {
  return list(component?.parameters).map(object);
}

/** Returns the distinct placeholders of a text: `1`, `2` of `{{1}} {{2}} {{1}}`, or names. */
export function placeholders(source: string): string[] {
  return [...new Set([...source.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? ''))];
}

function checkHeader(template: Template, parameters: Json[]): void {
  const header = template.components.find((one) => one.type === 'HEADER');
  const format = text(header?.format) ?? 'TEXT';
  if (format === 'TEXT') {
    checkText(template, 'header', text(header?.text) ?? '', parameters);
    return;
  }
  const [parameter] = parameters;
  const received = parameter?.type === undefined ? 'UNKNOWN' : String(parameter.type).toUpperCase();
  // Meta never uses the template's sample media instead, so each send must include the header.
  if (received !== format) throw mismatch(`header: Format mismatch, expected ${format}, received ${received}`);
  if (!MEDIA_FORMATS.includes(format)) return;
  const kind = format.toLowerCase();
  if (object(parameter?.[kind]).caption !== undefined)
    throw new GraphError('whatsapp', 131009, { details: 'header: captions are not allowed in header media' });
}

function checkText(template: Template, part: string, source: string, parameters: Json[]): void {
  const expected = placeholders(source);
  if (parameters.length !== expected.length) {
    throw new GraphError('whatsapp', 132000, {
      details: `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.length})`,
    });
  }
  const values = parameters.map((parameter) => textOf(part, parameter));
  for (const value of values) requirePlainText(value);
  if (template.parameter_format === 'NAMED') checkNames(expected, parameters);
  const length = expected.reduce((sum, name, index) => {
    const uses = source.split(`{{${name}}}`).length - 1;
    return sum + uses * ((values[index] ?? '').length - name.length - '{{}}'.length);
  }, source.length);
  if (part === 'body' && length > BODY_MAX) {
    throw new GraphError('whatsapp', 132005, { details: `${part}: translated text too long` });
  }
}

function textOf(part: string, parameter: Json): string {
  const type = String(parameter.type ?? 'text').toLowerCase();
  if (type === 'currency' || type === 'date_time') return text(object(parameter[type]).fallback_value) ?? '';
  if (type !== 'text') throw mismatch(`${part}: Format mismatch, expected TEXT, received ${type.toUpperCase()}`);
  return text(parameter.text) ?? '';
}

function requirePlainText(value: string): void {
  if (!/[\n\r\t]| {5,}/.test(value)) return;
  throw new GraphError('whatsapp', 132018, {
    details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
  });
}

/** Not documented for NAMED templates. This is the code reported most often. */
function checkNames(expected: string[], parameters: Json[]): void {
  for (const parameter of parameters) {
    const name = text(parameter.parameter_name);
    if (name === undefined) throw new GraphError('whatsapp', 100, { details: 'Parameter name is missing or empty' });
    if (!expected.includes(name))
      throw new GraphError('whatsapp', 100, { details: `Parameter name (${name}) does not exist in the template` });
  }
}

function checkButtons(template: Template, given: Json[]): void {
  const component = template.components.find((one) => one.type === 'BUTTONS');
  const buttons = list(component?.buttons).map(object);
  for (const button of given) {
    if (!buttons[Number(button.index)])
      throw mismatch(`buttons: Button at index ${String(button.index)} does not exist`);
  }
  for (const [index, button] of buttons.entries()) {
    // `index` is a number or a string.
    const sent = given.find((one) => Number(one.index) === index);
    checkButton(index, button, sent);
  }
}

/** One-time password buttons are listed as OTP, but sent as URL buttons. */
const SENT_AS: Record<string, string[]> = { OTP: ['URL', 'COPY_CODE'] };
const NAMES: Record<string, string> = { URL: 'Url', OTP: 'Otp', COPY_CODE: 'CopyCode' };

function checkButton(index: number, button: Json, sent: Json | undefined): void {
  const type = String(button.type).toUpperCase();
  const received = String(sent?.sub_type).toUpperCase();
  if (sent && received !== type && !SENT_AS[type]?.includes(received)) {
    throw mismatch(`buttons: Button at index ${index} is of type ${type}, received ${received}`);
  }
  const dynamic = type !== 'URL' || placeholders(text(button.url) ?? '').length > 0;
  if (!dynamic || NAMES[type] === undefined) return;
  const parameter = parametersOf(sent)[0];
  const value = text(parameter?.text) ?? text(parameter?.coupon_code);
  if (value === undefined || value === '') {
    throw new GraphError('whatsapp', 131008, {
      details: `buttons: Button at index ${index} of type ${NAMES[type]} requires a parameter`,
    });
  }
  requirePlainText(value);
}

function mismatch(details: string): GraphError {
  return new GraphError('whatsapp', 132012, { details });
}
