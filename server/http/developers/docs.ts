import type { App } from '../../app/app.ts';
import { type Hit, indexOf, search } from './docs-search.ts';
import { type DocsPage, type DocsSection, type DocsSite, pathOf } from './docs-site.ts';
import { Html, html, prose } from './html.ts';
import { basePath, DEFAULT_ORIGIN, pageList, writePage } from './layout.ts';
import { otherPages } from './other-pages.ts';

interface Docs {
  site: DocsSite;
  pages: DocsPage[];
}

let loading: Promise<Docs> | undefined;
let index: ReturnType<typeof indexOf> | undefined;

/** Loads the pages on the first request that needs them, because they are large. */
function load(): Promise<Docs> {
  loading ??= import('./generated/docs.ts').then(({ default: site }) => ({
    site,
    pages: site.groups.flatMap(({ pages }) => pages),
  }));
  return loading;
}

/** Returns the page with a slug; undefined if there is none. */
export async function docsPage(app: App, slug: string): Promise<string | undefined> {
  const docs = await load();
  const at = docs.pages.findIndex((page) => page.slug === slug);
  const page = docs.pages[at];
  if (page === undefined) {
    return undefined;
  }
  return write(app, docs, {
    title: page.title,
    current: page,
    content: html`${page.sections.map((section) => writeSection(app, section))}
${turns(app, docs.pages[at - 1], docs.pages[at + 1])}`,
  });
}

/** Returns the page that lists all pages. */
export async function docsStartPage(app: App): Promise<string> {
  const docs = await load();
  const { title, introduction, groups } = docs.site;
  return write(app, docs, {
    title,
    content: html`<h1>${title}</h1>
${adapted(app, introduction)}
${groups.map(
  ({ title: group, pages }) => html`<h2>${group}</h2>
${listOf(app, pages)}
`,
)}`,
  });
}

/** Returns the page with the results of a search. */
export async function docsSearchPage(app: App, query: string): Promise<string> {
  const docs = await load();
  // Indexing takes about 100 ms, so only searches wait for it.
  index ??= indexOf({ groups: [...docs.site.groups, ...otherPages()] });
  const { hits, count, words } = search(index, query);
  return write(app, docs, {
    title: 'Search',
    query,
    content: html`<h1>Search</h1>
${count > 0 ? results(app, { query, words }, hits, count) : nothing(app, query, docs.pages)}`,
  });
}

/** Returns the page for a slug that does not exist. */
export async function unknownDocsPage(app: App, slug: string): Promise<string> {
  const docs = await load();
  return write(app, docs, {
    title: 'No such page',
    content: html`<h1>There is no page <code>${slug}</code></h1>
<p>These are all pages:</p>
${listOf(app, docs.pages)}`,
  });
}

const addressOf = (app: App, page: DocsPage): string => `${basePath(app)}${pathOf(page, { anchor: '' })}`;

const listOf = (app: App, pages: readonly DocsPage[]): Html => html`<dl>
${pages.map(
  (page) => html`<dt><a href="${addressOf(app, page)}">${page.title}</a></dt><dd>${prose(page.description)}</dd>
`,
)}</dl>`;

function results(
  app: App,
  { query, words }: { query: string; words: string },
  hits: readonly Hit[],
  count: number,
): Html {
  const sections = count === 1 ? '1 section has' : `${count} sections have`;
  return html`<p>${words !== query && `No section has “${query}”. `}${sections} “${words}”${count > hits.length && `; these are the best ${hits.length}`}.</p>
<ol class="hits">
${hits.map(
  ({
    page,
    section,
    above,
    heading,
    snippet,
  }) => html`<li><a href="${basePath(app)}${pathOf(page, section)}">${above.map((title) => `${title} › `)}${heading}</a>
<p>${snippet}</p></li>
`,
)}</ol>`;
}

const nothing = (app: App, query: string, pages: readonly DocsPage[]): Html =>
  html`<p>No section has all words of “${query}”. Try fewer words, or choose a page:</p>
${listOf(app, pages)}`;

/** Returns a section of Markdown with its heading. */
export function writeSection(app: App, { level, anchor, title, html: content }: DocsSection): Html {
  if (level === 1) {
    return html`<h1 id="${anchor}">${prose(title)}</h1>
${adapted(app, content)}`;
  }
  const tag = new Html(`h${level}`);
  const name = `Link to “${title.replaceAll('`', '')}”`;
  return html`<${tag} id="${anchor}">${prose(title)} <a class="anchor" href="#${anchor}" aria-label="${name}">#</a></${tag}>
${adapted(app, content)}`;
}

/** Adds the path prefix of this server to links, and its address to code. */
export function adapted(app: App, content: string): Html {
  const base = html`${basePath(app)}`.text;
  const origin = html`${app.publicUrl()}`.text;
  return new Html(
    content
      .replaceAll(/(href|src|srcset)="\/developers\//g, (_, name) => `${name}="${base}/developers/`)
      .replace(/<pre[\s\S]*?<\/pre>/g, (code) => code.replaceAll(DEFAULT_ORIGIN, () => origin)),
  );
}

const turns = (app: App, before: DocsPage | undefined, after: DocsPage | undefined): Html =>
  html`<nav class="turns" aria-label="Previous and next page">
${before && html`<a rel="prev" href="${addressOf(app, before)}"><span>Previous</span> ${before.title}</a>`}
${after && html`<a rel="next" href="${addressOf(app, after)}"><span>Next</span> ${after.title}</a>`}
</nav>`;

interface PageContent {
  title: string;
  content: Html;
  current?: DocsPage;
  query?: string;
}

function write(app: App, { site }: Docs, { title, content, current, query }: PageContent): string {
  const sections = current && outline(current);
  return writePage(app, {
    title,
    under: '/developers/docs',
    query,
    content,
    side: pageList(
      'Documentation',
      'All pages',
      site.groups.map(({ title: name, pages }) => ({
        title: name,
        pages: pages.map((page) => ({
          href: addressOf(app, page),
          title: page.title,
          isCurrent: page === current,
          sections: page === current ? sections : undefined,
        })),
      })),
    ),
    aside:
      sections &&
      html`<nav class="outline" aria-label="On this page">
<p>On this page</p>${sections}
</nav>`,
  });
}

/** Returns links to the sections of the current page. */
function outline({ sections }: DocsPage): Html | undefined {
  const parts = sections.filter(({ level }) => level === 2);
  return parts.length === 0
    ? undefined
    : html`
<ul>
${parts.map(
  ({ anchor, title }) => html`<li><a href="#${anchor}">${prose(title)}</a></li>
`,
)}</ul>`;
}
