/**
 * Generates the table of operations from which the command line takes its flags: the values, types and descriptions of
 * query parameters.
 */

type Node = Record<string, unknown>;

const METHODS = ['get', 'post', 'patch', 'delete'];

interface Parameter {
  name: string;
  in: string;
  description: string;
  schema: Schema;
}

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  items?: Schema;
  maximum?: number;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

/** Returns the node, or the one that it refers to. */
function resolved<T>(document: Node, node: T): T {
  const reference = (node as { $ref?: string }).$ref;
  if (reference === undefined) {
    return node;
  }
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Node)[key], document);
  return resolved(document, found as T);
}

/** Returns the first sentence as help text: without its section, its capital letter and its full stop. */
function helpOf(description: string): string {
  const [sentence = ''] = description.replaceAll('\n', ' ').split(/(?<=\.) /);
  const text = sentence.replace(/ \((?:§[\d.]+(?:, )?)+\)/g, '').replace(/\.\s*$/, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function queryOf(document: Node, parameters: readonly Parameter[]): Node {
  return Object.fromEntries(
    parameters
      .map((parameter) => resolved(document, parameter))
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, description, schema }) => {
        const whole = resolved(document, schema);
        const one = whole.items === undefined ? whole : resolved(document, whole.items);
        return [
          name,
          {
            help: helpOf(description),
            type: one.format === 'date' ? 'date' : one.type,
            ...(one.enum && { values: one.enum }),
            ...(one.maximum !== undefined && { maximum: one.maximum }),
          },
        ];
      }),
  );
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

/** Returns the names of the fields that a JSON body can have; undefined for a union or another type. */
function bodyFieldsOf(document: Node, { requestBody }: Operation): string[] | undefined {
  const schema = resolved(document, requestBody ?? { content: {} }).content['application/json']?.schema;
  const names = schema && fieldsOf(document, schema);
  return names && names.length > 0 ? [...new Set(names)] : undefined;
}

function fieldsOf(document: Node, schema: Schema): string[] {
  const { properties = {}, allOf = [] } = resolved(document, schema);
  return [...Object.keys(properties), ...allOf.flatMap((part) => fieldsOf(document, part))];
}

/** Returns the source of the table, with every operation by its ID. */
export function cliOperations(document: Node): string {
  const operations = Object.entries(document.paths as Record<string, Record<string, Node>>).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method] !== undefined).map((method) => {
      const operation = methods[method] as unknown as Operation;
      const { operationId, parameters = [] } = operation;
      const fields = bodyFieldsOf(document, operation);
      return [
        operationId,
        { method: method.toUpperCase(), path, query: queryOf(document, parameters), ...(fields && { fields }) },
      ];
    }),
  );
  return `/** Every operation of the document, with its query parameters. */\nexport const OPERATIONS = ${JSON.stringify(Object.fromEntries(operations), null, 2)} as const;\n`;
}
