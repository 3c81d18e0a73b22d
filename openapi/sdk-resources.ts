import { camelCase, methodName } from './sdk-names.ts';

/**
 * Generates the SDK's methods from the operations, grouped by tag and named by operation ID: `listContacts` of `contacts`
 * becomes `contacts.list`. It leaves out sends by plain link, which are for callers that cannot set headers, and operations
 * outside the versioned API.
 */

type Node = Record<string, unknown>;

interface RawParameter {
  $ref?: string;
  in?: string;
}

interface RawOperation {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security?: Node[];
  parameters?: RawParameter[];
  'x-scopes'?: string[];
  'x-errors': string[];
  requestBody?: { required?: boolean; content: Node };
  responses: Record<string, { content?: { 'application/json': { example?: { data?: Node } } } }>;
}

/** One operation with its method and path. */
interface Place {
  method: string;
  path: string;
  raw: RawOperation;
}

const METHODS = ['get', 'post', 'patch', 'delete'];

/** Returns whether the operation is a send by link, which accepts a key in the URL. */
const isForLinks = ({ security = [], 'x-scopes': scopes }: RawOperation) =>
  scopes !== undefined || security.some((requirement) => 'apiKeyQuery' in requirement);

function operationsOf(document: Node): Place[] {
  const paths = Object.entries(document.paths as Record<string, Record<string, RawOperation>>);
  return paths
    .filter(([, methods]) => !('servers' in methods))
    .flatMap(([path, methods]) => METHODS.map((method) => ({ method, path, raw: methods[method] })))
    .filter((place): place is Place => place.raw !== undefined && !isForLinks(place.raw));
}

/** Returns the field of a list's records; undefined if it is not a list. The SDK derives the field from the path. */
function recordsOf({ path, raw }: Place): string | undefined {
  const data = raw.responses['200']?.content?.['application/json'].example?.data ?? {};
  const name = path.split('/').at(-1)?.replace('-', '_') ?? '';
  if ('pagination' in data && !Array.isArray(data[name])) {
    throw new Error(
      `${raw.operationId} is a list, so its response must have its records in "${name}", the last segment of its path.`,
    );
  }
  return 'pagination' in data ? name : undefined;
}

/** Returns a method's type, and the route from which `sdk/methods.ts` builds it. */
interface Method {
  declared: string;
  route: string;
}

function methodOf(place: Place): Method {
  const { method, path, raw } = place;
  const { operationId: id, tags, parameters = [], requestBody: body } = raw;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: Path<'${id}'>`);
  const records = recordsOf(place);
  const name = methodName(id, tags[0]);
  const written = (kind: string, args: string[], options = 'CallOptions', result = `Reply<Data<'${id}'>>`): Method => ({
    declared: [
      '    /**',
      `     * ${raw.summary}. ${raw.description.trim()}`.replaceAll('?. ', '? ').replaceAll('\n', '\n     * '),
      '     *',
      `     * @throws {ApiError} ${raw['x-errors'].join(', ')}`,
      '     */',
      `    ${name}: (${[...inPath, ...args, `options?: ${options}`].join(', ')}) => ${result};`,
    ].join('\n'),
    route: `    ${name}: '${`${method.toUpperCase()} ${path} ${kind}`.trim()}',`,
  });
  if (records) {
    const result = `List<Data<'${id}'>, Data<'${id}'>['${records}'][number]>`;
    return written('list', [`query?: Query<'${id}'>`], 'CallOptions', result);
  }
  if (body && 'multipart/form-data' in body.content) {
    return written('upload', [`upload: Upload<'${id}'>`], 'UploadOptions');
  }
  if (parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))) {
    return written('send', [`body: Body<'${id}'>`], 'SendOptions');
  }
  if (body) {
    return written('', [`body${body.required ? '' : '?'}: Body<'${id}'>`]);
  }
  return parameters.some((parameter) => parameter.in === 'query')
    ? written('query', [`query?: Query<'${id}'>`])
    : written('', []);
}

/** Returns the source of `sdk/generated/resources.ts`. */
export function sdkResources(document: Node): string {
  const groups = new Map<string, Method[]>();
  for (const place of operationsOf(document)) {
    const name = camelCase(place.raw.tags[0]);
    groups.set(name, [...(groups.get(name) ?? []), methodOf(place)]);
  }
  const about = new Map(
    (document.tags as { name: string; description: string }[]).map((tag) => [camelCase(tag.name), tag]),
  );
  return [
    "import type { Body, Data, Path, Query } from '../operation-types.ts';",
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
  const rows = [...operationsOf(document)].map(({ method, path, raw }) => {
    const [status, response] = Object.entries(raw.responses)[0] ?? [];
    const body = JSON.stringify(response?.content?.['application/json'].example);
    return `  ${raw.operationId}: { method: '${method}', path: '${path.replaceAll(/\{(\w+)\}/g, ':$1')}', status: ${status}, body: ${body} },`;
  });
  return [
    '/** The example response of each operation, from the document. */',
    'export const EXAMPLES = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}
