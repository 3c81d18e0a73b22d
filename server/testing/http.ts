import { type Operation, type Parameter, resolveReference, type Schema } from '@wigwag/openapi';
import fc from 'fast-check';

/**
 * Requests for fast-check, generated from the API document for every operation. They are valid, nearly valid or
 * hostile.
 */

interface GeneratedRequest {
  operation: Operation;
  method: string;
  /** The path with its query, percent-encoded. */
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Values that exist on the server under test, by field name. They let requests pass the first checks. */
export type SampleFieldValues = Record<string, readonly unknown[]>;

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud83d',
  '\u202e\u0000',
  '👩‍👩‍👧‍👦'.repeat(50),
  "'; drop table messages; --",
  '" or "1"="1',
  '%',
  '_%\\',
  'a" NEAR(b) *',
  '{{1}}',
  '%00%0d%0aX-Injected: 1',
  '\r\nX-Injected: 1',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  '-1',
  '1e400',
  'NaN',
  'null',
  '2026-02-30',
  '0000-00-00',
  '+999999-01-01',
  '2026-05-04T12:00:00+99:99',
  'http://169.254.169.254/',
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { depthSize: 'small' },
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(1e308, -1e-308, 2 ** 53, -0, 1e21, 0.1, [], {}, null, true, -1, 101),
  fc.integer({ min: 1, max: 60 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.dictionary(fc.constantFrom('__proto', 'constructor', 'toString', 'length', 'then', ''), hostileText),
);

/** The settings of generated requests. */
interface Recipe {
  known: SampleFieldValues;
  /** How many of a hundred values are invalid. */
  hostility: number;
}

const mostly = ({ hostility }: Recipe, right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 100 - hostility, arbitrary: right }, { weight: hostility, arbitrary: hostile });

const property = <T>(schema: Schema, keyword: string): T | undefined => schema[keyword] as T | undefined;

/** Returns values of a schema. The more complex rules (`not`, `if`) are left to chance. */
function valuesOf(schema: Schema, recipe: Recipe, name = ''): fc.Arbitrary<unknown> {
  const reference = property<string>(schema, '$ref');
  if (reference !== undefined) {
    return valuesOf(resolveReference(reference) as Schema, recipe, name);
  }
  const meaningful = schema.format === undefined ? recipe.known[name] : undefined;
  const own = schemaValues(schema, recipe, name);
  return mostly(
    recipe,
    meaningful
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...meaningful) },
          { weight: Math.min(recipe.hostility, 1), arbitrary: own },
        )
      : own,
  );
}

function schemaValues(schema: Schema, recipe: Recipe, name: string): fc.Arbitrary<unknown> {
  const choices = property<Schema[]>(schema, 'oneOf') ?? property<Schema[]>(schema, 'anyOf');
  const values = property<unknown[]>(schema, 'enum');
  const parts = property<Schema[]>(schema, 'allOf') ?? [];
  if (choices) {
    return fc.oneof(...choices.map((choice) => valuesOf(choice, recipe, name)));
  }
  if (values) {
    return fc.constantFrom(...values);
  }
  if ('const' in schema) {
    return fc.constant(schema.const);
  }
  const type = [property<string | string[]>(schema, 'type')].flat();
  const fields = property<Record<string, Schema>>(schema, 'properties');
  const merged: Schema = Object.assign({}, ...parts, schema);
  switch (fields ? 'object' : (type.find((one) => one !== 'null') ?? typeof merged.type)) {
    case 'object':
      return objectValues(schema, fields ?? {}, recipe);
    case 'array':
      return fc.array(valuesOf(property<Schema>(schema, 'items') ?? {}, recipe, name), { maxLength: 12 });
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer());
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textOf(schema);
    default:
      return parts[0] && !type[0] ? valuesOf(parts[0], recipe, name) : fc.string({ minLength: 1, maxLength: 30 });
  }
}

function textOf({ format, minLength = 1, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  const time = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  switch (format) {
    case 'date':
      return time.map((date) => date.toISOString().slice(0, 10));
    case 'date-time':
      return time.map((date) => date.toISOString());
    default:
      return fc.string({ minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 30) });
  }
}

