import {
  document,
  OPERATIONS,
  type Operation,
  type OperationId,
  type Parameter,
  resolveReference,
  type Schema,
} from '@wigwag/openapi';
import { compilerOf } from '../../base/json-schema.ts';
import { ApiError, invalidField, invalidFields } from '../../domain/api-error.ts';
import { foldQuery, parametersSchema } from '../request/query.ts';
import { apiErrorOf } from '../request/schema-errors.ts';

/**
 * Converts `oneOf` to JSON Schema that reports the errors of only one branch. A `discriminator` selects the branch by the
 * value of its field; if the field is absent, the branch with a default for it applies. `x-told-by` names a field: if the
 * request has it, the branch that requires it applies, otherwise the other branch.
 */
function chooseByDiscriminator(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(chooseByDiscriminator);
  }
  if (node === null || typeof node !== 'object') {
    return node;
  }
  const { oneOf, discriminator, ...rest } = node as Schema;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, chooseByDiscriminator(value)]));
  const toldBy = rest['x-told-by'];
  if (toldBy !== undefined) {
    const [other, telling] = (oneOf as { $ref: string }[]).toSorted(
      (left, right) => Number(requires(left.$ref, String(toldBy))) - Number(requires(right.$ref, String(toldBy))),
    );
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    return { ...converted, type: 'object', if: { required: [toldBy] }, then: telling, else: other };
  }
  if (discriminator === undefined) {
    return oneOf === undefined ? converted : { ...converted, oneOf: chooseByDiscriminator(oneOf) };
  }
  const { propertyName, mapping } = discriminator as { propertyName: string; mapping: Record<string, string> };
  const branches = Object.entries(mapping).map(([value, $ref]) => {
    const optional = hasDefault($ref, propertyName);
    return {
      if: {
        type: 'object',
        properties: { [propertyName]: { const: value } },
        ...(!optional && { required: [propertyName] }),
      },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
      then: { $ref },
    };
  });
  const anyDefault = Object.values(mapping).some(($ref) => hasDefault($ref, propertyName));
  return {
    ...converted,
    type: 'object',
    ...(!anyDefault && { required: [propertyName] }),
    properties: { [propertyName]: { enum: Object.keys(mapping) } },
    allOf: branches,
  };
}

/** Returns a schema that the API document references. */
const named = (reference: string) =>
  resolveReference(reference) as { properties?: Record<string, Schema>; required?: string[] };

const hasDefault = (reference: string, property: string): boolean =>
  named(reference).properties?.[property]?.default !== undefined;

const requires = (reference: string, property: string): boolean =>
  named(reference).required?.includes(property) ?? false;

/** The parts of a request that are validated. */
interface RequestParts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}

/**
 * Validates a request of one operation. It also fills in defaults and assembles the objects of the query.
 *
 * @throws {ApiError} the code of the broken rule
 */
export type Validate = (parts: RequestParts) => void;

let compiled: Record<OperationId, Validate> | undefined;

/** Returns the validators of all operations. Each schema of the API document is compiled on first use. */
export function validators(): Record<OperationId, Validate> {
  compiled ??= compileAll();
  return compiled;
}

/** Compiles a schema into a function that throws the error of the broken rules. */
type Compile = (schema: Schema) => (value: unknown) => void;

function compileAll(): Record<OperationId, Validate> {
  const root = { components: chooseByDiscriminator(document.components) };
  const compiler = (coerceTypes: boolean): Compile => {
    const compile = compilerOf(root, { coerceTypes });
    return (schema) => {
      const check = compile(schema);
      return (value) => {
        const errors = check(value);
        if (errors.length > 0) {
          throw apiErrorOf(errors, value);
        }
      };
    };
  };
  const text = compiler(true); // query, path and header values arrive as text
  const json = compiler(false);
  return Object.fromEntries(
    OPERATIONS.map((operation) => [operation.id, validatorOf(operation, text, json)]),
  ) as Record<OperationId, Validate>;
}

function validatorOf(operation: Operation, text: Compile, json: Compile): Validate {
  const inPlace = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
  // An operation that has nothing to validate does not document VALIDATION_FAILED.
  const isStrict = operation.errors.includes('VALIDATION_FAILED');
  const checkQuery = text({
    ...parametersSchema(inPlace('query')),
    ...(isStrict && {
      unevaluatedProperties: { not: {}, 'x-decision': 'unknown-request-fields' },
    }),
  });
  const checkPath = text(parametersSchema(inPlace('path')));
  const checkHeader = text(parametersSchema(inPlace('header')));
  const checkBody = operation.body && json(operation.body.schema);
  return (parts) => {
    if (isStrict) {
      requirePlainText(parts.query);
      requirePlainText(parts.body);
    }
    quoteOdd(inPlace('path'), parts.path);
    checkPath(parts.path);
    if (isStrict) {
      requireOnce(parts.query);
      requireDigits(inPlace('query'), parts.query);
    }
    checkQuery(withPlus(inPlace('query'), parts.query));
    parts.query = foldQuery(inPlace('query'), parts.query);
    checkHeader(parts.header);
    if (operation.body && checkBody && hasBody(parts.body, operation.body.required)) {
      checkBody(parts.body);
    }
  };
}

