type Node = Record<string, unknown>;

interface RawOperation {
  operationId?: string;
  security?: Record<string, string[]>[];
  'x-scopes'?: string[];
}

/**
 * Puts a table of the scopes, with the operations that need each, into the description of a document.
 *
 * @param document has the line `{scopes}` in its description; it is changed
 */
export function describeScopes(document: Node): void {
  const operations = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, RawOperation>>)) {
    for (const [method, { operationId, security, 'x-scopes': inPath }] of Object.entries(methods)) {
      const scopes = inPath ?? security?.[0]?.apiKey ?? [];
      for (const scope of operationId ? scopes : []) {
        operations.set(scope, [...(operations.get(scope) ?? []), `\`${method.toUpperCase()} ${path}\``]);
      }
    }
  }
  const rows = [...operations].map(([scope, names]) => `| \`${scope}\` | ${names.join(', ')} |`);
  const info = document.info as { description: string };
  info.description = info.description.replace('{scopes}', ['| Scope | Operations |', '|---|---|', ...rows].join('\n'));
}
