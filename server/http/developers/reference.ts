import type { App } from '../../app/app.ts';
import { adapted, writeSection } from './docs.ts';
import introduction from './generated/introduction.ts';
import { codeText, type Html, html } from './html.ts';
import { basePath, pageList, writePage } from './layout.ts';
import { type DescribedOperation, readPublished } from './published.ts';

/** Returns the first page of the reference: authentication, limits and other common rules, and all operations. */
export function referencePage(app: App): string {
  const base = basePath(app);
  const [start, ...sections] = introduction;
  return writeReference(app, {
    title: 'API reference',
    content: html`<h1>API reference</h1>
${start && adapted(app, start.html)}
<p>New here? Start with the <a href="${base}/developers/docs/quickstart">quickstart</a>. Each operation has samples and a form that calls
this server. Tools can read the <a href="${base}/developers/openapi.json">OpenAPI document</a>. See also
<a href="${base}/developers/webhooks">webhooks and their events</a>, <a href="${base}/developers/errors">all errors</a> and the
<a href="${base}/developers/docs/sdk">SDK</a>.</p>
${sections.map((section) => writeSection(app, section))}
<h2 id="operations">Operations</h2>
${allOperations(base)}`,
  });
}

/** Returns the page for an operation that does not exist. */
export function unknownOperationPage(app: App, id: string): string {
  return writeReference(app, {
    title: 'No such operation',
    content: html`<h1>There is no operation <code>${id}</code></h1>
<p>These are all operations:</p>
${allOperations(basePath(app))}`,
  });
}

const allOperations = (base: string): Html =>
  html`${readPublished().groups.map(
    ({ name, description, operations }) => html`<h3 id="${name}">${name}</h3>
<p>${description}</p>
<ul class="operations">
${operations.map(
  (operation) => html`<li>${linkTo(base, operation)} ${operation.summary}</li>
`,
)}</ul>
`,
  )}`;

const linkTo = (base: string, { operationId, method, path }: DescribedOperation): Html =>
  html`<a href="${base}/developers/operations/${operationId}"><b class="method">${method}</b> ${codeText(path)}</a>`;

interface ReferencePage {
  title: string;
  /** The ID of the operation. */
  current?: string;
  /** The path of the page's script. */
  script?: string | undefined;
  content: Html;
}

/** Returns a page of the reference, with a list of all operations beside it. */
export function writeReference(app: App, { title, current, script, content }: ReferencePage): string {
  const base = basePath(app);
  return writePage(app, {
    title,
    under: '/developers',
    script,
    content,
    side: pageList(
      'Operations',
      'All operations',
      readPublished().groups.map(({ name, operations }) => ({
        title: name,
        pages: operations.map(({ operationId, summary }) => ({
          href: `${base}/developers/operations/${operationId}`,
          title: summary,
          isCurrent: operationId === current,
        })),
      })),
    ),
  });
}
