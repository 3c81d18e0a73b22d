import { type DocumentOperation, type Node, operationsOf, type Parameter, resolved } from './walk.ts';

/**
 * Generates the table of operations from which the command line takes its flags: the values, types and descriptions of
 * query parameters.
 */

/** The keywords of a schema that flags depend on. */
interface FlagSchema {
  type?: string;
  format?: string;
  enum?: string[];
  items?: FlagSchema;
  maximum?: number;
  properties?: Node;
  allOf?: FlagSchema[];
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
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, description = '', schema }) => {
        const whole: FlagSchema = resolved(document, schema);
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

/** Returns the names of the fields that a JSON body can have; undefined for a union or another type. */
function bodyFieldsOf(document: Node, { body }: DocumentOperation): string[] | undefined {
  const names = body?.mediaType === 'application/json' ? fieldsOf(document, body.schema) : [];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

function fieldsOf(document: Node, schema: FlagSchema): string[] {
  const { properties = {}, allOf = [] } = resolved(document, schema);
  return [...Object.keys(properties), ...allOf.flatMap((part) => fieldsOf(document, part))];
}

/** Returns the source of the table, with every operation by its ID. */
export function cliOperations(document: Node): string {
  const operations = operationsOf(document).map((operation) => {
    const fields = bodyFieldsOf(document, operation);
    const query = queryOf(document, operation.parameters);
    return [
      operation.id,
      { method: operation.method.toUpperCase(), path: operation.path, query, ...(fields && { fields }) },
    ];
  });
  return `/** Every operation of the document, with its query parameters. */\nexport const OPERATIONS = ${JSON.stringify(Object.fromEntries(operations), null, 2)} as const;\n`;
}
