import { WEB_TEXT_MAX_CHARACTERS } from '@wigwag/openapi';
import escapeHtml from 'escape-html';
import type { App } from '../../app/app.ts';
import type { Visitor } from '../../domain/web-chat/visitor.ts';
import type { WebChat } from '../../domain/web-chat/web-chat.ts';
import { type BrowserFile, browserFile } from '../browser-file.ts';
import { type Language, textsOf } from './texts.ts';

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
  ['chat.css', 'icon.svg', ...MODULES].map((name) => [name, file(name)]),
);

/** The script that other sites load. */
export const EMBED = file('embed.js');

const TEMPLATE = file('chat.html').content.toString();

/**
 * Returns the page of a chat in a language. In a frame, the visitor is not known yet, because the embedding site sends
 * a token.
 */
export function pageOf({ account, connection }: WebChat, language: Language, visitor: Visitor | undefined): string {
  const values: Record<string, string> = {
    ...textsOf(language, account.name),
    language,
    name: account.name,
    connection: connection.id,
    visitor: visitor?.id ?? '',
    maxLength: String(WEB_TEXT_MAX_CHARACTERS),
  };
  return TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

/**
 * Returns the content security policy of the page. It may load only its own files, and media from any host. Only sites
 * that the operator listed may frame it. No part of a message can become markup or script.
 */
export function pagePolicy(app: App, { connection }: WebChat): string {
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
    `frame-ancestors ${connection.origins.length === 0 ? "'none'" : connection.origins.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
