// @ts-check
/** The list of messages: first the messages from the server, in its order, and then the drafts. */
import { content, paragraph, quote, remember } from './content.js';
import { element, find, texts } from './page.js';

/**
 * @typedef {import('./page.js').Message} Message
 * @typedef {import('./drafts.js').Draft} Draft
 */

const list = find('messages');

/** @param {string} id @returns {HTMLElement | null} */
const shown = (id) => list.querySelector(`[data-id="${CSS.escape(id)}"], [data-draft="${CSS.escape(id)}"]`);

/** @param {'in' | 'out'} direction @param {Node[]} bubble @param {(Node | string)[]} note */
const itemOf = (direction, bubble, ...note) =>
  element(
    'li',
    { className: `message ${direction}` },
    element('p', { className: 'author hidden', textContent: `${direction === 'in' ? texts.you : texts.name}: ` }),
    element('div', { className: 'bubble' }, ...bubble),
    element('p', { className: 'note' }, ...note),
  );

/** Shows a message once, in place of its draft. @param {Message} message @returns {{item: HTMLElement, isNew: boolean}} */
export function show(message) {
  const known = shown(message.id) ?? (message.draft_id === null ? null : shown(message.draft_id));
  const item = known ?? itemOf(message.direction, [...quote(message), ...content(message)], time(message.at));
  item.dataset.id = message.id;
  remember(message);
  place(item, message.position);
  if (message.draft_id !== null) {
    note(item, time(message.at));
  }
  return { item, isNew: !known };
}

/** @param {Draft} draft @param {() => void} retry */
export function showDraft(draft, retry) {
  if (!shown(draft.id)) {
    const item = itemOf('in', [paragraph(draft.text)], texts.sending ?? '');
    item.dataset.draft = draft.id;
    place(item, Number.POSITIVE_INFINITY);
  }
  if (draft.failed !== undefined) {
    showFailed(draft, retry);
  }
}

/** @param {Draft} draft */
export function showTaken({ id }) {
  const item = shown(id);
  if (item && item.dataset.id === undefined) {
    note(item, texts.sent ?? '');
  }
}

/** @param {Draft} draft @param {(() => void) | undefined} retry undefined if a retry is useless */
export function showFailed({ id, failed }, retry) {
  const item = shown(id);
  if (!item) {
    return;
  }
  const button = element('button', { type: 'button', textContent: texts.retry ?? '' });
  button.addEventListener('click', () => {
    note(item, texts.sending ?? '');
    retry?.();
  });
  note(item, `${texts.failed} ${failed}`, ...(retry ? [' ', button] : []));
  item.classList.add('failed');
}

/** @param {HTMLElement} item @param {(Node | string)[]} what */
function note(item, ...what) {
  item.classList.remove('failed');
  item.querySelector('.note')?.replaceChildren(...what);
}

/** Keeps the server's order, with drafts at the end. @param {HTMLElement} item @param {number} at */
function place(item, at) {
  item.dataset.position = String(at);
  const items = /** @type {HTMLElement[]} */ ([...list.children]);
  const next = items.find((other) => other !== item && Number(other.dataset.position) > at) ?? null;
  const isThere = item.parentElement === list && item.nextElementSibling === next;
  if (!isThere) {
    list.insertBefore(item, next);
  }
  find('empty').hidden = true;
}

/** @param {string} at */
function time(at) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : /** @type {const} */ ({ day: 'numeric', month: 'short' });
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { ...day, hour: '2-digit', minute: '2-digit' });
  return element('time', { dateTime: at, textContent: format.format(date) });
}
