import MiniSearch from 'minisearch';
import { withoutKeys } from '../../base/secrets.ts';
import type { DocsPage, DocsSection, DocsSite } from './docs-site.ts';
import { type Html, html } from './html.ts';

/** The maximum number of characters in a query; the rest is ignored. */
export const QUERY_MAX_CHARACTERS = 100;
const MAX_HITS = 20;

/** How much more a match in a heading or in the page's title counts than one in the text. */
const BOOST = { heading: 4, title: 4 };
/** How much more a heading counts that is the whole query. */
const EXACT = 3;
/** Shorter words are not corrected. */
const SHORTEST_CORRECTED = 4;
/** Words from this length on may have two wrong letters. Two letters that changed places are two wrong ones. */
const SHORTEST_WITH_TWO_TYPOS = 6;

const SNIPPET_BEFORE = 60;
const SNIPPET_CHARACTERS = 200;

/** Returns the text that a request searches for, without API keys; empty if there is none. */
export function queryOf(given: unknown): string {
  const text = String(Array.isArray(given) ? given[0] : (given ?? ''));
  return [...withoutKeys(text)].slice(0, QUERY_MAX_CHARACTERS).join('').trim();
}

interface SearchEntry {
  id: number;
  page: DocsPage;
  section: DocsSection;
  /** The titles above the heading: that of the page, and those of the sections that contain this one. */
  above: string[];
  heading: string;
  text: string;
}

export interface Hit {
  page: DocsPage;
  section: DocsSection;
  above: string[];
  heading: Html;
  snippet: Html;
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Returns the text of HTML that this package generated, without tags and on one line. */
const textOf = (markup: string): string =>
  markup
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

type Searched = Pick<DocsSite, 'groups'> & Partial<DocsSite>;

/** Returns what a search can find: the sections of all pages. */
export const entriesOf = ({ groups }: Searched): Omit<SearchEntry, 'id'>[] =>
  groups
    .flatMap(({ pages }) => pages)
    .flatMap((page) =>
      page.sections.map((section, at) => ({
        page,
        section,
        above: titlesAbove(page.sections, at),
        heading: plain(section),
        text: textOf(section.html),
      })),
    );

/** Returns the index of all sections of the site. */
export function indexOf(site: Searched): MiniSearch<SearchEntry> {
  const index = new MiniSearch<SearchEntry>({
    fields: ['heading', 'title', 'text'],
    storeFields: ['page', 'section', 'above', 'heading', 'text'],
    extractField: (entry, name) => (name === 'title' ? entry.page.title : entry[name as keyof SearchEntry]) as string,
    tokenize: tokensOf,
    searchOptions: {
      tokenize: (query) => query.match(TOKEN) ?? [],
      processTerm: singular,
      // A singular finds its plural. Too many words begin with one or two letters.
      prefix: (term) => term.length > 2,
      weights: { prefix: 1, fuzzy: 1 },
      combineWith: 'AND',
      boost: BOOST,
    },
  });
  index.addAll(entriesOf(site).map((entry, id) => ({ id, ...entry })));
  return index;
}

/** A word, or a name of several words such as `message.received`, `/messages` or `--json`. */
const TOKEN = /(?:--|\/)?[\p{L}\p{N}]+(?:[_.:/-]+[\p{L}\p{N}]+)*/gu;

/** Returns the words of a text. A name is found by its beginning, and by the beginning of each of its words. */
const tokensOf = (text: string): string[] =>
  (text.match(TOKEN) ?? []).flatMap((token) =>
    [...token.matchAll(/(?=(--|\/)[\p{L}\p{N}])|(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])/gu)].map(({ index }) =>
      token.slice(index),
    ),
  );

const singular = (text: string): string => text.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');

const plain = ({ title }: DocsSection): string => title.replaceAll('`', '');

/** Returns the titles of the sections that contain a section, outermost first. */
function titlesAbove(sections: readonly DocsSection[], index: number): string[] {
  const titles: string[] = [];
  let level = sections[index]?.level ?? 1;
  for (const section of sections.slice(0, index).reverse()) {
    if (section.level < level) {
      titles.unshift(plain(section));
      level = section.level;
    }
  }
  return titles;
}

/** Matches words at their beginning, and plurals: `send` finds "sending", but not "resend"; `keys` finds "key". */
function patternOf(words: readonly string[]): RegExp {
  const alternatives = words.map(
    (word) =>
      (/^[\p{L}\p{N}]/u.test(word) ? String.raw`(?<![\p{L}\p{N}])` : '') +
      word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/(?<=\p{L}{3})s$/u, 's?'),
  );
  return new RegExp(`(${alternatives.join('|')})`, 'giu');
}

/** Allows a long name to break after its underscores. */
const breakable = (text: string): Html =>
  html`${text.split(/(?<=_)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;

/** Wraps the matches of the pattern in `<mark>`. */
const marked = (text: string, pattern: RegExp): Html =>
  html`${text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? html`<mark>${breakable(part)}</mark>` : breakable(part)))}`;

/** Returns the part of a text around the first match. */
function snippetOf(text: string, pattern: RegExp): Html {
  const first = Math.max(0, text.search(pattern));
  const from = first <= SNIPPET_BEFORE ? 0 : text.lastIndexOf(' ', first - SNIPPET_BEFORE) + 1;
  const end = from + SNIPPET_CHARACTERS;
  const to = end >= text.length ? text.length : Math.max(text.lastIndexOf(' ', end), first);
  return html`${from > 0 && '… '}${marked(text.slice(from, to), pattern)}${to < text.length && ' …'}`;
}

/** Returns the nearest word of the pages for a word that no section has, or the word itself. */
function corrected(index: MiniSearch<SearchEntry>, word: string): string {
  if (word.length < SHORTEST_CORRECTED || index.search(word).length > 0) {
    return word;
  }
  const fuzzy = word.length < SHORTEST_WITH_TWO_TYPOS ? 1 : 2;
  const known = index.autoSuggest(word, { prefix: false, fuzzy, processTerm: (term) => term.toLowerCase() });
  return known.find(({ suggestion }) => suggestion[0] === word[0]?.toLowerCase())?.suggestion ?? word;
}

/**
 * Returns the sections that contain every word of a query, best first, how many there are in all, and the words: those
 * of the query, with the nearest known word instead of one that no section has.
 */
export function search(index: MiniSearch<SearchEntry>, query: string): { hits: Hit[]; count: number; words: string } {
  const given = query.split(/\s+/).filter((word) => word !== '');
  const nearest = given.map((word) => corrected(index, word));
  const words = nearest.every((word, at) => word === given[at]) ? query : nearest.join(' ');
  const found = index
    .search(words, {
      boostDocument: (_id, _term, stored) => (singular(String(stored?.heading)) === singular(words) ? EXACT : 1),
    })
    // The title of a page says nothing about one of its sections.
    .filter(({ match }) => Object.values(match).some((fields) => fields.some((field) => field !== 'title')));
  const pattern = patternOf([...nearest, ...(words.match(TOKEN) ?? [])]);
  return {
    words,
    count: found.length,
    hits: found.slice(0, MAX_HITS).map((result) => {
      const { page, section, above, heading, text } = result as unknown as SearchEntry;
      return { page, section, above, heading: marked(heading, pattern), snippet: snippetOf(text, pattern) };
    }),
  };
}
