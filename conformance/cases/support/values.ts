/** Texts that careless code changes, refuses or takes for missing. All of them fit into 20 characters. */
const SHORT = [
  '0',
  'false',
  'null',
  'undefined',
  'NaN',
  '1e3',
  '007',
  '1.50',
  '[object Object]',
  ' both ends ',
  'a  b   c',
  'a\u00a0b',
  'Cafe\u0301',
  'Caf\u00e9',
  '👍',
  '👩‍👩‍👧‍👦 a',
  '👩🏽‍🚀 🇹🇷',
  '1️⃣ one',
  'مرحبا',
  '\u200fשלום\u200e',
  'İıŞşĞğ ß',
  '𠮷野家',
  '100% %s %d %20 %',
  'a_b__c',
  'a*b?c[d]',
  "$& $1 $$ $` $'",
  '<b>T & "J"\'s</b>',
  '&amp; &lt; &#39;',
  'C:\\new \\n \\u0041',
  "'; DROP TABLE x; --",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text looks like a template on purpose
  '${x} #{x} {0} %{x}',
  '*bold* _it_ `code`',
  'a+b=c&d#e;f,g',
  '{"a":[1,null]}',
  '2026-02-30',
] as const;

/** One text of each kind of mistake, for fields that a run tests with few values. */
const FEW: readonly string[] = [
  '0',
  'null',
  '007',
  ' both ends ',
  'a  b   c',
  'Cafe\u0301',
  '👩🏽‍🚀 🇹🇷',
  'مرحبا',
  '100% %s %d %20 %',
  "$& $1 $$ $` $'",
  '<b>T & "J"\'s</b>',
  'C:\\new \\n \\u0041',
];
export const isFew = (text: string): boolean => FEW.includes(text);

const LONG = [
  'https://a.example/?q=a+b&c=%20&lt=1#d',
  '{{1}} and {{name}}',
  '{{ad}}',
  'word '.repeat(60).trim(),
  `${'a'.repeat(150)} ${'b'.repeat(150)}`,
] as const;

const LINES = ['\nboth ends\n', 'two\nlines', 'two\r\nlines', 'a\n\n\nb', 'a\ttab'] as const;

/** The kinds of texts: `line` has no line breaks, and `label` has at most 20 characters. */
export const TEXTS = {
  text: [...SHORT, ...LONG, ...LINES],
  line: [...SHORT, ...LONG.filter((one) => !one.includes('{{'))],
  label: SHORT,
} as const;

export type TextKind = keyof typeof TEXTS;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The specification does not say what a character is, so a text has a smallest and a largest length. */
export function lengths(text: string): { least: number; most: number } {
  return { least: [...graphemes.segment(text)].length, most: text.length };
}

/**
 * What the specification says about a text with a limit: it must be accepted, it must be refused, or the specification
 * leaves it open, as for a text without anything to see.
 */
export function fate(text: string, limit: number): 'accepted' | 'refused' | 'open' {
  const { least, most } = lengths(text);
  if (least > limit) {
    return 'refused';
  }
  return most > limit || !/[^\s\p{C}\p{M}]/u.test(text) || !text.isWellFormed() ? 'open' : 'accepted';
}

/** Returns whether a text has half of a surrogate pair. */
export const isTorn = (text: string): boolean => !text.isWellFormed();
