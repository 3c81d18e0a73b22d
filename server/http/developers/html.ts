import escapeHtml from 'escape-html';

/** Text that is HTML already; everything else is escaped when it is put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a page: lists are joined, `undefined` and `false` leave nothing. */
type Part = Html | string | number | undefined | false | readonly Part[];

function textOf(part: Part): string {
  if (part instanceof Html) {
    return part.text;
  }
  if (typeof part === 'object') {
    return part.map(textOf).join('');
  }
  return part === undefined || part === false ? '' : escapeHtml(String(part));
}

/** Writes HTML as a template whose values are escaped: html`<p>${name}</p>`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : textOf(parts[index - 1]) + text)).join(''));
}

/** A name in code that breaks only behind its underscores and slashes, where a line has no room for all of it. */
export const codeText = (name: string): Html =>
  html`<code>${name.split(/(?<=[_/])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}</code>`;

/** A text in which `code` is between backticks, as the tables of errors write it. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? codeText(part) : part))}`;
