// What all developer pages do with a script: the theme, tabs for samples, copy buttons, and the search as one types.
// Without it, the pages follow the system, show all samples, and have a search that opens a page of results.

const THEME = 'wigwag-theme';
const LANGUAGE = 'wigwag-sample';

const root = document.documentElement;
root.dataset.script = '';
if (localStorage.getItem(THEME)) {
  root.dataset.theme = localStorage.getItem(THEME) ?? '';
}

document.addEventListener('DOMContentLoaded', () => {
  startTheme();
  startTabs();
  for (const pre of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main pre'))) {
    addCopy(pre);
  }
  startSearch();
});

function startTheme() {
  const button = /** @type {HTMLButtonElement} */ (document.querySelector('button.theme'));
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.hidden = false;
  show();
  system.addEventListener('change', show);
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    localStorage.setItem(THEME, root.dataset.theme);
    show();
  });
}

/** Shows one sample of each group at a time: the language that the reader chose on any page. */
function startTabs() {
  const groups = [...document.querySelectorAll('.tabs')].map((group, at) => addTabs(group, at));
  /** @param {string | null} title */
  const choose = (title) => {
    for (const show of groups) {
      show(title);
    }
  };
  choose(localStorage.getItem(LANGUAGE));
  document.addEventListener('tab-chosen', (event) => {
    const title = /** @type {CustomEvent<string>} */ (event).detail;
    localStorage.setItem(LANGUAGE, title);
    choose(title);
  });
}

/**
 * @param {Element} group
 * @param {number} at
 * @returns {(title: string | null) => void} shows the sample with this title, if there is one
 */
function addTabs(group, at) {
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const panels = /** @type {HTMLElement[]} */ ([...group.children]);
  const buttons = panels.map((panel, index) => {
    const heading = /** @type {HTMLElement} */ (panel.querySelector('h3'));
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.className = 'tab';
    tab.id = `tab-${at}-${index}`;
    tab.textContent = heading.textContent;
    tab.setAttribute('role', 'tab');
    panel.id = `panel-${at}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    heading.remove();
    list.append(tab);
    return tab;
  });
  /** @param {number} chosen */
  const show = (chosen) => {
    for (const [index, tab] of buttons.entries()) {
      const isChosen = index === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      /** @type {HTMLElement} */ (panels[index]).hidden = !isChosen;
    }
  };
  /** @param {HTMLElement | undefined} tab */
  const choose = (tab) => {
    tab?.focus();
    tab?.dispatchEvent(new CustomEvent('tab-chosen', { bubbles: true, detail: tab.textContent }));
  };
  list.addEventListener('click', ({ target }) => choose(buttons.find((tab) => tab === target)));
  list.addEventListener('keydown', (event) => {
    const from = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      choose(buttons.at(to % buttons.length));
    }
  });
  group.prepend(list);
  show(0);
  return (title) => {
    const chosen = buttons.findIndex((tab) => tab.textContent === title);
    if (chosen >= 0) {
      show(chosen);
    }
  };
}

/** @param {HTMLElement} pre */
function addCopy(pre) {
  const frame = document.createElement('div');
  frame.className = 'code';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  pre.before(frame);
  frame.append(pre, button);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent?.trimEnd() ?? '');
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(pre);
      button.textContent = 'Press Ctrl C';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}

/** Loads the search when the reader first needs it. */
function startSearch() {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('form[role=search]'));
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input'));
  input.placeholder = 'Search (Ctrl K)';
  input.addEventListener(
    'focus',
    async () => {
      const { start } = await import(form.dataset.script ?? '');
      start(form, input);
    },
    { once: true },
  );
  document.addEventListener('keydown', (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).matches?.('input, textarea');
    if ((event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)) {
      event.preventDefault();
      input.select();
      input.focus();
    }
  });
}
