import { distance } from 'fastest-levenshtein';
import { withoutKeys } from '../../base/secrets.ts';
import type { DocsPage, DocsSection, DocsSite } from './docs-site.ts';
import { type Html, html } from './html.ts';

/** The maximum number of characters in a query; the rest is ignored. */
export const QUERY_MAX_CHARACTERS = 100;
/** The maximum number of words in a query; the rest is ignored. */
const QUERY_MAX_WORDS = 8;
const MAX_HITS = 20;

/**
 * The points for each word of the query, by the place of the match. A heading that is the page's title counts as both.
 * `exact` is for a heading that is the whole query.
 */
const POINTS = { heading: 10, title: 6, text: 1, mostInText: 4, exact: 5 };

const SNIPPET_BEFORE = 60;
const SNIPPET_CHARACTERS = 200;

/** Returns the text that a request searches for, without API keys; empty if there is none. */
export function queryOf(given: unknown): string {
  const text = String(Array.isArray(given) ? given[0] : (given ?? ''));
  return [...withoutKeys(text)].slice(0, QUERY_MAX_CHARACTERS).join('').trim();
}

interface Entry {
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

/** Returns every section of the site and its text. */
export const indexOf = (site: DocsSite): Entry[] =>
  site.groups
    .flatMap(({ pages }) => pages)
    .flatMap((page) =>
      page.sections.map((section, index) => ({
        page,
        section,
        above: titlesAbove(page.sections, index),
        heading: plain(section),
        text: textOf(section.html),
      })),
    );

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

const wordsOf = (query: string): string[] =>
  [...new Set(query.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, QUERY_MAX_WORDS);

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

const countIn = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Returns how well a section matches; 0 if a word does not occur, or if all words occur only in the title of its page.
 */
function scoreOf({ page, heading, text }: Entry, patterns: readonly RegExp[], words: readonly string[]): number {
  let score = heading.toLowerCase() === words.join(' ') ? POINTS.exact : 0;
  let isInSection = false;
  for (const pattern of patterns) {
    const inTitle = countIn(page.title, pattern) > 0 ? POINTS.title : 0;
    const inHeading = countIn(heading, pattern) > 0 ? POINTS.heading : 0;
    const inText = Math.min(countIn(text, pattern) * POINTS.text, POINTS.mostInText);
    if (inTitle + inHeading + inText === 0) {
      return 0;
    }
    isInSection ||= inHeading + inText > 0;
    score += inTitle + inHeading + inText;
  }
  return isInSection ? score : 0;
}

/** Words shorter than this are not corrected. */
const SHORTEST_CORRECTED = 4;

/** Returns whether two words differ by one letter, by two in long words, or by two letters that changed places. */
function isTypo(word: string, right: string): boolean {
  const edits = distance(word, right);
  const isSwap = edits === 2 && [...word].sort().join('') === [...right].sort().join('');
  return word[0] === right[0] && (isSwap || edits <= (word.length < 8 ? 1 : 2));
}

/** Returns the nearest word of the pages for a word that no section has, or the word itself. */
function corrected(index: readonly Entry[], word: string): string {
  const pattern = patternOf([word]);
  if (word.length < SHORTEST_CORRECTED || index.some((entry) => countIn(placesOf(entry), pattern) > 0)) {
    return word;
  }
  const uses = new Map<string, number>();
  for (const entry of index) {
    for (const known of placesOf(entry)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []) {
      uses.set(known, (uses.get(known) ?? 0) + 1);
    }
  }
  const [best] = [...uses]
    .filter(([known]) => Math.abs(known.length - word.length) <= 2 && isTypo(word, known))
    .sort(([left, often], [right, rarely]) => distance(word, left) - distance(word, right) || rarely - often);
  return best?.[0] ?? word;
}

const placesOf = ({ page, heading, text }: Entry): string => `${page.title} ${heading} ${text}`;

/**
 * Returns the sections that contain every word of a query, best first, how many there are in all, and the words: those
 * of the query, with the nearest known word instead of one that no section has.
 */
export function search(index: readonly Entry[], query: string): { hits: Hit[]; count: number; words: string } {
  const given = wordsOf(query);
  if (given.length === 0) {
    return { hits: [], count: 0, words: query };
  }
  const words = given.map((word) => corrected(index, word));
  const pattern = patternOf(words);
  const patterns = words.map((word) => patternOf([word]));
  const found = index
    .map((entry) => ({ entry, score: scoreOf(entry, patterns, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  return {
    words: words.every((word, at) => word === given[at]) ? query : words.join(' '),
    count: found.length,
    hits: found.slice(0, MAX_HITS).map(({ entry: { page, section, above, heading, text } }) => ({
      page,
      section,
      above,
      heading: marked(heading, pattern),
      snippet: snippetOf(text, pattern),
    })),
  };
}
