import escapeHtml from 'escape-html';

/** Text that is already HTML. All other text is escaped when it is inserted into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The content of a page. Lists are joined; `undefined` and `false` are omitted. */
type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

function textOf(part: HtmlPart): string {
  if (part instanceof Html) {
    return part.text;
  }
  if (typeof part === 'object') {
    return part.map(textOf).join('');
  }
  return part === undefined || part === false ? '' : escapeHtml(String(part));
}

/** Builds HTML from a template whose values are escaped: html`<p>${name}</p>`. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : textOf(parts[index - 1]) + text)).join(''));
}

/** Returns a name as code. If it does not fit on a line, it breaks only after underscores and slashes. */
export const codeText = (name: string): Html =>
  html`<code>${name.split(/(?<=[_/])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}</code>`;

/** Returns a text in which backticks mark code, the format of the tables of errors, as HTML. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? codeText(part) : part))}`;
