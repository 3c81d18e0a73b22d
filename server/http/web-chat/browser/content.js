// @ts-check
/** The content of a message. No part of it ever becomes markup. */
import { element, texts } from './page.js';

/** @typedef {import('./page.js').Message} Message */

/** The text of each message, by the ID that quotes use. @type {Map<string, string>} */
const sayings = new Map();

/** @param {Message} message */
export const remember = ({ external_id, text, media }) => sayings.set(external_id ?? '', text ?? media?.filename ?? '');

/** @param {Message} message */
export function quote({ reply_to: quoted }) {
  const saying = quoted === null ? undefined : sayings.get(quoted);
  return saying === undefined ? [] : [element('blockquote', { textContent: saying.slice(0, 200), dir: 'auto' })];
}

/** @param {Message} message */
export function content({ type, text, media }) {
  const url = media && safeUrl(media.url);
  if (!url) {
    return [paragraph(text ?? texts.unknown ?? '')];
  }
  const caption = text ? [element('figcaption', { dir: 'auto' }, ...linked(text))] : [];
  return [element('figure', {}, file(type, url, media?.filename ?? null, text), ...caption)];
}

/** @param {string} type @param {URL} url @param {string | null} filename @param {string | null} caption */
function file(type, { href: src, pathname }, filename, caption) {
  switch (type) {
    case 'image': {
      const image = element('img', { src, alt: caption || (texts.image ?? '') });
      return link(src, image);
    }
    case 'video':
      return element('video', { src, controls: true, preload: 'metadata', ariaLabel: caption || (texts.video ?? '') });
    case 'audio':
      return element('audio', { src, controls: true, preload: 'metadata', ariaLabel: caption || (texts.audio ?? '') });
    default:
      return link(src, filename || decoded(pathname.split('/').at(-1) ?? '') || (texts.document ?? ''));
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} text */
function safeUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** @param {string} text */
export const paragraph = (text) => element('p', { dir: 'auto' }, ...linked(text));

/** @param {string} href @param {Node | string} what */
const link = (href, what) =>
  element(
    'a',
    { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    what,
    element('span', { className: 'hidden', textContent: ` ${texts.newTab}` }),
  );

/** Returns a text with its URLs as links. Punctuation that ends a sentence is not part of a URL. @param {string} text */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?()])/).map((part, index) => {
    const url = index % 2 === 1 && safeUrl(part);
    return url ? link(url.href, part) : part;
  });
}
