import { nameOf } from '@wigwag/openapi';
import { codeText, type Html, html, prose } from './html.ts';
import { type FlatSchema, readPublished } from './published.ts';

/** The deepest level of fields that a page shows. */
const DEEPEST = 6;

/** Returns the fields of an object as entries of a list of terms. Those of inner objects can be expanded. */
export function fieldsOf(schema: FlatSchema, depth = 0): Html {
  const { oneOf, items, properties = {}, required = [], ...own } = readPublished().resolved(schema);
  if (depth > DEEPEST) {
    return html``;
  }
  if (oneOf) {
    return html`${oneOf.map((option, index) => variant(option, index, depth))}`;
  }
  if (items) {
    return fieldsOf(items, depth + 1);
  }
  const values = typeof own.additionalProperties === 'object' ? own.additionalProperties : undefined;
  return html`${Object.entries(properties).map(([name, field]) => entry(name, field, required.includes(name), depth))}${
    values && entry('any name', values, false, depth)
  }`;
}

function entry(name: string, schema: FlatSchema, isRequired: boolean, depth: number): Html {
  const field = readPublished().resolved(schema);
  const hasFields = holdsFields(field, depth + 1);
  return html`<dt>${codeText(name)} <span class="type">${typeOf(field)}${isRequired && ', required'}</span></dt>
<dd>${field.description !== undefined && prose(field.description.trim())} ${limitsOf(field)}
${
  hasFields &&
  html`<details><summary>Fields of ${codeText(name)}</summary>
<dl class="fields">
${fieldsOf(field, depth + 1)}
</dl></details>`
}</dd>
`;
}

/** Returns one of several forms of an object, named by its description. */
function variant(option: FlatSchema, index: number, depth: number): Html {
  const schema = readPublished().resolved(option);
  if (!holdsFields(schema, depth + 1)) {
    return html`<dt>${typeOf(schema)}</dt><dd>${schema.description !== undefined && prose(schema.description.trim())} ${limitsOf(schema)}</dd>`;
  }
  const name = option.$ref === undefined ? `Form ${index + 1}` : nameOf(option.$ref);
  return html`<dt>${name}</dt><dd>${schema.description !== undefined && prose(schema.description.trim())}
<details${depth === 0 && index === 0 && html` open`}><summary>Fields of ${name}</summary>
<dl class="fields">
${fieldsOf(schema, depth + 1)}
</dl></details></dd>
`;
}

/** Returns whether a schema has fields to list. */
function holdsFields(schema: FlatSchema, depth: number): boolean {
  const { properties, additionalProperties, items, oneOf } = readPublished().resolved(schema);
  if (depth > DEEPEST) {
    return false;
  }
  return (
    properties !== undefined ||
    typeof additionalProperties === 'object' ||
    (items !== undefined && holdsFields(items, depth + 1)) ||
    (oneOf?.some((option) => holdsFields(option, depth + 1)) ?? false)
  );
}

/** Returns the type in words: `string or null`, `array of object`. */
function typeOf(schema: FlatSchema): string {
  const { type, items, oneOf, format, enum: values } = readPublished().resolved(schema);
  if (oneOf) {
    return [...new Set(oneOf.map(typeOf))].join(' or ');
  }
  if (items) {
    return `array of ${typeOf(items)}`;
  }
  const name = [type ?? (values ? 'string' : 'any value')].flat().join(' or ');
  return format === undefined ? name : `${name}, ${format}`;
}

/** Returns the allowed values, the limits and the default. */
function limitsOf({ enum: values, default: standard, ...schema }: FlatSchema): Html {
  const range = (name: string, least: number | undefined, most: number | undefined) =>
    least === undefined && most === undefined
      ? ''
      : `${name} ${[least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`].filter(Boolean).join(', ')}. `;
  return html`<span class="limits">${values && html`One of ${values.map((value, index) => html`${index > 0 && ', '}${codeText(JSON.stringify(value))}`)}. `}${range(
    'Characters:',
    schema.minLength,
    schema.maxLength,
  )}${range('Items:', schema.minItems, schema.maxItems)}${range('Number:', schema.minimum, schema.maximum)}${
    standard !== undefined && html`Default: ${codeText(JSON.stringify(standard))}.`
  }</span>`;
}
