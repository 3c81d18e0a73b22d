import type { Operation } from '@wigwag/openapi';
import { codeText, type Html, html } from './html.ts';

/** The document itself has no page: its link opens it. */
const pageOf = ({ id, versioned }: Operation): string => (versioned ? `operations/${id}` : 'openapi.json');

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
    html`<tr><td><a href="${base}/developers/${pageOf(operation)}">${codeText(`${operation.method.toUpperCase()} ${operation.path}`)}</a></td><td>${operation.node.summary}</td></tr>
`,
)}</tbody>
</table>
</div>`;
