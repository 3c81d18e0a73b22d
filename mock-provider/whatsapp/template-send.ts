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
  if (template?.status === 'PAUSED') {
    throw new GraphError('whatsapp', 132015);
  }
  if (template?.status === 'DISABLED') {
    throw new GraphError('whatsapp', 132016);
  }
  if (template?.status !== 'APPROVED') {
    throw new GraphError('whatsapp', 132001, { details: `template name (${name}) does not exist in ${language}` });
  }
  checkComponents(world, number, sent.components);
  checkParts({ components: template.components, isNamed: template.parameter_format === 'NAMED', at: '' }, sent);
  return template;
}

/** A template, or one card of its carousel. */
interface TemplatePart {
  components: Json[];
  isNamed: boolean;
  /** Begins the details of an error: the card, or nothing. */
  at: string;
}

function checkParts(part: TemplatePart, sent: Json): void {
  // Clients send `type` and `sub_type` in either case.
  const components = list(sent.components).map(object);
  const given = (type: string) => components.filter((one) => String(one.type).toLowerCase() === type);
  checkHeader(part, parametersOf(given('header')[0]));
  checkText(part, 'body', text(componentOf(part, 'BODY')?.text) ?? '', parametersOf(given('body')[0]));
  checkOffer(part, parametersOf(given('limited_time_offer')[0]));
  checkButtons(part, given('button'));
  checkCards(part, list(given('carousel')[0]?.cards).map(object));
}

const componentOf = ({ components }: TemplatePart, type: string): Json | undefined =>
  components.find((one) => String(one.type).toUpperCase() === type);

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

function checkHeader(part: TemplatePart, parameters: Json[]): void {
  const header = componentOf(part, 'HEADER');
  const format = (text(header?.format) ?? 'TEXT').toUpperCase();
  if (format === 'TEXT') {
    checkText(part, 'header', text(header?.text) ?? '', parameters);
    return;
  }
  const [parameter] = parameters;
  const received = parameter?.type === undefined ? 'UNKNOWN' : String(parameter.type).toUpperCase();
  // Meta never uses the template's sample media instead, so each send must include the header.
  if (received !== format) {
    throw mismatch(`${part.at}header: Format mismatch, expected ${format}, received ${received}`);
  }
  if (!MEDIA_FORMATS.includes(format)) {
    return;
  }
  const kind = format.toLowerCase();
  if (object(parameter?.[kind]).caption !== undefined) {
    throw new GraphError('whatsapp', 131009, { details: `${part.at}header: captions are not allowed in header media` });
  }
}

function checkText({ isNamed, at }: TemplatePart, kind: string, source: string, parameters: Json[]): void {
  const part = `${at}${kind}`;
  const expected = placeholders(source);
  if (parameters.length !== expected.length) {
    throw new GraphError('whatsapp', 132000, {
      details: `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.length})`,
    });
  }
  const values = parameters.map((parameter) => textOf(part, parameter));
  for (const value of values) {
    requirePlainText(value);
  }
  if (isNamed) {
    checkNames(expected, parameters);
  }
  const length = expected.reduce((sum, name, index) => {
    const uses = source.split(`{{${name}}}`).length - 1;
    return sum + uses * ((values[index] ?? '').length - name.length - '{{}}'.length);
  }, source.length);
  if (kind === 'body' && length > BODY_MAX) {
    throw new GraphError('whatsapp', 132005, { details: `${part}: translated text too long` });
  }
}

function textOf(part: string, parameter: Json): string {
  const type = String(parameter.type ?? 'text').toLowerCase();
  if (type === 'currency' || type === 'date_time') {
    return text(object(parameter[type]).fallback_value) ?? '';
  }
  if (type !== 'text') {
    throw mismatch(`${part}: Format mismatch, expected TEXT, received ${type.toUpperCase()}`);
  }
  return text(parameter.text) ?? '';
}

function requirePlainText(value: string): void {
  if (!/[\n\r\t]| {5,}/.test(value)) {
    return;
  }
  throw new GraphError('whatsapp', 132018, {
    details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
  });
}

