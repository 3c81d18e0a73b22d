import type { ErrorCode } from './errors.ts';
import document from './generated/document.ts';
import type { Scope } from './generated/names.ts';
import type { operations } from './generated/types.ts';
import { type DocumentOperation, operationsOf, requiredScopes, targetOf } from './walk.ts';

/** The full document, with every rule. Servers publish a flat form of it at /developers/openapi.json. */
export { document };

export type OperationId = keyof operations;

/** The names of the key in a query or path, for the operations that accept it there (§5.4). */
export const KEY_PARAMETER = document.components.securitySchemes.apiKeyQuery.name;

/** One operation of the document, with the data that a server or a test suite needs. */
export interface Operation extends DocumentOperation<OperationId> {
  /** Where the key may be: always in the header, and for two GET operations also in the query or the path (§5.4). */
  keyIn: readonly ('header' | 'query' | 'path')[];
  /** The scopes that the key requires. If empty, any valid key is accepted. */
  scopes: readonly Scope[];
  /** All error codes that the operation can return. */
  errors: readonly ErrorCode[];
  /** Documented status codes. */
  statuses: readonly number[];
}

/** Returns the node that a local reference (`#/components/...`) of the document points to. */
export const resolveReference = (reference: string): unknown => targetOf(document, reference);

/** All operations of the document. Those outside the version prefix (§9) are not `versioned`. */
export const OPERATIONS: readonly Operation[] = operationsOf<OperationId>(document).map((operation) => {
  const { node } = operation;
  const { security = document.security as Record<string, string[]>[], 'x-errors': errors = [], responses } = node;
  return {
    ...operation,
    keyIn: node['x-scopes']
      ? ['path']
      : security.map((requirement) => ('apiKeyQuery' in requirement ? 'query' : 'header')),
    scopes: requiredScopes({ ...node, security }) as Scope[],
    errors,
    statuses: Object.keys(responses).map(Number),
  };
});

/**
 * Returns the versioned operation for a method and a path below the base URL; undefined if there is none. Literal
 * segments take precedence over parameters.
 */
export function operationFor(method: string, path: string): Operation | undefined {
  const segments = path.split('/');
  const matches = OPERATIONS.filter((operation) => {
    const pattern = operation.path.split('/');
    return (
      operation.versioned &&
      operation.method === method.toLowerCase() &&
      pattern.length === segments.length &&
      pattern.every((part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''))
    );
  });
  return matches.sort((left, right) => left.path.split('{').length - right.path.split('{').length)[0];
}
