import { expect, test } from 'vitest';
import type { Template, TemplateComponent } from '../../store/templates/templates.ts';
import { variableNames } from './template-parts.ts';
import { bodyText, fillTemplate } from './template-variables.ts';

type GivenVariables = Parameters<typeof fillTemplate>[1];

function template(components: TemplateComponent[], parameterFormat: Template['parameterFormat'] = 'POSITIONAL') {
  return {
    id: 1,
    accountId: 1,
    name: 'order',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    rejectionReason: null,
    parameterFormat,
    components,
  } satisfies Template;
}

const body = (text: string): TemplateComponent => ({ type: 'BODY', text });
const positional = template([body('Hi {{1}}, your order {{2}} is on its way.')]);
const named = template([body('Welcome, {{first_name}} of {{city}}!')], 'NAMED');

/** Returns the error code for these values; undefined if they are accepted. */
function codeOf(one: Template, given: GivenVariables): string | undefined {
  try {
    fillTemplate(one, given);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('finds each placeholder once, in order of appearance', () => {
  expect(variableNames('{{2}} {{ first_name }} {{2}} {{1}} {x} {{}} {{a b}}')).toEqual(['2', 'first_name', '1']);
  expect(variableNames(undefined)).toEqual([]);
});

test('fills a positional template from an array', () => {
  const filled = fillTemplate(positional, { variables: ['Ada', '4711'] });
  expect(filled.body).toEqual([{ text: 'Ada' }, { text: '4711' }]);
  expect(bodyText(positional, filled)).toBe('Hi Ada, your order 4711 is on its way.');
});

test('the first value is {{1}}, wherever it is in the text', () => {
  const turned = template([body('Order {{2}} for {{1}}, {{2}}')]);
  const filled = fillTemplate(turned, { variables: ['Ada', '4711'] });
  expect(filled.body).toEqual([{ text: 'Ada' }, { text: '4711' }]);
  expect(bodyText(turned, filled)).toBe('Order 4711 for Ada, 4711');
  expect(() => fillTemplate(turned, { variables: ['Ada'] })).toThrow('{{2}}');
});

test('counts {{10}} after {{9}}', () => {
  const ten = template([body('{{10}} {{9}} {{8}} {{7}} {{6}} {{5}} {{4}} {{3}} {{2}} {{1}}')]);
  const filled = fillTemplate(ten, { variables: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] });
  expect(bodyText(ten, filled)).toBe('10 9 8 7 6 5 4 3 2 1');
});

test('fills a named template from an object, in the text’s order', () => {
  const filled = fillTemplate(named, { variables: { city: 'Paris', first_name: 'Ada' } });
  expect(filled.body).toEqual([
    { name: 'first_name', text: 'Ada' },
    { name: 'city', text: 'Paris' },
  ]);
  expect(bodyText(named, filled)).toBe('Welcome, Ada of Paris!');
});

test('a value that looks like a placeholder or a replacement pattern stays as it is', () => {
  const filled = fillTemplate(positional, { variables: ['{{2}}', '$& $1'] });
  expect(bodyText(positional, filled)).toBe('Hi {{2}}, your order $& $1 is on its way.');
});

test.each<[string, Template, GivenVariables, string | undefined]>([
  ['nothing for two variables', positional, {}, 'TEMPLATE_VARIABLES_MISSING'],
  ['one of two variables', positional, { variables: ['Ada'] }, 'TEMPLATE_VARIABLES_MISSING'],
  ['an empty array', positional, { variables: [] }, 'TEMPLATE_VARIABLES_MISSING'],
  ['one variable too many', positional, { variables: ['a', 'b', 'c'] }, 'VALIDATION_FAILED'],
  ['an object for a positional template', positional, { variables: { 1: 'a', 2: 'b' } }, 'TEMPLATE_VARIABLES_FORMAT'],
  ['an array for a named template', named, { variables: ['Ada', 'Paris'] }, 'TEMPLATE_VARIABLES_FORMAT'],
  ['one of two names', named, { variables: { first_name: 'Ada' } }, 'TEMPLATE_VARIABLES_MISSING'],
  ['a wrong name', named, { variables: { first_name: 'Ada', town: 'Paris' } }, 'TEMPLATE_VARIABLES_MISSING'],
  ['one name too many', named, { variables: { first_name: 'a', city: 'b', x: 'c' } }, 'VALIDATION_FAILED'],
  [
    'the name of a property of Object',
    named,
    { variables: { first_name: 'a', city: 'b', constructor: 'c' } },
    'VALIDATION_FAILED',
  ],
  ['no array where there are no variables', template([body('Hello')]), {}, undefined],
  ['an empty array where there are no variables', template([body('Hello')]), { variables: [] }, undefined],
  ['an empty value', positional, { variables: ['', ''] }, undefined],
])('accepts or refuses %s', (_name, one, given, code) => {
  expect(codeOf(one, given)).toBe(code);
});

test('reports which variables are missing and how many are expected', () => {
  expect(() => fillTemplate(positional, { variables: ['Ada'] })).toThrow(/order.*2.*1.*\{\{2\}\}/);
  expect(() => fillTemplate(named, {})).toThrow(/\{\{first_name\}\}, \{\{city\}\} missing\.$/);
  expect(() => fillTemplate(named, { variables: { firstname: 'Ada', city: 'Paris' } })).toThrow(
    /\{\{first_name\}\} missing, \{\{firstname\}\} unknown\.$/,
  );
});

test('fills a text header', () => {
  const one = template([{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' }, body('Hello')]);
  expect(fillTemplate(one, { header: { text: '4711' } }).header).toEqual({ format: 'TEXT', text: { text: '4711' } });
  const other = template([{ type: 'HEADER', format: 'TEXT', text: 'Order {{number}}' }, body('Hello')], 'NAMED');
  expect(fillTemplate(other, { header: { text: '4711' } }).header).toEqual({
    format: 'TEXT',
    text: { name: 'number', text: '4711' },
  });
  expect(codeOf(one, {})).toBe('TEMPLATE_HEADER_MISSING');
  expect(codeOf(one, { header: { url: 'https://shop.example/a.jpg' } })).toBe('VALIDATION_FAILED');
});

test('refuses a header if no header of the template needs a value', () => {
  expect(codeOf(positional, { variables: ['a', 'b'], header: { text: 'x' } })).toBe('VALIDATION_FAILED');
  const fixed = template([{ type: 'HEADER', format: 'TEXT', text: 'Hello World' }, body('Hello')]);
  expect(codeOf(fixed, { header: { text: 'x' } })).toBe('VALIDATION_FAILED');
  expect(codeOf(fixed, {})).toBeUndefined();
});

test.each(['IMAGE', 'VIDEO', 'DOCUMENT'])(
  'sends the given %s or the sample, and refuses a template with neither',
  (format) => {
    const header = { type: 'HEADER', format };
    const bare = template([header, body('Hello')]);
    const example = { header_handle: ['https://cdn.example/sample'] };
    const sampled = template([{ ...header, example }, body('Hello')]);
    const unfit = template([{ ...header, example: { header_handle: ['4::aW1hZ2U='] } }, body('Hello')]);

    expect(fillTemplate(bare, { header: { media_id: '99' } }).header).toEqual({ format, mediaId: '99' });
    const url = 'https://shop.example/a';
    expect(fillTemplate(sampled, { header: { url, filename: 'a.pdf' } }).header).toEqual({
      format,
      url,
      filename: 'a.pdf',
    });
    expect(fillTemplate(sampled, {}).header).toEqual({ format, url: 'https://cdn.example/sample' });
    expect(codeOf(bare, {})).toBe('TEMPLATE_HEADER_MISSING');
    expect(codeOf(unfit, {})).toBe('TEMPLATE_HEADER_MISSING');
    expect(codeOf(sampled, { header: { text: 'x' } })).toBe('VALIDATION_FAILED');
  },
);

const tracked = template([
  body('Hello'),
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Yes' },
      { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
      { type: 'URL', text: 'Shop', url: 'https://shop.example' },
    ],
  },
]);

test.each<[string, GivenVariables, string | undefined]>([
  ['the one dynamic button', { buttons: [{ index: 1, text: '4711' }] }, undefined],
  ['no button', {}, 'TEMPLATE_BUTTON_PARAM_MISSING'],
  ['another button', { buttons: [{ index: 0, text: 'x' }] }, 'TEMPLATE_BUTTON_PARAM_MISSING'],
  [
    'a fixed one next to it',
    {
      buttons: [
        { index: 1, text: 'x' },
        { index: 2, text: 'y' },
      ],
    },
    'VALIDATION_FAILED',
  ],
  [
    'one that does not exist',
    {
      buttons: [
        { index: 1, text: 'x' },
        { index: 9, text: 'y' },
      ],
    },
    'VALIDATION_FAILED',
  ],
  [
    'the same one twice',
    {
      buttons: [
        { index: 1, text: 'x' },
        { index: 1, text: 'y' },
      ],
    },
    'VALIDATION_FAILED',
  ],
])('accepts or refuses %s', (_name, given, code) => {
  expect(codeOf(tracked, given)).toBe(code);
});

test('refuses buttons if the template has no dynamic one', () => {
  expect(codeOf(template([body('Hello')]), { buttons: [{ index: 0, text: 'x' }] })).toBe('VALIDATION_FAILED');
  expect(codeOf(template([body('Hello')]), { buttons: [] })).toBeUndefined();
});
