import { document } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { assetPath } from './assets.ts';
import { QUERY_MAX_CHARACTERS } from './docs-search.ts';
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
  ['/developers/openapi.json', 'OpenAPI'],
] as const;

/** Loaded with the stylesheet, so that the text does not move when they arrive. */
const FONTS = ['inter.woff2', 'jetbrains-mono.woff2'] as const;

interface DeveloperPage {
  title: string;
  /** The menu entry that the page belongs to. */
  under: (typeof CONTENTS)[number][0];
  /** The list of pages beside the content. */
  side: Html;
  content: Html;
  /** What is beside the content on wide screens. */
  aside?: Html | undefined;
  /** The path of an additional script. */
  script?: string | undefined;
  /** The text that the page's search is filled with. */
  query?: string | undefined;
}

/** Returns a whole page, including the parts that all pages share. */
export function writePage(app: App, { title, under, side, content, aside, script, query }: DeveloperPage): string {
  const base = basePath(app);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · wigwag</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}${assetPath('pages.css')}">
${FONTS.map(
  (name) => html`<link rel="preload" href="${base}${assetPath(name)}" as="font" type="font/woff2" crossorigin>
`,
)}<script src="${base}${assetPath('page.js')}"></script>
${script !== undefined && html`<script src="${base}${script}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<div class="bar">
<strong>wigwag <span>for developers</span></strong>
<nav aria-label="Developer pages">
<ul>
${CONTENTS.map(
  ([path, name]) =>
    html`<li><a href="${base}${path}"${path === under && html` aria-current="true"`}>${name}</a></li>
`,
)}</ul>
</nav>
${searchForm(base, query)}
<button class="theme" type="button" aria-label="Dark colors" aria-pressed="false" hidden>◐</button>
</div>
</header>
<div class="columns">
<div class="side" tabindex="0" role="region" aria-label="Contents">
${side}
</div>
<main id="content" tabindex="-1">
${content}
</main>
${aside && html`<div class="aside">${aside}</div>`}
</div>
<footer>The API of this server is at <code>${app.publicUrl()}/api/v1</code></footer>
</body>
</html>
`;
  return page.text;
}

/** Returns the search, which opens a page of results. Its script shows the best ones below it. */
const searchForm = (base: string, query = ''): Html => html`<form role="search" action="${base}/developers/docs"
 data-script="${base}${assetPath('search.js')}" data-index="${base}${assetPath('search.json')}" data-base="${base}">
<label for="q">Search the docs</label>
<input type="search" id="q" name="q" value="${query}" maxlength="${QUERY_MAX_CHARACTERS}" placeholder="Search" autocomplete="off">
<button>Search</button>
</form>`;

/** A page in a list of pages. */
interface ListedPage {
  href: string;
  title: string | Html;
  isCurrent?: boolean;
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
  ({ href, title, isCurrent = false, sections }) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${title}</a>${sections}</li>
`,
)}</ul>
`,
)}</details>
</nav>`;
