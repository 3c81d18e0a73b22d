import { document, OPERATIONS, type Operation } from '@wigwag/openapi';
import { codeText, type Html, html } from './html.ts';

type Described = Record<string, { summary: string; tags: string[] }>;

const described = ({ path, method }: Operation): { summary: string; tags: string[] } =>
  ((document.paths as unknown as Record<string, Described>)[path] as Described)[method] as Described[string];

/** Returns the anchor of an operation in the reference. */
const operationAnchor = (operation: Operation): string => `#/${described(operation).tags[0]}/${operation.id}`;

/** Returns a table of operations with the method, the path and a summary. Each has a link to the reference. */
export const operationTable = (
  base: string,
  operations: readonly Operation[],
): Html => html`<div class="table" role="region" aria-label="Operations" tabindex="0">
<table>
<thead><tr><th scope="col">Operation</th><th scope="col">What it does</th></tr></thead>
<tbody>
${operations.map(
  (operation) =>
    html`<tr><td><a href="${base}/developers${operationAnchor(operation)}">${codeText(`${operation.method.toUpperCase()} ${operation.path}`)}</a></td><td>${described(operation).summary}</td></tr>
`,
)}</tbody>
</table>
</div>`;

/** Returns the table of all operations. */
export const allOperations = (base: string): Html => operationTable(base, OPERATIONS);
