import { mergeBodies } from './merge-bodies.ts';
import { isNode, type Node, type OperationNode, type Parameter, requiredScopes, resolved } from './walk.ts';

/**
 * Turns the full document into the one that callers get: the same operations, in a form that code generators understand.
 *
 * Generators read an object's properties well, and combinations of rules badly. The published schemas therefore have no `allOf`
 * and no conditions, each object has a name, and the body of a request is never a union. They accept a little more than the server does: rules that only conditions
 * can express are in the descriptions, and the server checks requests against the full document.
 */

type Schemas = Record<string, Node>;

const REFERENCE = '#/components/schemas/';

/** Extensions that only our server and our conformance suite read. */
const INTERNAL = ['x-decision', 'x-code', 'x-message', 'x-feature', 'x-told-by'];
/** Keywords that generators cannot express. The descriptions have the same rules. */
const CONDITIONAL = ['if', 'then', 'else', 'not', 'dependentRequired', 'contains', 'unevaluatedProperties'];

/** Names of schemas that every program already has as global types. Generated code with these names does not compile. */
export const RENAMED: Record<string, string> = {
  Error: 'ErrorBody',
  Event: 'WebhookEvent',
  Window: 'ContactWindow',
  Document: 'ApiDocument',
};

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const isEmptySchema = (value: unknown) => isNode(value) && Object.keys(value).length === 0;
const omit = (node: Node, keys: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));

/** Removes references to sections of the specification, which readers of the document do not have. */
export const withoutCitations = (text: string): string => text.replaceAll(/\s*\(§[\d.]+(?:, §[\d.]+)*\)/g, '');

/** Returns whether a value of the schema is one string, number or boolean, so that the schema may be copied into its users. */
const isScalar = ({ type, properties, items, oneOf, anyOf, enum: values }: Node): boolean =>
  type !== undefined && !properties && !items && !oneOf && !anyOf && !values;

/** Returns whether any value of the schema can have the property. */
const isForbidden = ({ not, type }: Node): boolean => isEmptySchema(not) && type === undefined;

/** Returns the names of an `anyOf` that requires one of several properties; undefined if the `anyOf` says something else. */
function alternatives(anyOf: unknown): string[] | undefined {
  const members = nodesOf(anyOf);
  const names = members.map(({ required }) => (Array.isArray(required) ? String(required[0]) : undefined));
  const onlyRequired = members.every((member) => Object.keys(omit(member, INTERNAL)).join() === 'required');
  return names.length > 0 && onlyRequired ? (names as string[]) : undefined;
}

function smallest(one: unknown, other: unknown): unknown {
  return one === undefined ? other : other === undefined ? one : Math.min(Number(one), Number(other));
}

/** Returns a schema that both schemas' values match, as far as a flat schema can say it. The first one's texts win. */
function merged(one: Node, other: Node): Node {
  const both: Node = { ...other, ...one };
  if (one.properties && other.properties) {
    const [first, second] = [one.properties as Schemas, other.properties as Schemas];
    both.properties = { ...first, ...second };
    for (const name of Object.keys(first).filter((name) => name in second)) {
      (both.properties as Schemas)[name] = { allOf: [first[name], second[name]] };
    }
  }
  if (one.required && other.required) {
    both.required = [...new Set([...(one.required as string[]), ...(other.required as string[])])];
  }
  if (one.enum && other.enum) {
    both.enum = (one.enum as unknown[]).filter((value) => (other.enum as unknown[]).includes(value));
  }
  for (const keyword of ['maxLength', 'maxItems', 'maximum']) {
    const least = smallest(one[keyword], other[keyword]);
    if (least !== undefined) {
      both[keyword] = least;
    }
  }
  if (both.additionalProperties === true) {
    delete both.additionalProperties;
  }
  return both;
}

/** Moves the default of a field into its description: openapi-typescript makes fields with a default required. */
function withoutDefault({ default: value, ...field }: Node): Node {
  if (value === undefined) {
    return field;
  }
  const { description } = field;
  return {
    ...field,
    description: `${description === undefined ? '' : `${String(description).trimEnd()} `}Default: \`${value}\`.`,
  };
}

/** Flattens the schemas of a document. */
class Flattener {
  readonly #sources: Schemas;
  readonly #named: Schemas = {};

  constructor(sources: Schemas) {
    this.#sources = sources;
  }

  /** Returns the schemas that were named so far. */
  get named(): Schemas {
    return this.#named;
  }

