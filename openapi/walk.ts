import type { ErrorCode } from './errors.ts';

/** Walks OpenAPI documents: pointers, references and operations. It works on any document. */

/** One node of a document. */
export type Node = Record<string, unknown>;

/** A JSON Schema node of a document. */
export type Schema = { [keyword: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  style?: 'form' | 'deepObject';
  schema: Schema;
}

/** The content of a body in one media type. */
export interface MediaContent {
  schema: Schema;
  example?: { data?: Node };
  examples?: Record<string, { $ref?: string; summary?: string; value?: unknown }>;
}

/** An operation as the document has it. */
export interface OperationNode {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: Node[];
  requestBody?: { required?: boolean; content: Record<string, MediaContent> };
  responses: Record<
    string,
    {
      $ref?: string;
      description: string;
      headers?: Record<string, { $ref?: string; required?: boolean }>;
      content?: Record<string, MediaContent>;
      'x-errors'?: ErrorCode[];
    }
  >;
  'x-scopes'?: string[];
  'x-roles'?: string[];
  /**
   * The fields of the body whose values are recorded. False for an operation that changes nothing worth recording,
   * although it is not a GET.
   */
  'x-audit'?: false | string[];
  /** True for an operation that logins of an account may call while the account is suspended. */
  'x-while-suspended'?: boolean;
  'x-errors'?: ErrorCode[];
}

/** An operation of a document, with its parameters resolved. */
export interface DocumentOperation<Id extends string = string> {
  id: Id;
  method: (typeof METHODS)[number];
  /** The path with `{parameters}`, below the base URL. */
  path: string;
  parameters: readonly Parameter[];
  /** Media type and schema of the request body. */
  body?: { mediaType: string; required: boolean; schema: Schema };
  node: OperationNode;
  /** False if the path has a base URL other than the document's. */
  versioned: boolean;
}

/** Returns the last part of a reference, which is the name of a component. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Returns a reference to the node below these keys. */
export const referenceTo = (...keys: string[]): string =>
  `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Returns the node that a reference (`#/components/...`) points to; undefined if there is none. */
export const targetOf = (document: object, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], document);

/** Returns the node, with its reference, if it is one, replaced by the target. Fields next to the reference apply. */
export function resolved<T extends object>(document: object, node: T): T {
  const { $ref, ...own } = node as { $ref?: string };
  return $ref === undefined ? node : ({ ...resolved(document, targetOf(document, $ref) as T), ...own } as T);
}

/**
 * Returns the scopes that the key of an operation requires. If the key is in the path, no security requirement has
 * them.
 */
export const requiredScopes = ({
  security,
  'x-scopes': inPath,
}: Pick<OperationNode, 'security' | 'x-scopes'>): string[] => inPath ?? security?.[0]?.apiKey ?? [];

/** Returns all operations of a document, in its order. */
export function operationsOf<Id extends string = string>(document: object): DocumentOperation<Id>[] {
  const { paths } = document as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const node = item[method] as OperationNode & { operationId: Id };
      const { parameters = [], requestBody } = node;
      const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        id: node.operationId,
        method,
        path,
        parameters: [...((item.parameters ?? []) as Node[]), ...parameters].map(
          (parameter) => resolved(document, parameter) as unknown as Parameter,
        ),
        ...(mediaType &&
          content && { body: { mediaType, required: requestBody?.required ?? false, schema: content.schema } }),
        node,
        versioned: item.servers === undefined,
      };
    }),
  );
}

/** Returns the names of the schemas that the parts of a document use. */
export function schemasUsedBy(parts: unknown, schemas: Record<string, Node>): Set<string> {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    if (!(node instanceof Object)) {
      return;
    }
    const { $ref } = node as { $ref?: unknown };
    const name =
      typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')
        ? $ref.slice('#/components/schemas/'.length)
        : undefined;
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      visit(schemas[name]);
    }
    Object.values(node).forEach(visit);
  };
  visit(parts);
  return used;
}
