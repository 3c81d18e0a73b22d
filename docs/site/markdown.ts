import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';

/** The repository's folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** We write the pages, so HTML is allowed: comments mark code blocks that tests skip. */
export const createParser = () => new MarkdownIt({ html: true });

const parser = createParser();

export type Token = ReturnType<typeof parser.parse>[number];

export interface Heading {
  line: number;
  level: number;
  /** The Markdown between the number signs and the end of the line. */
  title: string;
  anchor: string;
}

export interface Block {
  line: number;
  language: string;
  /** The file that the block is written to. */
  title: string | undefined;
  /** Words after the language, such as `background`. */
  flags: readonly string[];
  content: string;
  /** Why tests skip the block. */
  notRun: string | undefined;
  /** The line of the heading above the block. */
  section: number;
}

export interface MarkdownPage {
  /** Relative to the repository. */
  path: string;
  source: string;
  headings: Heading[];
  links: { line: number; href: string }[];
  blocks: Block[];
}

/** Lines count from 1. Inline tokens have no line, so callers pass the line of their block. */
const lineOf = (token: Token): number => (token.map?.[0] ?? 0) + 1;

/** Returns a function that makes the anchor of each heading of a page, as GitHub does. */
export function createAnchors(): (title: string) => string {
  const used = new Map<string, number>();
  return (title) => {
    const anchor = title
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const before = used.get(anchor) ?? 0;
    used.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  };
}

const NOT_RUN = /^<!-- not run: (.+?) -->\s*$/s;

/** Splits the words after the language of a code block: `js title=server.mjs background`. */
function parseInfo(info: string): Pick<Block, 'language' | 'title' | 'flags'> {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const title = words.find((word) => word.startsWith('title='))?.slice('title='.length);
  return { language, title, flags: words.filter((word) => !word.startsWith('title=')) };
}

export const parseTokens = (source: string): Token[] => parser.parse(source, {});

/** Returns the headings, links and code blocks of a page with their lines. */
export function parsePage(path: string, source = readFileSync(`${ROOT}${path}`, 'utf8')): MarkdownPage {
  const page: MarkdownPage = { path, source, headings: [], links: [], blocks: [] };
  const anchorOf = createAnchors();
  const tokens = parseTokens(source);
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (token.type === 'inline' && before?.type === 'heading_open') {
      const title = token.content;
      page.headings.push({ line: lineOf(token), level: Number(before.tag.slice(1)), title, anchor: anchorOf(title) });
    }
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : undefined;
      if (typeof href === 'string') {
        page.links.push({ line: lineOf(token), href });
      }
    }
    if (token.type === 'fence') {
      page.blocks.push({
        line: lineOf(token),
        ...parseInfo(token.info),
        content: token.content,
        notRun: before?.type === 'html_block' ? NOT_RUN.exec(before.content)?.[1] : undefined,
        section: page.headings.at(-1)?.line ?? 0,
      });
    }
  }
  return page;
}

/** One entry of `docs/README.md`. */
export interface MenuEntry {
  slug: string;
  title: string;
  description: string;
}

/** The list of pages in `docs/README.md`: title, introduction as Markdown, and the pages by group. */
export interface Contents {
  title: string;
  introduction: string;
  groups: { title: string; pages: MenuEntry[] }[];
}

const ENTRY = /^- \[([^\]]+)\]\(([a-z-]+)\.md\): (.+)$/;

/** Reads `docs/README.md`. @throws {Error} if a line of a group is not `- [Title](slug.md): Description.` */
export function readContents(source = readFileSync(`${ROOT}docs/README.md`, 'utf8')): Contents {
  const [head = '', ...groups] = source.split(/^## /m);
  const [, title = '', introduction = ''] = /^# (.+)\n([\s\S]*)$/.exec(head) ?? [];
  return {
    title,
    introduction: introduction.trim(),
    groups: groups.map((group) => {
      const [name = '', ...lines] = group.split('\n').filter((line) => line.trim() !== '');
      return {
        title: name.trim(),
        pages: lines.map((line) => {
          const [, pageTitle, slug, description] = ENTRY.exec(line) ?? [];
          if (pageTitle === undefined || slug === undefined || description === undefined) {
            throw new Error(`docs/README.md: write "- [Title](slug.md): Description." instead of "${line}"`);
          }
          return { slug, title: pageTitle, description };
        }),
      };
    }),
  };
}