  #target(reference: unknown): Node {
    const found = this.#sources[String(reference).slice(REFERENCE.length)];
    if (!found) {
      throw new Error(`There is no schema ${reference}.`);
    }
    return found;
  }

  /** Returns the schema without references, combinations and conditions at its top level. */
  #combined(schema: Node): Node {
    const own = omit(schema, [...INTERNAL, '$ref', 'allOf']);
    if (isNode(schema.unevaluatedProperties)) {
      own.additionalProperties = false;
    }
    const parts = nodesOf(schema.allOf).map((part) => this.#combined(part));
    if (typeof schema.$ref === 'string') {
      parts.push(this.#combined(this.#target(schema.$ref)));
    }
    const whole = parts.reduce(merged, own);
    if (whole.const !== undefined) {
      const { const: value, ...rest } = whole;
      return { ...rest, type: typeof value, enum: [value] };
    }
    return whole;
  }

  /**
   * Returns the flat form of a schema.
   *
   * @param name the name for the schema if it is an object, and the start of the names of the objects in it
   */
  flat(schema: Node, name: string): Node {
    if (typeof schema.$ref === 'string') {
      const target = this.#combined(this.#target(schema.$ref));
      const siblings = omit(schema, [...INTERNAL, '$ref']);
      if (Object.keys(siblings).length > 0 && isScalar(target)) {
        return this.#described(omit(merged(siblings, target), CONDITIONAL));
      }
      this.add(schema.$ref.slice(REFERENCE.length));
      // Where a tool shows only the text of the field, it must also say what the value is.
      const text = Object.keys(siblings).length > 0 ? { description: target.description } : {};
      // Generators that make enums of names do not accept a value as the default of a reference.
      return this.#described(withoutDefault({ $ref: schema.$ref, ...text, ...siblings }));
    }
    const whole = this.#combined(schema);
    const nullable = this.#nullable(whole);
    if (nullable) {
      return this.#described(nullable);
    }
    const required = alternatives(whole.anyOf);
    const flat = omit(whole, [...CONDITIONAL, ...(required ? ['anyOf'] : [])]);
    if (required && whole.maxProperties === 1) {
      return this.#oneProperty(flat, required, name);
    }
    return this.#described(this.#members(flat, name));
  }

  /** Returns a string or null as one schema, instead of a union of two. */
  #nullable(whole: Node): Node | undefined {
    const [one, none, ...more] = nodesOf(whole.oneOf);
    if (!one || none?.type !== 'null' || more.length > 0) {
      return undefined;
    }
    const target = this.#combined(one);
    if (!isScalar(target)) {
      return undefined;
    }
    const { oneOf, ...own } = whole;
    return omit({ ...target, ...own, type: [target.type, 'null'] }, [...CONDITIONAL, 'examples']);
  }

  /** Returns a union of objects with one property each, for an object that has exactly one of several properties. */
  #oneProperty({ properties, description, examples }: Node, names: string[], name: string): Node {
    const oneOf = names.map((property) => {
      const schema = (properties as Schemas)[property] as Node;
      const object = `${name}By${pascal(property)}`;
      this.#named[object] = this.#described({
        type: 'object',
        description: schema.description ?? this.#target(schema.$ref).description,
        required: [property],
        properties: { [property]: this.flat(schema, object) },
        additionalProperties: false,
      });
      return { $ref: REFERENCE + object };
    });
    return this.#described({ description, oneOf, examples });
  }

  /** Flattens what is inside a schema. Objects inside get names. */
  #members(schema: Node, name: string): Node {
    const { properties, items, oneOf, anyOf, additionalProperties, patternProperties } = schema;
    const flat = { ...schema };
    if (isNode(properties)) {
      const allowed = Object.entries(properties as Schemas).filter(([, property]) => !isForbidden(property));
      flat.properties = Object.fromEntries(
        allowed.map(([key, property]) => [key, withoutDefault(this.#inside(property, name + pascal(key)))]),
      );
      delete flat.maxProperties;
    }
    if (isNode(items)) {
      flat.items = this.#inside(items, name.replace(/s$/, ''));
    }
    const members = nodesOf(oneOf).map((member) => this.#inside(member, name));
    if (members.length > 0) {
      flat.oneOf = members;
      if (isNode(schema.discriminator) && !this.#discriminates(schema.discriminator, members)) {
        delete flat.discriminator;
      }
    }
    const enums = nodesOf(anyOf).map((member) => this.#combined(member));
    if (enums.length > 0 && enums.every((member) => Array.isArray(member.enum))) {
      delete flat.anyOf;
      Object.assign(flat, { type: 'string', enum: enums.flatMap((member) => member.enum as unknown[]) });
    }
    if (isNode(patternProperties)) {
      delete flat.patternProperties;
      flat.additionalProperties = this.flat(Object.values(patternProperties)[0] as Node, name);
    } else if (isNode(additionalProperties)) {
      flat.additionalProperties = this.#inside(additionalProperties, name);
    }
    return flat;
  }

  /** Returns whether every member requires the property. A generator would otherwise make it required. */
  #discriminates({ propertyName }: Node, members: Node[]): boolean {
    return members.every(({ $ref }) =>
      (this.#combined(this.#target($ref)).required as string[] | undefined)?.includes(String(propertyName)),
    );
  }

  /** Returns the flat form of a schema inside another, or a reference to it if it is an object. */
  #inside(schema: Node, name: string): Node {
    const flat = this.flat(schema, name);
    // Some generators cannot read null in a list of strings.
    if (Array.isArray(flat.enum) && flat.enum.includes(null)) {
      const { type, enum: values, description, ...rest } = flat;
      this.#name(name, { type: 'string', description, ...rest, enum: values.filter((value) => value !== null) });
      return { description, oneOf: [{ $ref: REFERENCE + name }, { type: 'null' }] };
    }
    if (!flat.properties) {
      return flat;
    }
    this.#name(name, flat);
    return { $ref: REFERENCE + name };
  }

  #name(name: string, schema: Node): void {
    if (this.#named[name] || this.#sources[name]) {
      throw new Error(`There are two schemas with the name ${name}.`);
    }
    this.#named[name] = schema;
  }

  /** Adds a named schema of the document, with everything that it refers to. */
  add(name: string): void {
    if (!this.#named[name]) {
      // Before flattening it, because schemas may refer to each other.
      this.#named[name] = {};
      Object.assign(this.#named[name], this.flat(omit(this.#target(REFERENCE + name), []), name));
    }
  }

  /** Adds an object under a name and returns a reference to it. */
  addResponse(schema: Node): Node {
    const whole = this.#combined(schema);
    const data = (whole.properties as Schemas | undefined)?.data?.$ref;
    if (typeof data !== 'string') {
      return this.flat(schema, '');
    }
    const name = `${data.slice(REFERENCE.length)}Response`;
    if (!this.#named[name]) {
      const { description } = this.#target(data);
      this.#named[name] = {};
      Object.assign(this.#named[name], this.flat({ ...whole, description }, name));
    }
    return { $ref: REFERENCE + name };
  }

  /** Returns the schema with its type and its text first, where readers look for them. */
  #described({ $ref, type, description, pattern, ...rest }: Node): Node {
    const text = typeof description === 'string' ? withoutCitations(description) : undefined;
    // hey-api writes such characters into its code, where some of them end a line.
    const plain = typeof pattern === 'string' ? pattern.replaceAll(/\\u[0-9a-f]{4}/gi, '') : undefined;
    const whole = { $ref, type, description: text, pattern: plain, ...rest };
    return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
  }
}

const pascal = (name: string): string => name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the part of a document outside its schemas, with flat schemas and without internal extensions. */
function rewrite(value: unknown, flattener: Flattener, key = '', name = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => rewrite(item, flattener, key, name));
  }
  if (key === 'description' || key === 'summary') {
    return typeof value === 'string' ? withoutCitations(value) : value;
  }
  // Examples are data.
  if (!isNode(value) || key === 'example' || key === 'value') {
    return value;
  }
  if (key === 'schema') {
    const isResponse = nodesOf(value.allOf).some(({ $ref }) => $ref === `${REFERENCE}Success`);
    return isResponse ? flattener.addResponse(value) : flattener.flat(value, name);
  }
  const entries = Object.entries(omit(value, INTERNAL));
  return Object.fromEntries(
    entries.map(([name, part]) => [name, rewrite(part, flattener, name, inSchema(value, name))]),
  );
}

