import { document } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { assetPath } from './assets.ts';
import { type Html, html } from './html.ts';

/** The origin in the API document and in code samples. A server replaces it with its own. */
export const DEFAULT_ORIGIN = String(document.servers[0]?.variables.origin.default);

/** Returns the path prefix that a proxy adds: the path of the public URL, or an empty text. */
export const basePath = (app: App): string => new URL(app.publicUrl()).pathname.replace(/\/$/, '');

const CONTENTS = [
  ['/developers/docs', 'Docs'],
  ['/developers', 'Reference'],
  ['/developers/errors', 'Errors'],
  ['/developers/webhooks', 'Webhooks'],
  ['/developers/openapi.json', 'OpenAPI document'],
] as const;

interface DeveloperPage {
  title: string;
  /** The menu entry that the page belongs to. */
  under: (typeof CONTENTS)[number][0];
  body: Html;
  /** Additional elements for the head. */
  head?: Html;
}

/** Returns a whole page, including the parts that all pages share. */
export function writePage(app: App, { title, under, body, head }: DeveloperPage): string {
  const base = basePath(app);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · wigwag</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}${assetPath('pages.css')}">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<strong>wigwag for developers</strong>
<nav aria-label="Developer pages">
<ul>
${CONTENTS.map(
  ([path, name]) =>
    html`<li><a href="${base}${path}"${path === under && html` aria-current="true"`}>${name}</a></li>
`,
)}</ul>
</nav>
</header>
${body}
<footer>The API of this server is at <code>${app.publicUrl()}/api/v1</code></footer>
</body>
</html>
`;
  return page.text;
}

/** A page in a list of pages. */
interface ListedPage {
  href: string;
  title: string;
  isCurrent: boolean;
  /** Links to its sections. */
  sections?: Html | undefined;
}

/** Returns links to pages by group, which a narrow screen folds under the summary. */
export const pageList = (
  label: string,
  summary: string,
  groups: readonly { title: string; pages: readonly ListedPage[] }[],
): Html =>
  html`<nav aria-label="${label}">
<details>
<summary>${summary}</summary>
${groups.map(
  (group) => html`<p>${group.title}</p>
<ul>
${group.pages.map(
  ({ href, title, isCurrent, sections }) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${title}</a>${sections}</li>
`,
)}</ul>
`,
)}</details>
</nav>`;
