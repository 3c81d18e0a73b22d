// Shows the best results below the search as a reader types. `Enter` opens the chosen one, or a page of all results.

import MiniSearch from 'minisearch';

/** @typedef {{ path: string, title: string, above: string, text: string }} Entry */

const MOST = 8;
/** Shorter words are not corrected. */
const SHORTEST_CORRECTED = 4;

/** @type {MiniSearch<Entry>} */
const index = new MiniSearch({
  idField: 'path',
  fields: ['title', 'above', 'text'],
  storeFields: ['path', 'title', 'above', 'text'],
  searchOptions: {
    boost: { title: 6, above: 2 },
    prefix: (word) => word.length > 1,
    fuzzy: (word) => (word.length >= SHORTEST_CORRECTED ? 0.25 : false),
    combineWith: 'AND',
  },
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
export async function start(form, input) {
  const list = document.createElement('div');
  list.className = 'found';
  list.id = 'found';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  const note = document.createElement('p');
  note.className = 'found';
  note.hidden = true;
  note.setAttribute('role', 'status');
  form.append(list, note);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ]) {
    input.setAttribute(name ?? '', value ?? '');
  }

  let chosen = 0;
  const options = () => /** @type {HTMLAnchorElement[]} */ ([...list.children]);
  const mark = () => {
    for (const [at, option] of options().entries()) {
      option.setAttribute('aria-selected', String(at === chosen));
    }
    const option = options()[chosen];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
    } else {
      input.removeAttribute('aria-activedescendant');
    }
  };
  const close = () => {
    list.hidden = true;
    note.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  };
  const show = () => {
    const query = input.value.trim();
    if (query === '') {
      close();
      return;
    }
    const results = /** @type {Entry[]} */ (/** @type {unknown} */ (index.search(query).slice(0, MOST)));
    list.replaceChildren(...results.map((entry, at) => optionOf(entry, at, form.dataset.base ?? '')));
    list.hidden = results.length === 0;
    note.hidden = results.length > 0;
    note.textContent = results.length > 0 ? '' : `Nothing has all words of “${query}”. Try fewer words.`;
    input.setAttribute('aria-expanded', String(results.length > 0));
    chosen = 0;
    mark();
  };

  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(/** @type {Node | null} */ (relatedTarget))) {
      close();
    }
  });
  // A press would move the focus, which closes the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  input.addEventListener('keydown', (event) => {
    const count = list.hidden ? 0 : list.children.length;
    if (event.key === 'Escape') {
      close();
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      chosen = (chosen + (event.key === 'ArrowDown' ? 1 : -1) + count) % count;
      mark();
    } else if (count > 0 && event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      options()[chosen]?.click();
    }
  });

  /** @type {Entry[]} */
  const entries = await (await fetch(form.dataset.index ?? '')).json();
  index.addAll(entries);
  show();
}

/**
 * @param {Entry} entry
 * @param {number} at
 * @param {string} base
 */
function optionOf({ path, title, above, text }, at, base) {
  const option = document.createElement('a');
  option.id = `found-${at}`;
  option.href = base + path;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  const more = document.createElement('small');
  more.textContent = [above, text].filter(Boolean).join(' · ');
  option.append(title, more);
  return option;
}
