import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { build } from 'esbuild';
import { entriesOf } from '../../server/http/developers/docs-search.ts';
import { type DocsPage, type DocsSection, type DocsSite, pathOf } from '../../server/http/developers/docs-site.ts';
import { otherPages } from '../../server/http/developers/other-pages.ts';
import { readPublished } from '../../server/http/developers/published.ts';
import { RECEIVERS } from '../../server/http/developers/receivers.ts';
import { SAMPLE_LANGUAGES, samplesOf } from '../../server/http/developers/samples.ts';
import { highlight } from './highlight.ts';
import { createAnchors, createParser, parseTokens, ROOT, readContents, type Token } from './markdown.ts';

/*
 * Generates the pages that the server shows at /developers/docs from docs/*.md. `npm run generate` runs it after
 * openapi/generate.ts.
 */

const DOCS = 'server/http/developers/generated/docs.ts';
const SAMPLES = 'server/http/developers/generated/samples.ts';
const SEARCH = 'server/http/developers/generated/search.json';
const SEARCH_SCRIPT = 'server/http/developers/generated/search.js';
const INTRODUCTION = 'server/http/developers/generated/introduction.ts';
const REPOSITORY = 'https://github.com/wigwag/wigwag/blob/main/';

const parser = createParser();
const { escapeHtml } = parser.utils;
const { rules } = parser.renderer;

/** Allows line breaks in a long name only after underscores and slashes. */
const breakable = (name: string): string => escapeHtml(name).replace(/[_/](?=.)/g, '$&<wbr>');

rules.code_inline = (tokens, index) => `<code>${breakable(tokens[index]?.content ?? '')}</code>`;
rules.fence = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  const [, title] = /\btitle=(\S+)/.exec(info) ?? [];
  const kind = info.trim() === 'text' ? ' class="output"' : '';
  const code = `<pre${kind} tabindex="0"><code>${highlight(content, info.trim().split(' ')[0] ?? '')}</code></pre>\n`;
  return title === undefined ? code : `<p class="file"><code>${breakable(title)}</code></p>\n${code}`;
};
const FILM =
  /^<picture>\n {2}<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\n {2}<img ([\w-]+="[^"<]+" ?)+>\n<\/picture>$/;
// Comments mark the blocks that tests skip, and films have a version in the dark. Other HTML is refused, because it would
// not be escaped.
rules.html_block = rules.html_inline = (tokens, index) => {
  const content = tokens[index]?.content.trim() ?? '';
  if (FILM.test(content)) {
    return `${content.replace(/(?<=src(?:set)?=")[^"]+/g, pictureAddress)}\n`;
  }
  if (!/^<!--[\s\S]*-->$/.test(content)) {
    throw new Error(`write Markdown instead of HTML: ${content}`);
  }
  return '';
};
/** The server serves pictures from this folder. Markdown also links to it, so that GitHub shows them. */
const PICTURES = '../server/http/developers/browser/pictures/';
function pictureAddress(src: string): string {
  if (!src.startsWith(PICTURES)) {
    throw new Error(`put the picture ${src} in ${PICTURES}`);
  }
  return `/developers/docs/pictures/${src.slice(PICTURES.length)}`;
}
rules.image = (tokens, index) => {
  const token = tokens[index];
  const src = String(token?.attrGet('src'));
  // The head of a PNG has its size. With it, the text below does not move when the picture arrives.
  const head = readFileSync(join(ROOT, 'docs', src)).subarray(16, 24);
  const size = `width="${head.readUInt32BE(0)}" height="${head.readUInt32BE(4)}"`;
  return `<img src="${pictureAddress(src)}" alt="${escapeHtml(token?.content ?? '')}" ${size} loading="lazy">`;
};
rules.table_close = () => '</table>\n</div>\n';

