import type { ErrorCode } from './errors.ts';
import document from './generated/document.ts';
import type { Scope } from './generated/names.ts';
import type { operations } from './generated/types.ts';

/** The full document, with every rule. Servers publish a flat form of it at /developers/openapi.json. */
export { document };

export type OperationId = keyof operations;
export type Method = 'get' | 'post' | 'patch' | 'delete';

/** A JSON Schema node of the document. */
export type Schema = { [keyword: string]: unknown };

/** The names of the key in a query or path, for the operations that accept it there (§5.4). */
export const KEY_PARAMETER = document.components.securitySchemes.apiKeyQuery.name;

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  style?: 'form' | 'deepObject';
  schema: Schema;
}

/** One operation of the document, with the data that a server or a test suite needs. */
export interface Operation {
  id: OperationId;
  method: Method;
  /** The path with `{parameters}`, below the base URL. */
  path: string;
  /** Where the key may be: always in the header, and for two GET operations also in the query or the path (§5.4). */
  keyIn: readonly ('header' | 'query' | 'path')[];
  /** The scopes that the key requires. If empty, any valid key is accepted. */
  scopes: readonly Scope[];
  /** All error codes that the operation can return. */
  errors: readonly ErrorCode[];
  parameters: readonly Parameter[];
  /** Media type and schema of the request body. */
  body?: { mediaType: string; required: boolean; schema: Schema };
  /** Documented status codes. */
  statuses: readonly number[];
  /** False for the one path outside the version prefix (§9). */
  versioned: boolean;
}

interface RawOperation {
  operationId: OperationId;
  security?: Record<string, Scope[]>[];
  'x-scopes'?: Scope[];
  'x-errors'?: ErrorCode[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}
type RawPath = Partial<Record<Method, RawOperation>> & {
  parameters?: (Parameter | { $ref: string })[];
  servers?: unknown[];
};

const METHODS: readonly Method[] = ['get', 'post', 'patch', 'delete'];

/** Returns the node that a local reference (`#/components/...`) of the document points to. */
export function resolveReference(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], document);
}

function parametersOf(raw: (Parameter | { $ref: string })[] = []): Parameter[] {
  return raw.map((parameter) => ('$ref' in parameter ? (resolveReference(parameter.$ref) as Parameter) : parameter));
}

function operationOf(path: string, method: Method, rawPath: RawPath, raw: RawOperation): Operation {
  const security = raw.security ?? (document.security as Record<string, Scope[]>[]);
  const parameters = [...parametersOf(rawPath.parameters), ...parametersOf(raw.parameters)];
  const keyInPath = raw['x-scopes'] !== undefined;
  const [mediaType, media] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
  return {
    id: raw.operationId,
    method,
    path,
    keyIn: keyInPath ? ['path'] : security.map((requirement) => ('apiKeyQuery' in requirement ? 'query' : 'header')),
    scopes: raw['x-scopes'] ?? security[0]?.apiKey ?? [],
    errors: raw['x-errors'] ?? [],
    parameters,
    ...(mediaType &&
      media && { body: { mediaType, required: raw.requestBody?.required ?? false, schema: media.schema } }),
    statuses: Object.keys(raw.responses).map(Number),
    versioned: rawPath.servers === undefined,
  };
}

/** All operations of the document. */
export const OPERATIONS: readonly Operation[] = Object.entries(
  document.paths as unknown as Record<string, RawPath>,
).flatMap(([path, rawPath]) =>
  METHODS.flatMap((method) => {
    const raw = rawPath[method];
    return raw ? [operationOf(path, method, rawPath, raw)] : [];
  }),
);