/** Returns the start of the names of schemas in a request body or a parameter. */
const inSchema = ({ operationId }: Node, name: string): string =>
  name === 'schema' ? '' : pascal(String(operationId ?? ''));

/**
 * Names the scopes in the description and in `x-scopes`. Tools expect scopes in security requirements only for OAuth.
 */
function withScopes(operation: OperationNode): object {
  const { security, description } = operation;
  const scopes = requiredScopes(operation);
  if (scopes.length === 0) {
    return operation;
  }
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
  const requirements = security?.map((requirement) =>
    Object.fromEntries(Object.keys(requirement).map((name) => [name, []])),
  );
  return {
    ...operation,
    description: `${description.trimEnd()}\n\nThe key needs the ${scopes.length > 1 ? 'scopes' : 'scope'} ${names}.\n`,
    ...(requirements && { security: requirements }),
    'x-scopes': scopes,
  };
}

/**
 * Leaves out a header that has the name of a query parameter, apart from case and hyphens. Generators write both as one name, and
 * a caller of such an operation is one that cannot set headers. The server reads both.
 */
function withoutTwins(operation: OperationNode, document: Node): OperationNode {
  const { parameters } = operation;
  if (!parameters) {
    return operation;
  }
  const all = parameters.map((one) => resolved(document, one) as unknown as Parameter);
  const nameOf = ({ name }: Parameter) => name.toLowerCase().replaceAll('-', '_');
  const inQuery = new Set(all.filter((one) => one.in === 'query').map(nameOf));
  const isTwin = (one: Parameter) => one.in === 'header' && inQuery.has(nameOf(one));
  return { ...operation, parameters: parameters.filter((_, index) => !isTwin(all[index] as Parameter)) };
}