/** Returns the address of a link's target on the site, or in the repository if the target is outside docs/. */
function siteHref(path: string, href: string): string {
  if (/^(#|\w+:)/.test(href)) {
    return href;
  }
  const [file = '', anchor] = href.split('#');
  const target = normalize(join(dirname(path), file));
  const [, slug] = /^docs\/([\w-]+)\.md$/.exec(target) ?? [];
  const address = slug === undefined ? REPOSITORY + target : `/developers/docs${slug === 'README' ? '' : `/${slug}`}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

function render(path: string, section: string, tokens: Token[]): string {
  let tables = 0;
  for (const child of tokens.flatMap((token) => token.children ?? [])) {
    if (child.type === 'link_open') {
      child.attrSet('href', siteHref(path, String(child.attrGet('href'))));
    }
  }
  rules.table_open = () => {
    tables += 1;
    const label = tables === 1 ? section : `${section}, table ${tables}`;
    return `<div class="table" role="region" aria-label="${escapeHtml(label)}" tabindex="0">\n<table>\n`;
  };
  return parser.renderer.render(tokens, parser.options, {});
}

/** @throws {Error} if a title contains anything but text and code, such as a link */
function titleOf(path: string, { content, children }: Token): string {
  if (children?.some(({ type }) => type !== 'text' && type !== 'code_inline')) {
    throw new Error(`${path}: write the heading "${content}" with text and code only`);
  }
  return content;
}

/** Splits a page at its headings. */
function sectionsOf(path: string, source: string): DocsSection[] {
  const anchorOf = createAnchors();
  const sections: (Omit<DocsSection, 'html'> & { tokens: Token[] })[] = [];
  const tokens = parseTokens(source);
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.type === 'heading_open' && token.level === 0) {
      const title = titleOf(path, tokens[index + 1] as Token);
      const anchor = anchorOf(title);
      if (anchor === 'content') {
        throw new Error(`${path}: the site uses the anchor #content, so name the heading "${title}" differently`);
      }
      sections.push({ level: Number(token.tag.slice(1)), anchor, title, tokens: [] });
      index += 2;
    } else if (sections.length > 0) {
      sections.at(-1)?.tokens.push(token);
    } else if (token.type !== 'html_block') {
      throw new Error(`${path}: begin with "# Title"`);
    }
  }
  return sections.map(({ tokens: own, ...section }) => ({
    ...section,
    html: render(path, section.title.replaceAll('`', ''), own),
  }));
}

function createSite(): DocsSite {
  const { title, introduction, groups } = readContents();
  return {
    title,
    introduction: render('docs/README.md', title, parseTokens(introduction)),
    groups: groups.map((group) => ({
      title: group.title,
      pages: group.pages.map((entry): DocsPage => {
        const path = `docs/${entry.slug}.md`;
        return { ...entry, sections: sectionsOf(path, readFileSync(join(ROOT, path), 'utf8')) };
      }),
    })),
  };
}

/** Returns the introduction of the published document, which the reference shows. */
function createIntroduction(): DocsSection[] {
  const document = JSON.parse(readFileSync(join(ROOT, 'openapi/generated/openapi.json'), 'utf8'));
  return sectionsOf('docs/README.md', `# ${document.info.title}\n\n${document.info.description}`);
}

/** Returns the samples of the reference in color: by operation and language, and the receivers by language. */
function createSamples(): { operations: object; receivers: object } {
  const operations = readPublished().groups.flatMap((group) => group.operations);
  return {
    operations: Object.fromEntries(
      operations.map((operation) => [
        operation.operationId,
        Object.fromEntries(
          samplesOf(operation).map(({ language, code }) => [
            language,
            highlight(code, SAMPLE_LANGUAGES[language].syntax),
          ]),
        ),
      ]),
    ),
    receivers: Object.fromEntries(
      RECEIVERS.map(({ language, syntax, source }) => [language, highlight(source, syntax)]),
    ),
  };
}

/** Returns what the search of the pages finds. Longer texts are only in the search of the server. */
const createSearch = (site: DocsSite): object[] =>
  entriesOf({ groups: [...site.groups, ...otherPages()] }).map(({ page, section, above, heading, text }) => ({
    path: pathOf(page, above.length === 0 ? { anchor: '' } : section),
    title: heading,
    above: above.join(' › '),
    text: text.slice(0, SEARCHED_CHARACTERS),
  }));

const SEARCHED_CHARACTERS = 400;

async function createSearchScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'server/http/developers/browser/search.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const site = createSite();

const OUTPUTS = {
  [SAMPLES]: `/* Made by \`npm run generate\` from the tables of samples. Do not edit. */

const samples: {
  operations: Record<string, Record<string, string>>;
  receivers: Record<string, string>;
} = ${JSON.stringify(createSamples(), null, 2)};

export default samples;
`,
  [SEARCH]: JSON.stringify(createSearch(site)),
  [SEARCH_SCRIPT]: await createSearchScript(),
  [DOCS]: `/* Made by \`npm run generate\` from docs/. Do not edit. */

import type { DocsSite } from '../docs-site.ts';

const site: DocsSite = ${JSON.stringify(site, null, 2)};

export default site;
`,
  [INTRODUCTION]: `/* Made by \`npm run generate\` from the API document. Do not edit. */

import type { DocsSection } from '../docs-site.ts';

const sections: readonly DocsSection[] = ${JSON.stringify(createIntroduction(), null, 2)};

export default sections;
`,
};

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

for (const [output, content] of Object.entries(OUTPUTS)) {
  const path = join(ROOT, output);
  if (read(path) === content) {
    console.log(`fresh: ${output}`);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    console.log(`written: ${output}`);
  }
}
