// @ts-check
/**
 * The parts that every module of the page uses: texts, the URL and elements.
 *
 * @typedef {{id: string, draft_id: string | null, external_id: string | null, direction: 'in' | 'out', type: string,
 *   text: string | null, media: {url: string, filename: string | null} | null, reply_to: string | null,
 *   status: string | null, at: string, position: number}} Message
 */

/** Texts in the visitor's language. */
export const texts = /** @type {Record<string, string>} */ (document.body.dataset);
export const connection = texts.connection ?? '';
/** All requests of the page are below this URL. */
export const base = new URL(`${connection}/`, location.href);
export const inFrame = window.parent !== window;
/** Milliseconds. */
export const LONGEST_PAUSE = 15_000;

/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Partial<HTMLElementTagNameMap[Name]>} [fields] @param {(Node | string)[]} children */
export function element(name, fields = {}, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

/** Shows a status line, which screen readers announce. @param {string} text */
export function setState(text) {
  const state = find('state');
  if (state.textContent !== text) {
    state.textContent = text;
  }
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Returns milliseconds with up to 50 % jitter, so that a thousand pages do not reconnect at the same time. @param {number} tries */
export const backOff = (tries) => Math.min(LONGEST_PAUSE, 500 * 2 ** tries) * (1 + Math.random() / 2);
