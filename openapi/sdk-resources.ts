import { typeName } from './caller-types.ts';
import { camelCase, methodName } from './sdk-names.ts';
import { type DocumentOperation, isNode, type Node, nameOf, type OperationNode, operationsOf } from './walk.ts';

/**
 * Generates the SDK's methods from the operations, grouped by tag and named by operation ID: `listContacts` of `contacts`
 * becomes `contacts.list`. It leaves out sends by plain link, which are for callers that cannot set headers, and operations
 * outside the versioned API.
 */

/** Returns whether the operation is a send by link, which accepts a key in the URL. */
const isForLinks = ({ security = [], 'x-scopes': scopes }: OperationNode) =>
  scopes !== undefined || security.some((requirement) => 'apiKeyQuery' in requirement);

const callable = (document: Node): DocumentOperation[] =>
  operationsOf(document).filter(({ versioned, node }) => versioned && !isForLinks(node));

/** Returns the field of a list's records; undefined if it is not a list. The SDK derives the field from the path. */
function recordsOf({ id, path, node }: DocumentOperation): string | undefined {
  const data = node.responses['200']?.content?.['application/json']?.example?.data ?? {};
  const name = nameOf(path).replace('-', '_');
  if ('pagination' in data && !Array.isArray(data[name])) {
    throw new Error(
      `${id} is a list, so its response must have its records in "${name}", the last segment of its path.`,
    );
  }
  return 'pagination' in data ? name : undefined;
}

/** Returns the type of a schema: its name if it is a reference. */
const typeOf = (schema: unknown, otherwise: string): string =>
  isNode(schema) && typeof schema.$ref === 'string' ? typeName(nameOf(schema.$ref)) : otherwise;

/** Returns the type of `data` in the successful response of an operation. */
function dataOf({ id, node }: DocumentOperation): string {
  const [response] = Object.values(node.responses);
  const parts = (response?.content?.['application/json']?.schema.allOf ?? []) as { properties?: Node }[];
  return typeOf(parts.at(-1)?.properties?.data, `Data<'${id}'>`);
}

/** Returns a method's type, and the route from which `sdk/methods.ts` builds it. */
interface ResourceMethod {
  declared: string;
  route: string;
}

function methodOf(operation: DocumentOperation): ResourceMethod {
  const { id, method, path, parameters, body, node } = operation;
  const data = dataOf(operation);
  const bodyType = typeOf(body?.schema, `Body<'${id}'>`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: Path<'${id}'>`);
  const records = recordsOf(operation);
  const name = methodName(id, node.tags[0]);
  const written = (
    kind: string,
    args: string[],
    options = 'CallOptions',
    result = `Reply<${data}>`,
  ): ResourceMethod => ({
    declared: [
      '    /**',
      `     * ${node.summary}. ${node.description.trim()}`.replaceAll('?. ', '? ').replaceAll('\n', '\n     * '),
      '     *',
      `     * @throws {ApiError} ${(node['x-errors'] ?? []).join(', ')}`,
      '     */',
      `    ${name}: (${[...inPath, ...args, `options?: ${options}`].join(', ')}) => ${result};`,
    ].join('\n'),
    route: `    ${name}: '${`${method.toUpperCase()} ${path} ${kind}`.trim()}',`,
  });
  if (records) {
    const result = `List<${data}, ${data}['${records}'][number]>`;
    return written('list', [`query?: Query<'${id}'>`], 'CallOptions', result);
  }
  if (body?.mediaType === 'multipart/form-data') {
    return written('upload', [`upload: Upload<'${id}'>`], 'UploadOptions');
  }
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) {
    return written('send', [`body: ${bodyType}`], 'SendOptions');
  }
  if (body) {
    return written('', [`body${body.required ? '' : '?'}: ${bodyType}`]);
  }
  return parameters.some((parameter) => parameter.in === 'query')
    ? written('query', [`query?: Query<'${id}'>`])
    : written('', []);
}

/** Returns the source of `sdk/generated/resources.ts`. */
export function sdkResources(document: Node): string {
  const groups = new Map<string, ResourceMethod[]>();
  for (const operation of callable(document)) {
    const name = camelCase(operation.node.tags[0]);
    groups.set(name, [...(groups.get(name) ?? []), methodOf(operation)]);
  }
  const about = new Map(
    (document.tags as { name: string; description: string }[]).map((tag) => [camelCase(tag.name), tag]),
  );
  const declared = [...groups.values()]
    .flat()
    .map((method) => method.declared)
    .join('\n');
  // The compiler refuses unused imports.
  const used = (names: string[]) => names.filter((name) => new RegExp(`[^.\\w]${name}\\b`).test(declared)).join(', ');
  const schemas = Object.keys((document.components as { schemas: object }).schemas).map(typeName);
  return [
    `import type { ${used(['Body', 'Data', 'Path', 'Query'])} } from '../operation-types.ts';`,
    `import type { ${used(schemas)} } from './types.ts';`,
    "import type { SendOptions } from '../request/send-options.ts';",
    "import type { List } from '../lists/list.ts';",
    "import type { Reply } from '../request/reply.ts';",
    "import type { CallOptions } from '../request/request.ts';",
    "import type { Upload, UploadOptions } from '../request/upload.ts';",
    '',
    '/** Every operation of the document, grouped by resource. */',
    'export class Resources {',
    ...[...groups].flatMap(([name, methods]) => [
      `  /** ${about.get(name)?.description} */`,
      `  declare readonly ${name}: {`,
      ...methods.map(({ declared }) => declared),
      '  };',
    ]),
    '}',
    '',
    '/** The route of each method, and how to call it where the route does not determine that. */',
    'export const ROUTES = {',
    ...[...groups].flatMap(([name, methods]) => [`  ${name}: {`, ...methods.map(({ route }) => route), '  },']),
    '};',
    '',
  ].join('\n');
}

/** Returns the source of `sdk/generated/examples.ts`: the example responses in the document, for tests of apps. */
export function sdkExamples(document: Node): string {
  const rows = callable(document).map(({ id, method, path, node }) => {
    const [status, response] = Object.entries(node.responses)[0] ?? [];
    const body = JSON.stringify(response?.content?.['application/json']?.example);
    return `  ${id}: { method: '${method}', path: '${path.replaceAll(/\{(\w+)\}/g, ':$1')}', status: ${status}, body: ${body} },`;
  });
  return [
    '/** The example response of each operation, from the document. */',
    'export const EXAMPLES = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}
