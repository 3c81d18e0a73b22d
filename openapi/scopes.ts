import { burstOf } from './burst.ts';
import { IDEMPOTENCY_HOURS, MESSAGE_RETENTION_DAYS, REQUESTS_PER_MINUTE } from './limits.ts';
import { type Node, operationsOf, requiredScopes } from './walk.ts';

/** Maps each scope to the summaries of the operations that require it, in the order of the document. */
function summariesByScope(document: Node): Map<string, string[]> {
  const summaries = new Map<string, string[]>();
  for (const { node } of operationsOf(document)) {
    for (const scope of requiredScopes(node)) {
      summaries.set(scope, [...(summaries.get(scope) ?? []), `${node.summary}.`]);
    }
  }
  return summaries;
}

/** Returns every scope that an operation of the document requires, sorted. */
export const scopesOf = (document: Node): string[] => [...summariesByScope(document).keys()].sort();

/**
 * Adds a table of the scopes and what each allows to the description of a document.
 *
 * @param document a document with the line `{scopes}` in its description. It is changed in place.
 */
export function describeScopes(document: Node): void {
  const rows = [...summariesByScope(document)].map(([scope, names]) => `| \`${scope}\` | ${names.join(' ')} |`);
  const info = document.info as { description: string };
  info.description = info.description.replace(
    '{scopes}',
    ['| Scope | What it allows |', '|---|---|', ...rows].join('\n'),
  );
}

/** The numbers in the description of a document, by their placeholders. */
const LIMITS: Record<string, number> = {
  requests_per_minute: REQUESTS_PER_MINUTE,
  requests_per_second: burstOf(REQUESTS_PER_MINUTE),
  idempotency_hours: IDEMPOTENCY_HOURS,
  message_days: MESSAGE_RETENTION_DAYS,
};

/**
 * Fills the limits into the description of a document.
 *
 * @param document a document with placeholders like `{requests_per_minute}` in its description. It is changed in place.
 */
export function describeLimits(document: Node): void {
  const info = document.info as { description: string };
  for (const [name, value] of Object.entries(LIMITS)) {
    info.description = info.description.replaceAll(`{${name}}`, value.toLocaleString('en-US'));
  }
}