/**
 * Refuses values that would cause problems after validation. PostgreSQL text cannot contain NUL, and lone surrogates
 * would become question marks. Ajv does not recognize fields as unknown if their names are members of every object
 * (`constructor`).
 *
 * @throws {ApiError} VALIDATION_FAILED naming the field
 */
function requirePlainText(value: unknown): void {
  const fieldIn = (field: string, name: string | number): string => (field === '' ? String(name) : `${field}.${name}`);
  // A list instead of recursion, because a body may be nested more deeply than the stack allows.
  const open: { field: string; value: object }[] = [];
  const visit = (outer: string, name: string | number, inner: unknown): void => {
    if (typeof inner === 'string') {
      requirePlainString(inner, () => fieldIn(outer, name));
    } else if (inner !== null && typeof inner === 'object') {
      open.push({ field: fieldIn(outer, name), value: inner });
    }
  };
  visit('', '', value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { field, value: outer } = next;
    if (Array.isArray(outer)) {
      outer.forEach((inner, index) => {
        visit(field, index, inner);
      });
      continue;
    }
    for (const name in outer) {
      if (name in Object.prototype) {
        throw invalidField(fieldIn(field, name), 'is not recognized');
      }
      requirePlainString(name, () => fieldIn(field, name));
      visit(field, name, (outer as Record<string, unknown>)[name]);
    }
  }
}

/** @throws {ApiError} VALIDATION_FAILED naming the field */
function requirePlainString(text: string, field: () => string): void {
  if (text.includes('\0')) {
    throw invalidField(field().replaceAll('\0', ''), 'may not contain the character NUL');
  }
  if (!text.isWellFormed()) {
    throw invalidField(field().toWellFormed(), 'contains half of a surrogate pair, which is not a character');
  }
}

/** @throws {ApiError} VALIDATION_FAILED for a query parameter that is given more than once, since it is ambiguous */
function requireOnce(query: RequestParts['query']): void {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) {
    throw invalidFields(repeated.map((field) => ({ field, message: 'is given more than once' })));
  }
}

/**
 * Refuses numbers that JavaScript accepts but people do not write: `0x10`, `1e1`, ` 10`.
 *
 * @throws {ApiError} VALIDATION_FAILED for an integer of the query that is not plain digits
 */
function requireDigits(parameters: readonly Parameter[], query: RequestParts['query']): void {
  const odd = parameters.filter(
    ({ name, schema }) =>
      schema.type === 'integer' && query[name] !== undefined && !/^-?\d+$/.test(String(query[name])),
  );
  if (odd.length > 0) {
    throw invalidFields(odd.map(({ name }) => ({ field: name, message: 'must be a whole number in digits' })));
  }
}

/**
 * Quotes an ID in a path if it is not a plain number or is larger than any ID. Otherwise Ajv would coerce it, such as
 * `0x51` to 81.
 */
function quoteOdd(parameters: readonly Parameter[], path: RequestParts['path']): void {
  for (const { name, schema } of parameters) {
    if (schema.type === 'integer' && !/^\d{1,15}$/.test(String(path[name]))) {
      path[name] = JSON.stringify(path[name]);
    }
  }
}

const TIMESTAMP = '#/components/schemas/Timestamp';

/**
 * Restores a `+` that was sent unencoded and arrives as a space. All our times end in +00:00, and a space in an offset
 * can have no other meaning (unencoded-plus). Changes the query in place, because defaults are also filled into it.
 */
function withPlus(parameters: readonly Parameter[], query: RequestParts['query']): RequestParts['query'] {
  for (const { name, schema } of parameters) {
    const value = query[name];
    if (schema.$ref === TIMESTAMP && typeof value === 'string') {
      query[name] = value.replace(/ (?=\d\d:?\d\d$)/, '+');
    }
  }
  return query;
}

/** @throws {ApiError} INVALID_JSON if the operation requires a body and there is none */
function hasBody(body: unknown, required: boolean): boolean {
  const isMissing = body === null || body === undefined;
  if (isMissing && required) {
    throw new ApiError('INVALID_JSON', { problem: 'the body is empty' });
  }
  return !isMissing;
}