/** Changes each operation of some paths. */
const mapOperations = (paths: unknown, change: (operation: OperationNode, path: string) => object): Node =>
  Object.fromEntries(
    Object.entries(paths as Record<string, Node>).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([key, part]) => [
          key,
          isNode(part) && 'responses' in part ? change(part as unknown as OperationNode, path) : part,
        ]),
      ),
    ]),
  );

/**
 * Returns addresses relative to the document, which each server publishes, the address of `wigwag dev`, and a template for any
 * other address. Tools that take the addresses as types accept a server of your own only because of the template.
 */
const serversOf = (servers: Node[]): Node[] =>
  servers.flatMap(({ url, description, variables }) => {
    const path = String(url).replace('{origin}', '');
    const { origin } = variables as { origin: { default: string; description: string } };
    const local = origin.default + path;
    // The schema of OpenAPI that swagger-parser has refuses the description of a variable.
    const any = { origin: { default: origin.default } };
    return [
      { url: path || '/', description: withoutCitations(String(description)) },
      { url: local, description: 'A server that `wigwag dev` started on this machine.' },
      { url, description: `A server at any other address. \`origin\`: ${origin.description}`, variables: any },
    ];
  });

/** Returns a document with other names for the schemas in `RENAMED`. */
function renamed(document: Node): Node {
  const text = JSON.stringify(document).replaceAll(
    /"#\/components\/schemas\/(\w+)"/g,
    (_, name: string) => `"${REFERENCE}${RENAMED[name] ?? name}"`,
  );
  const { components, ...rest } = JSON.parse(text) as Node;
  const { schemas, ...others } = components as { schemas: Schemas };
  const entries = Object.entries(schemas).map(([name, schema]) => [RENAMED[name] ?? name, schema]);
  return { ...rest, components: { ...others, schemas: Object.fromEntries(entries) } };
}

/** Sorts schemas by name, so that a reader finds them. */
const sorted = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => one.localeCompare(other, 'en')));

/** Returns the published form of a complete document. */
export function publicDocument(document: Node): Node {
  // The dialect of OpenAPI 3.1 is the default. Tools that convert to 3.0 keep the field, which 3.0 does not have.
  const { components, ...rest } = omit(renamed(document), ['jsonSchemaDialect']);
  const { schemas, ...otherComponents } = components as { schemas: Schemas };
  const flattener = new Flattener(schemas);
  const changed = {
    ...rest,
    servers: serversOf(nodesOf(rest.servers)),
    paths: mapOperations(rest.paths, (operation) => withScopes(withoutTwins(operation, document))),
    // `message.received` becomes `onMessageReceived`, because generators name types after operations.
    webhooks: mapOperations(rest.webhooks, (webhook, event) => ({
      operationId: `on${pascal(event.replaceAll('.', '_'))}`,
      ...(webhook as Partial<OperationNode>),
    })),
  };
  const rewritten = rewrite(changed, flattener) as Node;
  const others = rewrite(otherComponents, flattener) as Node;
  return mergeBodies({ ...rewritten, components: { schemas: sorted(flattener.named), ...others } });
}
