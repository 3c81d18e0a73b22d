import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type DocumentOperation,
  type ErrorCode,
  type Node,
  type OperationId,
  operationsOf,
  resolved,
} from '@wigwag/openapi';

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

const bytes = new Map<string, Buffer>();

/** Returns the bytes of a published document, read at the first use. */
export function publishedBytes(name: 'openapi.json' | 'asyncapi.json' = 'openapi.json'): Buffer {
  const read = bytes.get(name) ?? readFileSync(resolve(`@wigwag/openapi/${name}`));
  bytes.set(name, read);
  return read;
}

/** The published document, read at the first use. */
class PublishedDocument {
  readonly #root = JSON.parse(publishedBytes().toString()) as Node;
  readonly groups: readonly { name: string; description: string; operations: readonly DescribedOperation[] }[];
  /** The introduction as Markdown. */
  readonly introduction: string;

  constructor() {
    const operations = operationsOf<DescribedOperation['operationId']>(this.#root).map((one) => this.#described(one));
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
  resolved<T extends object>(node: T): T {
    return resolved(this.#root, node);
  }

  find(id: string): DescribedOperation | undefined {
    return this.groups.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === id);
  }

  #described({
    id,
    method,
    path,
    parameters,
    body,
    node,
    versioned,
  }: DocumentOperation<DescribedOperation['operationId']>): DescribedOperation {
    const [content] = Object.values(node.requestBody?.content ?? {});
    return {
      operationId: id,
      tag: node.tags[0],
      method: method.toUpperCase() as DescribedOperation['method'],
      path,
      summary: node.summary,
      description: node.description,
      isDeprecated: node.deprecated === true,
      isOutside: !versioned,
      parameters: parameters as readonly DescribedParameter[],
      mediaType: body?.mediaType,
      bodySchema: body?.schema,
      bodyExamples: Object.values(content?.examples ?? {}).map(({ summary = '', value }) => ({ summary, value })),
      responses: Object.entries(node.responses).map(([status, { description, content, 'x-errors': errors = [] }]) => {
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

let published: PublishedDocument | undefined;

/** Returns the content of the published document. */
export const readPublished = (): PublishedDocument => {
  published ??= new PublishedDocument();
  return published;
};