/** Not documented for NAMED templates. This is the code reported most often. */
function checkNames(expected: string[], parameters: Json[]): void {
  for (const parameter of parameters) {
    const name = text(parameter.parameter_name);
    if (name === undefined) {
      throw new GraphError('whatsapp', 100, { details: 'Parameter name is missing or empty' });
    }
    if (!expected.includes(name)) {
      throw new GraphError('whatsapp', 100, { details: `Parameter name (${name}) does not exist in the template` });
    }
  }
}

/** "Limited-time offer templates": an offer that ends needs its time in each send. */
function checkOffer(part: TemplatePart, parameters: Json[]): void {
  if (object(componentOf(part, 'LIMITED_TIME_OFFER')?.limited_time_offer).has_expiration !== true) {
    return;
  }
  if (object(parameters[0]?.limited_time_offer).expiration_time_ms === undefined) {
    throw missing(`${part.at}limited_time_offer: The offer requires a parameter`);
  }
}

/** "Carousel templates": each card has a header, which each send must include, and its own variables and buttons. */
function checkCards(part: TemplatePart, given: Json[]): void {
  const cards = list(componentOf(part, 'CAROUSEL')?.cards).map(object);
  for (const { card_index } of given) {
    if (!cards[Number(card_index)]) {
      throw mismatch(`carousel: Card at index ${String(card_index)} does not exist`);
    }
  }
  for (const [index, card] of cards.entries()) {
    const sent = given.find((one) => Number(one.card_index) === index);
    if (!sent) {
      throw missing(`carousel: Card at index ${index} requires parameters`);
    }
    const at = `carousel: Card at index ${index}: `;
    checkParts({ ...part, components: list(card.components).map(object), at }, sent);
  }
}

function checkButtons(part: TemplatePart, given: Json[]): void {
  const buttons = list(componentOf(part, 'BUTTONS')?.buttons).map(object);
  for (const button of given) {
    if (!buttons[Number(button.index)]) {
      throw mismatch(`${part.at}buttons: Button at index ${String(button.index)} does not exist`);
    }
  }
  for (const [index, button] of buttons.entries()) {
    // `index` is a number or a string.
    const sent = given.find((one) => Number(one.index) === index);
    checkButton(`${part.at}buttons: Button at index ${index}`, button, sent);
  }
}

/** One-time password buttons are listed as OTP, but sent as URL buttons. */
const SENT_AS: Record<string, string[]> = { OTP: ['URL', 'COPY_CODE'] };

/** What a button needs in each send: text, or an object with the listed field. Other kinds of buttons need nothing. */
const NEEDS: Record<string, { name: string; given: (parameter: Json) => unknown }> = {
  URL: { name: 'Url', given: (one) => one.text },
  OTP: { name: 'Otp', given: (one) => one.text ?? one.coupon_code },
  COPY_CODE: { name: 'CopyCode', given: (one) => one.coupon_code ?? one.text },
  FLOW: { name: 'Flow', given: (one) => one.action },
  MPM: { name: 'Mpm', given: (one) => list(object(one.action).sections)[0] },
  ORDER_DETAILS: { name: 'OrderDetails', given: (one) => object(one.action).order_details },
};

function checkButton(at: string, button: Json, sent: Json | undefined): void {
  const type = String(button.type).toUpperCase();
  const received = String(sent?.sub_type).toUpperCase();
  if (sent && received !== type && !SENT_AS[type]?.includes(received)) {
    throw mismatch(`${at} is of type ${type}, received ${received}`);
  }
  const isDynamic = type !== 'URL' || placeholders(text(button.url) ?? '').length > 0;
  const needs = isDynamic && Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined;
  if (!needs) {
    return;
  }
  const value = needs.given(parametersOf(sent)[0] ?? {});
  if (value === undefined || value === '') {
    throw missing(`${at} of type ${needs.name} requires a parameter`);
  }
  if (typeof value === 'string') {
    requirePlainText(value);
  }
}

function missing(details: string): GraphError {
  return new GraphError('whatsapp', 131008, { details });
}

function mismatch(details: string): GraphError {
  return new GraphError('whatsapp', 132012, { details });
}
