// @ts-check
/**
 * Filters the clauses of a report by verdict and text, copies commands, and opens what a link or a print needs. The
 * report is complete without this script.
 */
(() => {
  /** Sections with more matches stay folded, so that a filter draws few rows. */
  const LONGEST_OPEN = 200;

  const form = /** @type {HTMLFormElement} */ (document.getElementById('filter'));
  const search = /** @type {HTMLInputElement} */ (document.getElementById('search'));
  const verdict = /** @type {HTMLSelectElement} */ (document.getElementById('verdict'));
  const shown = /** @type {HTMLElement} */ (document.getElementById('shown'));
  const unfiltered = shown.textContent;
  const groups = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('details.group')]);
  /** @typedef {{ group: HTMLDetailsElement, wasOpen: boolean, rows: HTMLElement[] }} Known */
  /** @type {Known[]} */
  const known = [];
  /** Returns each group's rows and whether it was open before the first filter. Reads them at the first filter. */
  function knownGroups() {
    if (known.length === 0) {
      for (const group of groups) {
        known.push({
          group,
          wasOpen: group.open,
          rows: /** @type {HTMLElement[]} */ ([...group.querySelectorAll('[data-verdict]')]),
        });
      }
    }
    return known;
  }
  /** The searched text of each row, which is read at the first search. */
  const texts = new Map();
  /** @param {HTMLElement} row */
  function textOf(row) {
    const text = texts.get(row) ?? (row.textContent ?? '').toLowerCase();
    texts.set(row, text);
    return text;
  }

  /**
   * Returns the clause of a row. A clause that does not pass has two: its details, and a row that links to them.
   * @param {HTMLElement} row
   */
  const clauseOf = (row) => (row.id === '' ? row.querySelector('a')?.getAttribute('href') : `#${row.id}`);

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isFiltered = words.length > 0 || verdict.value !== '';
    const found = new Set();
    for (const { group, rows, wasOpen } of knownGroups()) {
      let count = 0;
      for (const row of rows) {
        const isWanted = verdict.value === '' || row.dataset.verdict === verdict.value;
        row.hidden = !(isWanted && words.every((word) => textOf(row).includes(word)));
        if (!row.hidden) {
          count += 1;
          found.add(clauseOf(row));
        }
      }
      group.hidden = isFiltered && count === 0;
      group.dataset.count = String(count);
      group.open = isFiltered ? count > 0 : wasOpen;
    }
    if (isFiltered && found.size > LONGEST_OPEN) {
      for (const group of groups) {
        group.open = false;
      }
    }
    for (const part of document.querySelectorAll('[data-part]')) {
      const inside = /** @type {HTMLDetailsElement[]} */ ([...part.querySelectorAll('details.group')]);
      /** @type {HTMLElement} */ (part).hidden = isFiltered && inside.every((group) => group.hidden);
    }
    shown.textContent = isFiltered ? `${found.size.toLocaleString('en')} of ${unfiltered}` : unfiltered;
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', filter);
  form.addEventListener('reset', () => setTimeout(filter));
  // The browser may have restored a filter.
  if (search.value !== '' || verdict.value !== '') {
    filter();
  }

  addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape' && document.activeElement === search) {
      form.reset();
    }
  });

  // ---- A link to a clause opens the parts that contain it.

  function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part; part = part.parentElement) {
      if (part instanceof HTMLDetailsElement) {
        part.open = true;
      }
    }
    target?.scrollIntoView();
  }
  addEventListener('hashchange', openTarget);
  openTarget();

  // ---- Printing shows every failure whole.

  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener('beforeprint', () => {
    const folded = document.querySelectorAll('#failures details:not([open], .headers)');
    opened = /** @type {HTMLDetailsElement[]} */ ([...folded]);
    for (const part of opened) {
      part.open = true;
    }
  });
  addEventListener('afterprint', () => {
    for (const part of opened) {
      part.open = false;
    }
  });

  // ---- Commands are copied with a button, which they get when their failure opens. Only pages with a clipboard have it.

  /** @param {Element} command */
  function addCopy(command) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button plain';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(command.querySelector('pre')?.textContent ?? '').then(() => {
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 2_000);
      });
    });
    command.append(button);
  }
  /** @param {Event} event */
  function addCopies({ target }) {
    if (target instanceof HTMLDetailsElement && target.matches('.failure')) {
      target.querySelectorAll('.command:not(:has(button))').forEach(addCopy);
    }
  }
  if (navigator.clipboard) {
    // The event does not bubble.
    addEventListener('toggle', addCopies, true);
  }
})();
