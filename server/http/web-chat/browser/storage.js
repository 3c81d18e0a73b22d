// @ts-check
import { connection } from './page.js';

const PREFIX = `wigwag:${connection}:`;
/** Used if the browser denies storage to frames or its storage is full. The data then lasts as long as the page. @type {Map<string, string>} */
const memory = new Map();

/** @template T @param {() => T} use @param {T} otherwise */
function ifAllowed(use, otherwise) {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** The browser's storage for this chat. */
export const kept = {
  /** @param {string} name */
  get: (name) => memory.get(name) ?? ifAllowed(() => localStorage.getItem(PREFIX + name), null),

  /** @param {string} name @param {string} value */
  set(name, value) {
    const isKept = ifAllowed(() => {
      localStorage.setItem(PREFIX + name, value);
      return true;
    }, false);
    if (isKept) {
      memory.delete(name);
    } else {
      memory.set(name, value);
    }
  },

  /** @param {string} name */
  remove(name) {
    memory.delete(name);
    ifAllowed(() => localStorage.removeItem(PREFIX + name), undefined);
  },

  /** @param {string} start @returns {string[]} */
  names(start) {
    const stored = ifAllowed(() => Object.keys(localStorage), [])
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    return [...new Set([...stored, ...memory.keys()])].filter((name) => name.startsWith(start));
  },
};
