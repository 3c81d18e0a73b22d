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

/** Returns the type of `data` in the successful response of an operation, or of the whole response if it has no envelope. */
function dataOf({ id, node }: DocumentOperation): string {
  const [response] = Object.values(node.responses);
  const schema = response?.content?.['application/json']?.schema ?? {};
  const parts = (schema.allOf ?? []) as { properties?: Node }[];
  return typeOf(parts.at(-1)?.properties?.data ?? schema, `Data<'${id}'>`);
}

/** Returns a method's type, and the route from which `sdk/methods.ts` builds it. */
interface ResourceMethod {
  declared: string;
  route: string;
}

function methodOf(operation: DocumentOperation): ResourceMethod {
  const { id, method, path, parameters, body, node } = operation;
  const data = dataOf(operation);
  const errors = node['x-errors'] ?? [];
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
      `     * @throws ${errors.length > 0 ? `{ApiError} ${errors.join(', ')}` : '{AdminError}'}`,
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

/** Where the types of a generated class are, relative to its file. */
interface ResourceModules {
  className: string;
  /** The types of the schemas. */
  types: string;
  /** The types that take the name of an operation. */
  operationTypes: string;
}

const MESSAGING: ResourceModules = {
  className: 'Resources',
  types: './types.ts',
  operationTypes: '../operation-types.ts',
};

/** Returns the source of a class that declares the methods, and of their routes. */
export function sdkResources(document: Node, { className, types, operationTypes } = MESSAGING): string {
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
    .map((method) => method.declared.replace(/.*\*\//s, ''))
    .join('\n');
  const imports: [names: string[], module: string][] = [
    [['Body', 'Data', 'Path', 'Query'], operationTypes],
    [Object.keys((document.components as { schemas: object }).schemas).map(typeName), types],
    [['SendOptions'], '../request/send-options.ts'],
    [['List'], '../lists/list.ts'],
    [['Reply'], '../request/reply.ts'],
    [['CallOptions'], '../request/request.ts'],
    [['Upload', 'UploadOptions'], '../request/upload.ts'],
  ];
  return [
    // The compiler refuses unused imports.
    ...imports.flatMap(([names, module]) => {
      const used = names.filter((name) => new RegExp(`[^.\\w]${name}\\b`).test(declared));
      return used.length > 0 ? `import type { ${used.join(', ')} } from '${module}';` : [];
    }),
    '',
    '/** Every operation of the document, grouped by resource. */',
    `export class ${className} {`,
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
