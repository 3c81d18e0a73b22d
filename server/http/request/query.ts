import type { Parameter, Schema } from '@wigwag/openapi';

/**
 * Returns whether a parameter is an object. A query spreads an object over several names: `vars[first_name]`, or
 * `var1`, `var2`.
 */
const isObject = ({ schema }: Parameter): boolean => schema.type === 'object';

/** Returns patterns for the names that belong to an object, with the schema of each value. */
function patternsOf({ name, style, schema }: Parameter): Record<string, Schema> {
  return style === 'deepObject'
    ? { [String.raw`^${name}\[[^\[\]]+\]$`]: schema.additionalProperties as Schema }
    : (schema.patternProperties as Record<string, Schema>);
}

/** Returns the property of the object that a name in the query sets: the part in brackets, or the whole name. */
const propertyOf = ({ name, style }: Parameter, given: string): string =>
  style === 'deepObject' ? given.slice(name.length + 1, -1) : given;

/** Returns a schema of parameters with the names as they are sent, so that errors show those names. */
export function parametersSchema(parameters: readonly Parameter[]): Schema {
  const plain = parameters.filter((parameter) => !isObject(parameter));
  return {
    type: 'object',
    properties: Object.fromEntries(plain.map(({ name, schema }) => [name, schema])),
    patternProperties: Object.assign({}, ...parameters.filter(isObject).map(patternsOf)) as Schema,
    required: plain.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Returns the query with its objects assembled as in the API document: `{var: {var1}, vars: {first_name}}`. */
export function foldQuery(
  parameters: readonly Parameter[],
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const folded = { ...query };
  for (const parameter of parameters.filter(isObject)) {
    const patterns = Object.keys(patternsOf(parameter)).map((pattern) => new RegExp(pattern));
    const own = Object.keys(query).filter((given) => patterns.some((pattern) => pattern.test(given)));
    if (own.length > 0) {
      // Not an assignment, because a variable may have the name __proto__.
      folded[parameter.name] = Object.fromEntries(own.map((given) => [propertyOf(parameter, given), query[given]]));
    }
    for (const given of own) {
      delete folded[given];
    }
  }
  return folded;
}
