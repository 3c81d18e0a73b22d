import { type BundledLanguage, createCssVariablesTheme, createHighlighter } from 'shiki';
import { createParser } from './markdown.ts';

const { escapeHtml } = createParser().utils;

/** The names of our languages, with those of the highlighter. Others stay plain. */
const LANGUAGES: Record<string, BundledLanguage> = {
  bash: 'bash',
  go: 'go',
  html: 'html',
  ini: 'ini',
  js: 'javascript',
  json: 'json',
  php: 'php',
  python: 'python',
  sh: 'bash',
  sql: 'sql',
  ts: 'typescript',
  yaml: 'yaml',
};

/** The classes of the colors, by the highlighter's name. Other parts have the color of the text. */
const CLASSES: Record<string, string> = {
  constant: 'value',
  string: 'text',
  'string-expression': 'text',
  comment: 'note',
  keyword: 'word',
  function: 'call',
};

const highlighter = await createHighlighter({
  langs: Object.values(LANGUAGES),
  themes: [createCssVariablesTheme({ name: 'variables', variablePrefix: '--' })],
});

/** Returns code as HTML with the classes of its colors. */
export function highlight(code: string, language: string): string {
  const lang = LANGUAGES[language];
  if (lang === undefined) {
    return escapeHtml(code);
  }
  const { tokens } = highlighter.codeToTokens(code, { lang, theme: 'variables' });
  return tokens.map((line) => joined(line)).join('\n');
}

/** Returns the tokens of a line. Neighbours of the same color become one element. */
function joined(line: readonly { content: string; color?: string | undefined }[]): string {
  const parts: { text: string; kind: string | undefined }[] = [];
  for (const { content, color = '' } of line) {
    const kind = CLASSES[/--token-([\w-]+)/.exec(color)?.[1] ?? ''];
    const last = parts.at(-1);
    if (last && (last.kind === kind || content.trim() === '')) {
      last.text += content;
    } else {
      parts.push({ text: content, kind });
    }
  }
  return parts
    .map(({ text, kind }) =>
      kind === undefined ? escapeHtml(text) : `<span class="code-${kind}">${escapeHtml(text)}</span>`,
    )
    .join('');
}
