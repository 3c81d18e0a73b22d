/** Where the browser keeps the choice. */
const KEY = 'wigwag-theme';

export type Theme = 'light' | 'dark';

const preferred = matchMedia('(prefers-color-scheme: dark)');

/** Returns the chosen theme, or else the system's. */
export function themeOf(): Theme {
  const chosen = localStorage.getItem(KEY);
  return chosen === 'light' || chosen === 'dark' ? chosen : preferred.matches ? 'dark' : 'light';
}

/** Shows the theme, and follows the system as long as none is chosen. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = themeOf();
  preferred.addEventListener('change', () => {
    document.documentElement.dataset.theme = themeOf();
  });
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}
