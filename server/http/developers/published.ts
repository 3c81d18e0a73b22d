import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ErrorCode, OperationId } from '@wigwag/openapi';

type Node = Record<string, unknown>;

/** A flat JSON Schema of the published document. */
export interface FlatSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, FlatSchema>;
  additionalProperties?: boolean | FlatSchema;
  items?: FlatSchema;
  oneOf?: FlatSchema[];
}

export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: FlatSchema;
}

export interface DescribedResponse {
  status: number;
  description: string;
  schema: FlatSchema | undefined;
  /** Complete bodies, by name. Those of errors have their code as name. */
  examples: Readonly<Record<string, unknown>>;
  errors: readonly ErrorCode[];
}

/** An operation of the published document. */
export interface DescribedOperation {
  operationId: Exclude<OperationId, 'getDocument'> | 'streamEvents';
  tag: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** Whether it is outside /api/v1. */
  isOutside: boolean;
  parameters: readonly DescribedParameter[];
  /** Of the request body. */
  mediaType: string | undefined;
  bodySchema: FlatSchema | undefined;
  bodyExamples: readonly { summary: string; value: unknown }[];
  responses: readonly DescribedResponse[];
}

const { resolve } = createRequire(import.meta.url);

let bytes: Buffer | undefined;

/** Returns the bytes of the published document, read at the first use. */
export const publishedBytes = (): Buffer => {
  bytes ??= readFileSync(resolve('@wigwag/openapi/openapi.json'));
  return bytes;
};

interface RawContent {
  schema: FlatSchema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; summary?: string; value?: unknown }>;
}

interface RawOperation {
  operationId: DescribedOperation['operationId'];
  tags: [string];
  summary: string;
  description: string;
  deprecated?: boolean;
  parameters?: Node[];
  requestBody?: { content: Record<string, RawContent> };
  responses: Record<string, { description: string; content?: Record<string, RawContent>; 'x-errors'?: ErrorCode[] }>;
}

/** The published document, read at the first use. */
class Published {
  readonly #root = JSON.parse(publishedBytes().toString()) as Node;
  readonly groups: readonly { name: string; description: string; operations: readonly DescribedOperation[] }[];
  /** The introduction as Markdown. */
  readonly introduction: string;

  constructor() {
    const paths = Object.entries(this.#root.paths as Record<string, Record<string, unknown>>);
    const operations = paths.flatMap(([path, methods]) =>
      (['get', 'post', 'patch', 'delete'] as const).flatMap((method) =>
        methods[method] ? [this.#described(path, method, methods)] : [],
      ),
    );
    this.groups = (this.#root.tags as { name: string; description: string }[]).map(({ name, description }) => ({
      name,
      description,
      operations: operations
        .filter(({ tag }) => tag === name)
        .sort((left, right) => Number(left.isDeprecated) - Number(right.isDeprecated)),
    }));
    this.introduction = (this.#root.info as { description: string }).description;
  }

  /** Returns a node with its reference, if it is one, replaced by the target. Fields beside the reference apply. */
  resolved<T extends { $ref?: string }>(node: T): T {
    if (node.$ref === undefined) {
      return node;
    }
    const { $ref, ...own } = node;
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Node)[key], this.#root);
    return { ...(target as T), ...own } as T;
  }

  find(id: string): DescribedOperation | undefined {
    return this.groups.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === id);
  }

  #described(path: string, method: string, methods: Record<string, unknown>): DescribedOperation {
    const raw = methods[method] as RawOperation;
    const parameters = [...((methods.parameters ?? []) as Node[]), ...(raw.parameters ?? [])];
    const [mediaType, body] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
    return {
      operationId: raw.operationId,
      tag: raw.tags[0],
      method: method.toUpperCase() as DescribedOperation['method'],
      path,
      summary: raw.summary,
      description: raw.description,
      isDeprecated: raw.deprecated === true,
      isOutside: 'servers' in methods,
      parameters: parameters.map((parameter) => this.resolved(parameter) as unknown as DescribedParameter),
      mediaType,
      bodySchema: body?.schema,
      bodyExamples: Object.values(body?.examples ?? {}).map(({ summary = '', value }) => ({ summary, value })),
      responses: Object.entries(raw.responses).map(([status, { description, content, 'x-errors': errors = [] }]) => {
        const { schema, example, examples = {} } = Object.values(content ?? {})[0] ?? {};
        const named = Object.entries(examples).map(([name, one]) => [name, this.resolved(one).value] as const);
        return {
          status: Number(status),
          description,
          schema,
          examples: example === undefined ? Object.fromEntries(named) : { example },
          errors,
        };
      }),
    };
  }
}

let published: Published | undefined;

/** Returns the content of the published document. */
export const readPublished = (): Published => {
  published ??= new Published();
  return published;
};