function objectValues(schema: Schema, fields: Record<string, Schema>, recipe: Recipe): fc.Arbitrary<unknown> {
  const required = property<string[]>(schema, 'required') ?? [];
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = valuesOf(field, recipe, name);
    // One of thirty required fields is missing, and one of three optional fields is present.
    const present = required.includes(name)
      ? { weight: 29, absent: Math.min(recipe.hostility, 1) }
      : { weight: 1, absent: 2 };
    return [
      name,
      fc.oneof(
        { weight: present.weight, arbitrary: value },
        { weight: present.absent, arbitrary: fc.constant(undefined) },
      ),
    ];
  });
  const usual = fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>);
  const stranger = fc.tuple(usual, hostileText, hostile).map(([value, name, other]) => ({ ...value, [name]: other }));
  return fc.oneof({ weight: 100, arbitrary: usual }, { weight: recipe.hostility, arbitrary: stranger });
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value)?.toWellFormed() ?? '');

function pathOf(operation: Operation, recipe: Recipe): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path');
  const values = names.map(({ name, schema }) => valuesOf(schema, recipe, name).map(asText));
  return fc.tuple(...values).map((given) =>
    names.reduce((path, { name }, index) => {
      // Dots and empty segments would change the path.
      const segment = encodeURIComponent(given[index] ?? '').replaceAll('.', '%252E');
      return path.replace(`{${name}}`, segment === '' ? '%20' : segment);
    }, operation.path),
  );
}

/** Returns one parameter as it appears in a query. Objects have the format that the API document defines. */
function queryPairs({ name, schema, style }: Parameter, recipe: Recipe): fc.Arbitrary<[string, string][]> {
  if (property(schema, 'type') !== 'object') {
    return valuesOf(schema, recipe, name).map((value) => [[name, asText(value)]]);
  }
  const names =
    style === 'deepObject'
      ? fc.constantFrom('vars[first_name]', 'vars[x]', 'vars[__proto__]', 'vars[]')
      : fc.constantFrom('var1', 'var2', 'var3', 'var0', 'var99999999999');
  return fc.array(fc.tuple(names, hostileText.map(asText)), { maxLength: 3 });
}

function queryOf(operation: Operation, recipe: Recipe): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const pairs = parameters.map((parameter) => fc.option(queryPairs(parameter, recipe), { nil: [], freq: 2 }));
  const stray = fc.oneof(
    { weight: 100, arbitrary: fc.constant(undefined) },
    { weight: recipe.hostility, arbitrary: fc.tuple(hostileText.map(asText), hostileText.map(asText)) },
  );
  return fc.tuple(fc.tuple(...pairs), stray).map(([given, extra]) => {
    const query = new URLSearchParams([...given.flat(), ...(extra ? [extra] : [])]).toString();
    return query === '' ? '' : `?${query}`;
  });
}

const idempotencyKey = fc.option(
  fc.oneof(
    fc.constantFrom('a', 'b'),
    fc.string({ maxLength: 300 }).map((text) => text.replace(/[^\x20-\x7e]/g, '~')),
  ),
  { nil: undefined, freq: 3 },
);

/** Returns requests of one operation. */
function requestsOf(operation: Operation, recipe: Recipe): fc.Arbitrary<GeneratedRequest> {
  const body = operation.body ? valuesOf(operation.body.schema, recipe) : fc.constant(undefined);
  return fc.tuple(pathOf(operation, recipe), queryOf(operation, recipe), body, idempotencyKey).map(
    ([path, query, content, key]): GeneratedRequest => ({
      operation,
      method: operation.method.toUpperCase(),
      path: path + query,
      body: content,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    }),
  );
}

/** Returns requests of the operations that take JSON or no body. */
export function anyRequest(operations: readonly Operation[], known: SampleFieldValues): fc.Arbitrary<GeneratedRequest> {
  const plain = operations.filter(({ body }) => body === undefined || body.mediaType === 'application/json');
  // Valid, nearly valid and hostile.
  const recipes = [0, 3, 30].map((hostility) => ({ known, hostility }));
  return fc.oneof(...plain.flatMap((operation) => recipes.map((recipe) => requestsOf(operation, recipe))));
}
