import type { Schema } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Returns the errors of a value; empty if it matches the schema. */
export type CompiledCheck = (value: unknown) => readonly ErrorObject[];

/**
 * For larger values, only the first error is reported. The largest request that the API document allows has about 250
 * values.
 */
const ALL_ERRORS_MAX_VALUES = 500;

/**
 * Returns a function that compiles schemas, which can refer to `root` by the name `rootId`. Each schema is compiled when
 * its first value is checked, so that the server starts faster.
 *
 * Ajv copies the list of errors at each `$ref` that fails, so the time to find all errors grows with the square of
 * their number. The check therefore stops at the first error. It collects all errors only for small values.
 */
export function createCompiler(
  rootId: string,
  root: AnySchema,
  options: Options = {},
): (schema: AnySchema) => CompiledCheck {
  const create = (allErrors: boolean): Ajv2020 => {
    const ajv = new Ajv2020({ strict: false, useDefaults: true, verbose: true, ...options, allErrors });
    addFormats.default(ajv);
    ajv.addSchema(root, rootId);
    return ajv;
  };
  let firstError: Ajv2020 | undefined;
  let allErrors: Ajv2020 | undefined;
  return (schema) => {
    let validate: ValidateFunction | undefined;
    let validateAll: ValidateFunction | undefined;
    return (value) => {
      firstError ??= create(false);
      validate ??= firstError.compile(schema);
      if (validate(value)) {
        return [];
      }
      const first = validate.errors ?? [];
      if (!hasAtMost(ALL_ERRORS_MAX_VALUES, value)) {
        return first;
      }
      allErrors ??= create(true);
      validateAll ??= allErrors.compile(schema);
      return validateAll(value) ? first : (validateAll.errors ?? []);
    };
  };
}

const ROOT = 'document';

/** Returns a function that compiles schemas of a document, which refer to its other nodes. */
export function compilerOf(document: object, options: Options = {}): (schema: Schema) => CompiledCheck {
  const compile = createCompiler(ROOT, document, options);
  const absolute = (key: string, value: unknown) =>
    key === '$ref' && String(value).startsWith('#') ? ROOT + value : value;
  return (schema) => compile(JSON.parse(JSON.stringify(schema), absolute));
}

/** Returns whether a value contains at most `limit` values, including itself and all entries of lists and objects. */
function hasAtMost(limit: number, value: unknown): boolean {
  const open = [value];
  for (let count = 1; open.length > 0; count += 1) {
    const next = open.pop();
    const inner = next !== null && typeof next === 'object' ? Object.values(next) : [];
    if (count + open.length + inner.length > limit) {
      return false;
    }
    open.push(...inner);
  }
  return true;
}

/**
 * Returns the message for a value that violates a schema, with its field.
 *
 * @param place the part of the request that has the schema
 */
export function wordsOf(
  { instancePath, keyword, message, params, parentSchema }: ErrorObject,
  place: 'body' | 'query' = 'body',
): string {
  const unknown = params.unevaluatedProperty ?? params.additionalProperty;
  if (unknown !== undefined) {
    const known = Object.keys(parentSchema?.properties ?? {});
    const fields = known.length > 0 ? `: the fields are ${known.join(', ')}` : '';
    return `${place}${instancePath}/${unknown} is not recognized${fields}`;
  }
  return `${place}${instancePath} ${keyword === 'enum' ? `must be one of ${params.allowedValues.join(', ')}` : message}`;
}
