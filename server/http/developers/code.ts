import { type Html, html } from './html.ts';

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(\btrue\b|\bfalse\b|\bnull\b|-?\b\d+(?:\.\d+)?\b)/g;

/** Returns JSON with the classes of its colors. */
export function coloredJson(text: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const { 0: all, 1: quoted, 2: colon, 3: value, index } of text.matchAll(JSON_TOKEN)) {
    const kind = value !== undefined ? 'value' : colon === undefined ? 'text' : 'key';
    parts.push(html`${text.slice(at, index)}<span class="code-${kind}">${quoted ?? value ?? ''}</span>${colon ?? ''}`);
    at = index + all.length;
  }
  return html`${parts}${text.slice(at)}`;
}

/** Samples of one thing in several languages. The page's script shows one of them at a time. */
export const tabs = (parts: readonly { title: string; content: Html }[]): Html => html`<div class="tabs">
${parts.map(
  ({ title, content }) => html`<section>
<h3>${title}</h3>
${content}</section>
`,
)}</div>
`;
