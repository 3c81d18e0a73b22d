import { WEB_TEXT_MAX_CHARACTERS } from '@wigwag/openapi';
import escapeHtml from 'escape-html';
import type { App } from '../../app/app.ts';
import type { Visitor } from '../../domain/web-chat/visitor.ts';
import type { WebChat } from '../../domain/web-chat/web-chat.ts';
import { webchatPath } from '../../domain/web-chat/web-chat-path.ts';
import { type BrowserFile, browserFile } from '../browser-file.ts';
import { LANGUAGES, type Language, textsOf } from './texts.ts';

const file = (name: string): BrowserFile =>
  browserFile(`web-chat/${name.endsWith('.css') ? 'generated' : 'browser'}/${name}`);

/** The modules of the page's script. */
const MODULES = [
  'answers.js',
  'chat.js',
  'content.js',
  'drafts.js',
  'events.js',
  'feed.js',
  'messages.js',
  'page.js',
  'receipts.js',
  'storage.js',
  'visitor.js',
];

/** The files that the page loads. */
export const FILES = new Map<string, BrowserFile>(
  ['chat.css', 'icon.svg', 'snippet.css', 'snippet.js', ...MODULES].map((name) => [name, file(name)]),
);

/** The script that other sites load. */
export const EMBED = file('embed.js');

const TEMPLATE = file('chat.html').content.toString();
const SNIPPET = file('snippet.html').content.toString();

/** Replaces each `{{name}}` with a value, as text. */
const filled = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));

/**
 * Returns the page of a chat in a language. In a frame, the visitor is not known yet, because the embedding site sends
 * a token.
 */
export function pageOf({ account, connection }: WebChat, language: Language, visitor: Visitor | undefined): string {
  const values: Record<string, string> = {
    ...textsOf(language, account.name),
    language,
    name: account.name,
    initials: initialsOf(account.name),
    connection: connection.id,
    visitor: visitor?.id ?? '',
    maxLength: String(WEB_TEXT_MAX_CHARACTERS),
  };
  return filled(TEMPLATE, values);
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first characters of the first two words, as the picture of an account. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...CHARACTERS.segment(word)][0]?.segment.toLocaleUpperCase() ?? '')
    .join('');

/** Returns the page that shows how sites embed a chat, and embeds it with the chosen options. */
export function snippetPage(app: App, { account, connection }: WebChat, language: Language): string {
  const script = `${app.publicUrl().replace(/\/$/, '')}${webchatPath(`${connection.id}/embed.js`)}`;
  const options = LANGUAGES.map((one) => {
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(one) ?? one;
    return `<option value="${one}"${one === language ? ' selected' : ''}>${escapeHtml(name)}</option>`;
  });
  return filled(SNIPPET.replace('{{options}}', options.join('')), {
    language,
    name: account.name,
    connection: connection.id,
    tag: `<script src="${script}" data-lang="${language}" async></script>`,
  });
}

/** The policy of the page of `snippetPage`. */
export const SNIPPET_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the content security policy of the page. It may load only its own files, and media from any host. Only sites
 * that the operator listed may frame it, and our own page that shows how to embed it. No part of a message can become
 * markup or script.
 *
 * @param isOwnFrame whether a page of this server frames it
 */
export function pagePolicy(app: App, { connection }: WebChat, isOwnFrame: boolean): string {
  const ancestors = [...(isOwnFrame ? ["'self'"] : []), ...connection.origins];
  // In `wigwag dev`, files are on this machine.
  const media = app.config.allowLoopback ? 'https: http://127.0.0.1:* http://localhost:*' : 'https:';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${media}`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
