import type { Parameter, Schema } from '@wigwag/openapi';

/** A parameter whose value is an object stands in a query as several names: `vars[first_name]`, or `var1`, `var2`. */
const isObject = ({ schema }: Parameter): boolean => schema.type === 'object';

/** The names that belong to an object, as patterns, and what each value must be. */
function patternsOf({ name, style, schema }: Parameter): Record<string, Schema> {
  return style === 'deepObject'
    ? { [String.raw`^${name}\[[^\[\]]+\]$`]: schema.additionalProperties as Schema }
    : (schema.patternProperties as Record<string, Schema>);
}

/** The property of the object that a name of the query stands for: the part in brackets, or the whole name. */
const propertyOf = ({ name, style }: Parameter, given: string): string =>
  style === 'deepObject' ? given.slice(name.length + 1, -1) : given;

/** What may stand in a query, as a schema of the names in which it arrives, so that errors name what was really sent. */
export function querySchema(parameters: readonly Parameter[]): Schema {
  const plain = parameters.filter((parameter) => !isObject(parameter));
  return {
    type: 'object',
    properties: Object.fromEntries(plain.map(({ name, schema }) => [name, schema])),
    patternProperties: Object.assign({}, ...parameters.filter(isObject).map(patternsOf)) as Schema,
    required: plain.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The query with its objects put together, as the document has it: `{var: {var1}, vars: {first_name}}`. */
export function foldQuery(
  parameters: readonly Parameter[],
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const folded = { ...query };
  for (const parameter of parameters.filter(isObject)) {
    const patterns = Object.keys(patternsOf(parameter)).map((pattern) => new RegExp(pattern));
    const own = Object.keys(query).filter((given) => patterns.some((pattern) => pattern.test(given)));
    if (own.length > 0) {
      // Not by assignment: a variable may be called __proto__.
      folded[parameter.name] = Object.fromEntries(own.map((given) => [propertyOf(parameter, given), query[given]]));
    }
    for (const given of own) {
      delete folded[given];
    }
  }
  return folded;
}
