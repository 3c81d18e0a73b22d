import { document, type Node, type Operation, resolved } from '@wigwag/openapi';

/** Returns a schema with the schemas that it consists of. */
function* parts(node: unknown): Generator<Node> {
  const schema = resolved(document, (node ?? {}) as Node);
  yield schema;
  for (const group of ['allOf', 'oneOf', 'anyOf']) {
    for (const one of (schema[group] ?? []) as unknown[]) {
      yield* parts(one);
    }
  }
}

/** Returns the schemas of a field, or of the items of an array. */
const below = (schemas: Node[], name: string): Node[] =>
  schemas
    .flatMap((schema) => [...parts(schema)])
    .flatMap(({ properties, items }) => {
      const found = /^\d+$/.test(name) ? items : (properties as Node | undefined)?.[name];
      return found === undefined ? [] : [found as Node];
    });

const typesOf = (schemas: Node[]): Set<string> =>
  new Set(
    schemas
      .flatMap((schema) => [...parts(schema)])
      .flatMap(({ type, const: only, enum: values }) => [
        ...((Array.isArray(type) ? type : [type]) as unknown[]),
        ...(only === undefined ? [] : [typeof only]),
        ...((values ?? []) as unknown[]).map((one) => typeof one),
      ])
      .filter((one): one is string => typeof one === 'string'),
  );

/** Returns the schema of an operation's JSON body. */
const bodyOf = ({ body }: Operation): Node => (body?.mediaType === 'application/json' ? body.schema : {});

/** A field of a request: its path, such as `steps.0.delay`, and a value of the right type. */
export interface Typed {
  path: string;
  value: unknown;
  types: ReadonlySet<string>;
}

/** Returns each field of a valid body to which the document gives a type. */
export function typedFields(operation: Operation, body: unknown): Typed[] {
  const walk = (value: unknown, schemas: Node[], path: string): Typed[] => {
    const types = typesOf(schemas);
    const own = path === '' || types.size === 0 ? [] : [{ path, value, types }];
    const inside =
      value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, one]) =>
            walk(one, below(schemas, name), path === '' ? name : `${path}.${name}`),
          )
        : [];
    // An item of an array has no name to report.
    return [...own.filter(() => !/\.\d+$/.test(path)), ...inside];
  };
  return walk(body, [bodyOf(operation)], '');
}

/** Returns the names of all typed fields of a request body, without those of the items' parts. */
export const fieldNames = (operation: Operation): string[] => [
  ...new Set([...parts(bodyOf(operation))].flatMap(({ properties }) => Object.keys((properties ?? {}) as object))),
];

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value;

/** Returns values of other types, first those that a careless conversion would make valid. */
export function wrongValues({ value, types }: Typed): unknown[] {
  const isTaken = (one: unknown): boolean =>
    types.has(typeOf(one)) || (typeOf(one) === 'integer' && types.has('number'));
  const quoted = ['number', 'integer', 'boolean'].includes(typeOf(value)) ? String(value) : 'x';
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value === true ? 1 : 42;
  const object = Array.isArray(value) ? { ...value } : { value };
  return [quoted, number, 1.5, true, [value], object].filter((one) => !isTaken(one));
}

/** Returns a copy of a body with another value at a path. */
export function withValue(body: unknown, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() as string;
  const holder = names.reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, copy);
  holder[last] = value;
  return copy;
}
